import { describe, expect, it } from 'vitest'
import { inspectPart } from './inspect-part.ts'
import { choiceOf, partOf, type Scene } from './scenes.fixture.ts'

const rulesOn = (scene: Scene) =>
  inspectPart(partOf(scene), choiceOf('mjf', false)).map(({ rule, value }) => `${rule} ${value}`)

const boss = { diameterMm: 6, heightMm: 5, wallMm: 0.9, at: [10, 0, 8] as const, faces: [4] }
const thin = (valueMm: number, areaMm2: number, faces: number[] = [4, 5]) => ({
  minMm: valueMm,
  thinRegions: [{ valueMm, areaMm2, at: [13, 0, 4] as const, faces }],
})

describe('a thin place', () => {
  it('is reported as what it is, and not again as a wall', () => {
    const scene = { body: { walls: thin(0.88, 180), features: { pins: [boss] } } }
    expect(rulesOn(scene)).toEqual(['boss-snap 0.9'])
  })

  it('is reported once if it is a wall, a boss and an embossed detail', () => {
    const details = { minMm: 0.9, place: [13, 0, 4] as const, faces: [4, 5] }
    const scene = { body: { walls: thin(0.88, 180), features: { pins: [boss] }, details } }
    expect(rulesOn(scene)).toEqual(['boss-snap 0.9'])
  })

  it('is reported by the rule that blocks', () => {
    const scene = { body: { walls: thin(0.4, 180), features: { pins: [{ ...boss, wallMm: 0.4 }] } } }
    expect(rulesOn(scene)).toEqual(['min-wall-mjf 0.4'])
  })

  it('is reported as a wall too if the wall goes on beyond the boss', () => {
    const scene = { body: { walls: thin(0.88, 9000), features: { pins: [boss] } } }
    expect(rulesOn(scene)).toEqual(['min-wall-mjf 0.88', 'boss-snap 0.9'])
  })

  it('is reported elsewhere on its own, with its own value', () => {
    const { thinRegions } = thin(0.88, 180)
    const elsewhere = { valueMm: 0.95, areaMm2: 20, at: [-40, 0, 0] as const, faces: [9] }
    const scene = {
      body: { walls: { minMm: 0.88, thinRegions: [...thinRegions, elsewhere] }, features: { pins: [boss] } },
    }
    expect(rulesOn(scene)).toEqual(['min-wall-mjf 0.95', 'boss-snap 0.9'])
  })

  it('is another finding at the same faces if its thickness differs', () => {
    const scene = { body: { walls: thin(0.5, 180), features: { pins: [{ ...boss, wallMm: 1.2 }] } } }
    expect(rulesOn(scene)).toEqual(['min-wall-mjf 0.5', 'boss-snap 1.2'])
  })
})
