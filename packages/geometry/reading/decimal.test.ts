import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { f64 } from '../math/typed-access.ts'
import { readFloat32 } from './decimal.ts'

function read(text: string): number {
  const bytes = new TextEncoder().encode(`${text} 7`)
  const target = new Float64Array(1)
  readFloat32(bytes, 0, bytes.length - 2, target, 0)
  return f64(target, 0)
}

function expectSame(text: string): void {
  expect(read(text), text).toBe(Math.fround(Number(text)))
}

describe('readFloat32', () => {
  it.each([
    '0',
    '-0',
    '+0.0',
    '1',
    '-1.5',
    '.5',
    '5.',
    '1e5',
    '1E+005',
    '1.e-3',
    '-1.34230289E-014',
    '1.65623108E-025',
    '000000000000000000001.25',
    '0.00000000000000000000000000000000000000000000001e46',
    '16777217',
    '16777216.9999999999999999999999',
    '123456789012345678901234567890',
    '3.4028235e38',
    '1.401298464324817e-45',
    '0.7e-45',
    '1e-400',
    '-1e-99999999999',
    '0e99999999999',
  ])('reads %s', expectSame)

  it.each(['3.5e38', '1e39', '-1e400', '1e99999999999'])('rounds %s to infinity', (text) => {
    expect(Math.abs(read(text))).toBe(Number.POSITIVE_INFINITY)
  })

  it.each([
    '+',
    '-',
    '.',
    '-.',
    'e5',
    '.e5',
    '1e',
    '1e+',
    '1e5.0',
    '1.2.3',
    '1,5',
    '1-2',
    '--1',
    '0x10',
    '1_0',
    'nan',
    'inf',
    '1f',
    '1e5e5',
  ])('gives NaN for %s', (text) => {
    expect(read(text)).toBeNaN()
  })

  it('stops at a blank and returns the position', () => {
    const bytes = new TextEncoder().encode('12.5e1 9')
    const target = new Float64Array(2)
    expect(readFloat32(bytes, 0, bytes.length, target, 1)).toBe(6)
    expect(target[1]).toBe(125)
  })

  it('agrees with Math.fround(Number(text)) for any notation', () => {
    const float = fc.float({ noDefaultInfinity: true, noNaN: true })
    const form = fc.constantFrom<(value: number) => string>(
      String,
      (value) => value.toExponential(),
      (value) => value.toExponential(6).toUpperCase(),
      (value) => value.toPrecision(9),
      (value) => value.toPrecision(17),
      (value) => value.toPrecision(40),
      (value) => value.toFixed(12),
    )
    fc.assert(
      fc.property(fc.oneof(float, fc.double({ noDefaultInfinity: true, noNaN: true })), form, (value, write) =>
        expectSame(write(value)),
      ),
    )
  })

  it('agrees for any number of digits and any exponent', () => {
    const digits = fc.stringMatching(/^-?\d{1,30}(\.\d{0,30})?([eE][+-]?\d{1,3})?$/)
    fc.assert(fc.property(digits, expectSame))
  })

  it('agrees next to the midpoint of two 32-bit floats, where the last digit decides', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2 ** 23, max: 2 ** 24 - 1 }),
        fc.integer({ min: -160, max: 100 }),
        (mantissa, power) => {
          const middle = (mantissa + 0.5) * 2 ** power
          for (const digits of [12, 13, 14, 15, 16]) expectSame(middle.toExponential(digits))
          const text = middle.toPrecision(60).replace(/e.*$/, '')
          for (const last of ['0001', '']) expectSame(`${text}${text.includes('.') ? last : ''}`)
          expectSame((middle * (1 - 2 ** -52)).toPrecision(25))
        },
      ),
    )
  })
})
