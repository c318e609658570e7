import type { Envelopes, ProcessId } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Vec3 } from '../math/vector.ts'
import { aBody, sized } from './body.fixture.ts'
import { fitOf } from './envelope.ts'

const powder: Envelopes = { mjf: [370, 276, 360] }
const plate: Envelopes = { milling: [1000, 600, 400] }
const steel: Envelopes = { milling: [800, 500, 400], turning: { diameterMm: 200, lengthMm: 400 } }

const fits = (sizeMm: Vec3, envelopes: Envelopes, process: ProcessId): boolean | undefined =>
  fitOf(
    aBody({ ...sized(...sizeMm), features: { turning: { ...aBody().features.turning, turned: false } } }),
    envelopes,
    process,
  )?.fits

describe('a part in a block', () => {
  it.each<[Vec3, boolean]>([
    [[370, 276, 360], true],
    [[276, 370, 360], true],
    [[360, 276, 370], true],
    [[370, 360, 276], true],
    [[370.0004, 276, 360], true],
    [[370.001, 276, 360], false],
    [[361, 361, 10], false],
    [[277, 277, 277], false],
    [[276, 276, 276], true],
    [[371, 1, 1], false],
  ])('checks whether a part of %j mm fits (%s)', (size, expected) => {
    expect(fits(size, powder, 'mjf')).toBe(expected)
  })

  it('gives the same answer for every orientation of the part', () => {
    const side = fc.integer({ min: 1, max: 500 })
    fc.assert(
      fc.property(side, side, side, (a, b, c) => {
        const orientations = [
          fits([a, b, c], powder, 'mjf'),
          fits([c, a, b], powder, 'mjf'),
          fits([b, a, c], powder, 'mjf'),
        ]
        expect(new Set(orientations).size).toBe(1)
      }),
    )
  })

  it('accepts a part that fits as drawn although its smallest box does not', () => {
    const body = aBody(sized(360, 270, 300))
    const oriented = { ...body.shape.orientedBox, sizeMm: [380, 280, 250] as const }
    const turned = aBody({ mass: body.mass, shape: { ...body.shape, orientedBox: oriented } })

    expect(fitOf(turned, powder, 'mjf')).toEqual({
      fits: true,
      sizeMm: [380, 280, 250],
      limitMm: [370, 360, 276],
    })
  })

  it('gives no answer if the process does not take the material', () => {
    expect(fits([1, 1, 1], powder, 'sla')).toBeUndefined()
    expect(fits([1, 1, 1], plate, 'turning')).toBeUndefined()
  })
})

describe('a part in a bar', () => {
  const bar = (barDiameterMm: number, barLengthMm: number) =>
    fitOf(
      aBody({ features: { turning: { ...aBody().features.turning, barDiameterMm, barLengthMm } } }),
      steel,
      'turning',
    )

  it.each([
    [200, 400, true],
    [200.1, 400, false],
    [200, 400.1, false],
    [400, 200, false],
  ])('checks whether a bar of Ø %d × %d mm fits (%s)', (diameter, length, expected) => {
    expect(bar(diameter, length)).toEqual({ fits: expected, sizeMm: [diameter, length], limitMm: [200, 400] })
  })

  it('needs the bar around its box if it is not round', () => {
    expect(fits([141, 141, 400], steel, 'turning')).toBe(true)
    expect(fits([142, 142, 400], steel, 'turning')).toBe(false)
    // A disc: its short side is the length.
    expect(fits([141, 141, 10], steel, 'turning')).toBe(true)
  })
})
