/** Whether an untrusted value has the expected type. */
export type Check = (value: unknown) => boolean

/** One check per field of `T`: a new field without a check does not compile. */
export type Shape<T> = { readonly [Key in keyof T]-?: Check }

export const finite: Check = (value) => Number.isFinite(value)

/** A length, area, volume or time: never negative. */
export const size: Check = (value) => finite(value) && (value as number) >= 0
export const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0

/** Sums of shares may exceed 1 by a rounding error. */
export const share: Check = (value) => size(value) && (value as number) <= 1 + 1e-6
export const percent: Check = (value) => size(value) && (value as number) <= 100 + 1e-4
export const flag: Check = (value) => typeof value === 'boolean'

const maxTextLength = 1000
export const text: Check = (value) => typeof value === 'string' && value.length <= maxTextLength

export const oneOf =
  (words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string)

export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

/** An object whose fields pass their checks; missing fields count as undefined. */
export function record<T>(shape: Shape<T>): Check {
  const fields = Object.entries(shape) as [string, Check][]
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([name, check]) => check((value as Record<string, unknown>)[name]))
}

/** An object with any keys whose values pass the check. */
export const tableOf =
  (check: Check): Check =>
  (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every(check)

const threeOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length === 3 && value.every(check)

export const vector = threeOf(finite)
export const sizes = threeOf(size)

/** A loop, because `every` takes four times as long for millions of numbers and blocks the parent's event loop. */
export const floats: Check = (value) => {
  if (!(value instanceof Float32Array)) return false
  for (let i = 0; i < value.length; i++) if (!Number.isFinite(value[i])) return false
  return true
}

export const integers: Check = (value) => value instanceof Uint32Array
