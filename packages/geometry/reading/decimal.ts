import { f64, u8 } from '../math/typed-access.ts'

/** 10^0 to 10^60, each the nearest 64-bit float; exact up to 10^22. */
const powersOfTen = Float64Array.from({ length: 61 }, (_, exponent) => Number(`1e${exponent}`))
const exactPowers = 22
const tablePowers = 60

/** More than all rounding errors of a scaled mantissa together. */
const slack = 2 ** -50

/** Real files have no longer numbers; limits the string that is created for the rare hard case. */
export const maxDecimalBytes = 255

const blank = 0x20
const plus = 0x2b
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const letterE = 0x65

const scaled = (mantissa: number, exponent: number): number =>
  exponent < 0 ? mantissa / f64(powersOfTen, -exponent) : mantissa * f64(powersOfTen, exponent)

/** Parses a string: correct for any exponent and any number of digits. */
const roundedText = (bytes: Uint8Array, start: number, end: number): number =>
  end - start > maxDecimalBytes ? Number.NaN : Math.fround(Number(String.fromCharCode(...bytes.subarray(start, end))))

/**
 * Reads the decimal number from `start` to a blank or `end` into `target[index]`, with the result
 * of `Math.fround(Number(text))`, or NaN if not a plain decimal number. Returns where it stopped.
 *
 * A hot loop: the value is written to an array because a returned float would be allocated, and
 * usually no string is created. The first nine digits form a 32-bit integer, six more a second one.
 */
export function readFloat32(
  bytes: Uint8Array,
  start: number,
  end: number,
  target: Float64Array,
  index: number,
): number {
  const first = u8(bytes, start)
  let at = first === minus || first === plus ? start + 1 : start
  let head = 0
  let tail = 0
  let tailDigits = 0
  let dropped = 0
  let digits = 0
  let pointAt = -1

  for (; at < end; at++) {
    const digit = u8(bytes, at) - zero
    if (digit >= 0 && digit <= 9) {
      digits++
      if (head < 100_000_000) head = head * 10 + digit
      else if (tailDigits < 6) {
        tail = tail * 10 + digit
        tailDigits++
      } else dropped++
    } else if (digit === point - zero && pointAt < 0) pointAt = digits
    else break
  }

  let exponent = dropped - (pointAt < 0 ? 0 : digits - pointAt)
  let valid = digits > 0
  if (valid && at < end && u8(bytes, at) > blank) {
    valid = (u8(bytes, at) | 0x20) === letterE

    const exponentStart = ++at
    const sign = bytes[at]
    if (sign === minus || sign === plus) at++

    const digitsStart = at
    let written = 0
    for (; at < end && u8(bytes, at) > blank; at++) {
      const digit = u8(bytes, at) - zero
      if (digit < 0 || digit > 9) break
      if (written < 100_000) written = written * 10 + digit
    }

    exponent += bytes[exponentStart] === minus ? -written : written
    valid &&= at > digitsStart && (at === end || u8(bytes, at) <= blank)
  }

  target[index] = valid ? roundToFloat32(head, tail, tailDigits, dropped, exponent, bytes, start, at) : Number.NaN
  return at
}

/**
 * Fifteen digits times an exact power of ten is one correctly rounded operation. Otherwise the
 * value lies in an interval; usually both ends round to the same 32-bit float, which is the result.
 * Separate parameters, because an object per number would be allocated.
 */
function roundToFloat32(
  head: number,
  tail: number,
  tailDigits: number,
  dropped: number,
  exponent: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const mantissa = head * f64(powersOfTen, tailDigits) + tail
  let value: number
  if (mantissa === 0) value = 0
  else if (dropped === 0 && exponent >= -exactPowers && exponent <= exactPowers) value = scaled(mantissa, exponent)
  else if (exponent > tablePowers || exponent < -tablePowers) return roundedText(bytes, start, end)
  else {
    value = scaled(mantissa, exponent) * (1 - slack)
    const above = scaled(dropped > 0 ? mantissa + 1 : mantissa, exponent) * (1 + slack)
    if (Math.fround(value) !== Math.fround(above)) return roundedText(bytes, start, end)
  }

  return Math.fround(bytes[start] === minus ? -value : value)
}
