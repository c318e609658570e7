import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unit } from '../math/vector.ts'
import {
  changedBy,
  distancesInto,
  type FittedKind,
  freedomsOf,
  normalInto,
  type Surface,
  signedDistance,
  slopesInto,
} from './surface.ts'
import { Foot, noDirection } from './surface-foot.ts'

const part = fc.double({ min: -1, max: 1, noNaN: true })
const vector = fc.tuple(part, part, part)
const size = fc.double({ min: 0.1, max: 1, noNaN: true })

const surfaces = fc
  .record({
    kind: fc.constantFrom<FittedKind>('plane', 'cylinder', 'cone', 'sphere', 'torus'),
    origin: vector,
    axis: vector.map((v) => unit(v)),
    radius: size,
    minor: size,
    slope: size,
  })
  .map((surface): Surface => surface)

describe('surfaces', () => {
  it('computes derivatives that match differences of the distances', () => {
    fc.assert(
      fc.property(surfaces, vector, (surface, point) => {
        const count = freedomsOf[surface.kind]
        const points = Float64Array.from(point)

        // Next to the axis, the centre or the tube's middle the distance has a kink.
        const reach = new Float64Array(1)
        for (const radius of [surface.radius, 0]) {
          distancesInto({ ...surface, kind: 'torus', radius, minor: 0 }, points, reach)
          fc.pre((reach[0] ?? 0) > 0.05)
        }

        distancesInto({ ...surface, kind: 'cylinder', radius: 0 }, points, reach)
        fc.pre((reach[0] ?? 0) > 0.05)

        const slopes = new Float64Array(count)
        if (count > 0) slopesInto(surface, points, slopes)

        const before = new Float64Array(1)
        const after = new Float64Array(1)
        slopes.forEach((slope, i) => {
          const by = new Float64Array(count)
          by[i] = 1e-6
          distancesInto(changedBy(surface, by), points, after)
          by[i] = -1e-6
          distancesInto(changedBy(surface, by), points, before)
          expect(((after[0] ?? 0) - (before[0] ?? 0)) / 2e-6).toBeCloseTo(slope, 4)
        })
      }),
    )
  })

  it('measures the same distance and direction at a foot as the formulas', () => {
    const foot = new Foot()
    fc.assert(
      fc.property(surfaces, vector, vector, (surface, point, direction) => {
        const normal = new Float64Array(3)
        const known = normalInto(surface, ...point, normal)
        foot.setSurface(surface)
        foot.setDirection(Float64Array.from(direction), 0)
        foot.measure(Float64Array.from(point), 0)

        expect(foot.off).toBeCloseTo(signedDistance(surface, ...point), 9)

        const cosine = direction.reduce((sum, value, i) => sum + value * (normal[i] ?? 0), 0)
        expect(foot.cosine).toBeCloseTo(known ? cosine : noDirection, 6)
      }),
    )
  })
})
