/**
 * Reads a stored value: its known parts, or undefined if it does not have this shape. By hand, since a
 * library of schemas would be a sixth of what a tablet loads at first.
 */
export type Shape<T> = (value: unknown) => T | undefined

export type Shaped<S> = S extends Shape<infer T> ? T : never

export const text: Shape<string> = (value) => (typeof value === 'string' ? value : undefined)
export const number: Shape<number> = (value) => (typeof value === 'number' ? value : undefined)
export const flag: Shape<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export function oneOf<const T extends string>(...choices: readonly T[]): Shape<T> {
  return (value) => choices.find((choice) => choice === value)
}

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return (value) => (value === null ? null : shape(value))
}

export function listOf<T>(shape: Shape<T>): Shape<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return undefined

    const read: T[] = []
    for (const stored of value) {
      const one = shape(stored)
      if (one === undefined) return undefined
      read.push(one)
    }
    return read
  }
}

type Fields = Readonly<Record<string, Shape<unknown>>>
/** What is read by the shapes of some fields. */
export type Read<F extends Fields> = { [Name in keyof F]: Shaped<F[Name]> }

/** With every field. */
export function record<F extends Fields>(fields: F): Shape<Read<F>> {
  const some = partial(fields)
  const count = Object.keys(fields).length
  return (value) => {
    const read = some(value)
    return read && Object.keys(read).length === count ? (read as Read<F>) : undefined
  }
}

/** With any of the fields. */
export function partial<F extends Fields>(fields: F): Shape<Partial<Read<F>>> {
  return (value) => {
    if (typeof value !== 'object' || value === null) return undefined

    const read: Record<string, unknown> = {}
    for (const [name, shape] of Object.entries(fields)) {
      if (!Object.hasOwn(value, name)) continue
      const field = shape(value[name as keyof typeof value])
      if (field === undefined) return undefined
      read[name] = field
    }
    return read as Partial<Read<F>>
  }
}

export function both<A, B>(one: Shape<A>, other: Shape<B>): Shape<A & B> {
  return (value) => {
    const first = one(value)
    const second = other(value)
    return first === undefined || second === undefined ? undefined : { ...first, ...second }
  }
}

/** The first shape that the value has. */
export function either<const Shapes extends readonly Shape<unknown>[]>(
  ...shapes: Shapes
): Shape<Shaped<Shapes[number]>> {
  return (value) => {
    for (const shape of shapes) {
      const read = shape(value)
      if (read !== undefined) return read as Shaped<Shapes[number]>
    }
    return undefined
  }
}
