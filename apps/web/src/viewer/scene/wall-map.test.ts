import { box } from '@cotation/geometry/solids'
import { describe, expect, it } from 'vitest'
import { serveWalls, type WallAnswer } from '#viewer/measure/serve-walls.ts'
import { shownMesh } from '#viewer/scene/shown-mesh.fixture.ts'
import { rampGradient, thinShare, type WallMap, wallColour, wallScale } from './wall-map.ts'

function walls(size: readonly [number, number, number]): readonly WallMap[] {
  const answers: WallAnswer[] = []
  const request = { meshes: [shownMesh(box(size)).mesh], box: { min: [0, 0, 0], max: size } } as const
  serveWalls(request, (answer) => answers.push(answer))
  const last = answers.at(-1)
  if (last?.kind !== 'finished') throw new Error('it does not end')
  return last.maps
}

describe('the map of the walls', () => {
  const maps = walls([40, 30, 2])

  it('has one thickness for each vertex of a refined mesh (plate of 2 mm)', () => {
    const [map] = maps
    expect(map?.thicknessMm).toHaveLength((map?.mesh.positions.length ?? 0) / 3)
    expect(map?.thicknessMm.length).toBeGreaterThan(1000)
    expect(Math.min(...(map?.thicknessMm ?? []))).toBeCloseTo(2, 4)
  })

  it('gives the share of the surface that is below the limit', () => {
    const faces = 2 * 40 * 30
    const sides = 2 * 2 * (40 + 30)
    expect(thinShare(maps, 2.5)).toBeCloseTo(faces / (faces + sides), 3)
    expect(thinShare(maps, 1.9)).toBe(0)
    expect(thinShare([], 1)).toBe(0)
  })

  it('has a scale of round numbers, up to a multiple of the limit or a percentile', () => {
    expect(wallScale(maps, 0.8)).toEqual({ limitMm: 0.8, maxMm: 5 })
    expect(wallScale(maps, 1)).toEqual({ limitMm: 1, maxMm: 5 })
    expect(wallScale(maps, undefined).maxMm).toBeGreaterThanOrEqual(2)
  })
})

describe('the colours of the wall map', () => {
  const scale = { limitMm: 1, maxMm: 5 }
  const lightness = (mm: number) => {
    const [red, green, blue] = wallColour(mm, scale)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  it('jump at the limit, in lightness too', () => {
    expect(lightness(1) - lightness(0.999)).toBeGreaterThan(60)
    expect(Math.abs(lightness(0.999) - lightness(0.99))).toBeLessThan(5)
  })

  it('are constant beyond the end of the scale', () => {
    expect(wallColour(5, scale)).toEqual(wallColour(80, scale))
  })

  it('appear in the legend with the limit at its position', () => {
    expect(rampGradient(scale)).toMatch(
      /^linear-gradient\(to right, rgb\(110 0 28\) 0\.00%, rgb\(.*\) 20\.00%, rgb\(240 232 168\) 20\.00%/,
    )
    expect(rampGradient({ limitMm: undefined, maxMm: 5 })).toMatch(
      /^linear-gradient\(to right, rgb\(240 232 168\) 0\.00%/,
    )
  })
})
