import { f64, u8 } from '../math/typed-access.ts'

/** 10^0 to 10^60, each the nearest 64-bit float; exact up to 10^22. */
const powersOfTen = Float64Array.from({ length: 61 }, (_, exponent) => Number(`1e${exponent}`))
const exactPowers = 22
const tablePowers = 60

/** Wider than the roundings of a scaled mantissa together. */
const slack = 2 ** -50

/** Longer numbers are nobody's; it bounds the text made for the rare hard case. */
export const mostDecimalBytes = 255

const blank = 0x20
const plus = 0x2b
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const letterE = 0x65

const scaled = (mantissa: number, exponent: number): number =>
  exponent < 0 ? mantissa / f64(powersOfTen, -exponent) : mantissa * f64(powersOfTen, exponent)

/** By way of a string: correct for any exponent and any number of digits. */
const roundedText = (bytes: Uint8Array, start: number, end: number): number =>
  end - start > mostDecimalBytes ? Number.NaN : Math.fround(Number(String.fromCharCode(...bytes.subarray(start, end))))

/**
 * Reads the decimal number that begins at `start` and ends before a blank or `end`, puts it into `target[index]` as
 * `Math.fround(Number(text))` would give it (NaN where it is not a plain decimal number) and returns where it stopped.
 * Hot: it gives its value through an array because a returned float would be allocated, and makes no string in the usual
 * cases. The first nine digits are gathered as a 32-bit integer, six more in a second one.
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

  target[index] = valid ? rounded(head, tail, tailDigits, dropped, exponent, bytes, start, at) : Number.NaN
  return at
}

/**
 * Fifteen digits times an exact power of ten are one correctly rounded operation. Otherwise the value lies in an interval
 * whose two ends mostly round to the same 32-bit float, which is then the answer.
 */
function rounded(
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
