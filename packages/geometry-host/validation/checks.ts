/** Whether a value that came from outside is what its type promises. */
export type Check = (value: unknown) => boolean

/** One check for each field of `T`: a field that is added to the facts and forgotten here does not compile. */
export type Shape<T> = { readonly [Key in keyof T]-?: Check }

export const finite: Check = (value) => Number.isFinite(value)

/** A length, an area, a volume, a time: never below zero. */
export const size: Check = (value) => finite(value) && (value as number) >= 0
export const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0

/** Sums of parts may pass the whole by a rounding error. */
export const share: Check = (value) => size(value) && (value as number) <= 1 + 1e-6
export const percent: Check = (value) => size(value) && (value as number) <= 100 + 1e-4
export const flag: Check = (value) => typeof value === 'boolean'

const longestText = 1000
export const text: Check = (value) => typeof value === 'string' && value.length <= longestText

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

/** Exactly these fields, each as it should be; one that is absent counts as undefined. */
export function record<T>(shape: Shape<T>): Check {
  const fields = Object.entries(shape) as [string, Check][]
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([name, check]) => check((value as Record<string, unknown>)[name]))
}

/** Any names, but values of one kind. */
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

/** A loop, as `every` takes four times as long for the millions of numbers of a mesh, in which the parent answers nobody. */
export const floats: Check = (value) => {
  if (!(value instanceof Float32Array)) return false
  for (let i = 0; i < value.length; i++) if (!Number.isFinite(value[i])) return false
  return true
}

export const integers: Check = (value) => value instanceof Uint32Array
