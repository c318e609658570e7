import { analysePart, type BodyFacts, type Hole, unwatched, type Vec3 } from '@cotation/geometry'
import { binaryStl, box } from '@cotation/geometry/solids'
import { nodeKernels } from '@cotation/geometry/step-kernel-node'
import { describe, expect, it } from 'vitest'
import { setupsOf } from './tilted-setups.ts'

async function measuredBlock(): Promise<BodyFacts> {
  const bytes = binaryStl(box([40, 30, 20]))

  async function* chunks() {
    yield bytes
  }

  const request = { totalBytes: bytes.length, unit: undefined, meshes: [], kernels: nodeKernels(), watch: unwatched }
  const verdict = await analysePart(chunks(), request)
  const [body] = verdict.ok ? verdict.value.bodies : []
  if (!body) throw new Error('not measured')

  return body
}

const block = await measuredBlock()

const up: Vec3 = [0, 0, 1]
const down: Vec3 = [0, 0, -1]
const aside: Vec3 = [1, 0, 0]
const leaning: Vec3 = [0.5, 0, Math.sqrt(0.75)]
const backwards: Vec3 = [-0.5, 0, -Math.sqrt(0.75)]

/** A hole whose drill enters along `axis`. */
const hole = (axis: Vec3, through = true): Hole => ({
  diameterMm: 3,
  depthMm: 12,
  through,
  axis,
  entry: [20, 15, 20],
  bottom: through ? 'open' : 'cone',
  counterbore: undefined,
  countersink: undefined,
  threadCandidates: [],
  edgeDistanceMm: undefined,
  faces: [],
  confidence: 1,
})

interface Shape {
  hiddenPercent?: number
  holes?: Hole[]
  turned?: boolean
}

const setups = (setupDirections: Vec3[], { hiddenPercent = 0, holes = [], turned = false }: Shape = {}) =>
  setupsOf({
    ...block,
    access: { ...block.access, setupDirections, unreachableAreaPct: hiddenPercent },
    features: { ...block.features, holes, turning: { ...block.features.turning, turned, axis: [0, 1, 0] } },
  })

describe('the set-ups of a milled part', () => {
  it('are square for a block, and at least one', () => {
    expect(setupsOf(block)).toEqual({ setups: 2, tiltedSetups: 0 })
    expect(setups([up, down, aside], { hiddenPercent: 3 })).toEqual({ setups: 3, tiltedSetups: 0 })
    expect(setups([])).toEqual({ setups: 1, tiltedSetups: 0 })
  })

  it('are tilted if they are along no side of the box', () => {
    expect(setups([up, down, leaning], { hiddenPercent: 3 })).toEqual({ setups: 3, tiltedSetups: 1 })
    expect(setups([leaning, backwards], { hiddenPercent: 3 })).toEqual({ setups: 2, tiltedSetups: 2 })
  })

  it('are not tilted if the directions along the box reach everything', () => {
    expect(setups([up, down, leaning], { hiddenPercent: 0.1 })).toEqual({ setups: 3, tiltedSetups: 0 })
  })

  it('are not tilted around the axis of a round part, which a dividing head turns', () => {
    expect(setups([leaning, backwards], { hiddenPercent: 3, turned: true }).tiltedSetups).toBe(0)
    expect(setups([up, down], { holes: [hole(leaning)], turned: true }).tiltedSetups).toBe(0)
  })

  it('include one tilted set-up for slanted holes of a direction, however small they are', () => {
    const slanted = [hole(leaning), hole(leaning), hole(backwards)]
    expect(setups([up, down], { holes: slanted })).toEqual({ setups: 3, tiltedSetups: 1 })
  })

  it('include one for each end of blind slanted holes', () => {
    const holes = [hole(leaning, false), hole(backwards, false)]
    expect(setups([up, down], { holes })).toEqual({ setups: 4, tiltedSetups: 2 })
  })

  it('count a slanted hole once if its direction is a set-up already', () => {
    expect(setups([up, down, leaning], { hiddenPercent: 1, holes: [hole(leaning)] })).toEqual({
      setups: 3,
      tiltedSetups: 1,
    })
  })

  it('need no further one for holes along the box', () => {
    expect(setups([up, down], { holes: [hole(up), hole(down, false), hole(aside)] })).toEqual({
      setups: 2,
      tiltedSetups: 0,
    })
  })
})
