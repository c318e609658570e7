/** A function through which the kernel calls JavaScript; arguments are in the kernel's memory. */
type Caller = (handle: unknown, methodName: unknown, destructors: unknown, args: number) => unknown

interface CallerParts {
  toValue: (handle: unknown) => unknown
  getStringOrSymbol?: (name: unknown) => PropertyKey
  toReturnWire?: unknown
  emval_returnValue?: (toWire: unknown, destructors: unknown, result: unknown) => unknown
}

const head = 'return function (handle, methodName, destructorsRef, args) {\n'

/** Each argument has eight bytes in the kernel's memory. */
const argumentBytes = 8

function kindOf(body: string): 'method' | 'constructor' | 'value' | 'cast' {
  if (body.includes('toValue(handle)[')) return 'method'
  if (body.includes('new (toValue(handle))')) return 'constructor'
  return body.includes('toValue(handle)(') ? 'value' : 'cast'
}

/** A factory that behaves like the compiled text of a caller; undefined if it is not a caller. */
export function callerFromText(names: readonly unknown[], body: string): ((...given: unknown[]) => Caller) | undefined {
  if (!body.startsWith(head) || names[0] !== 'toValue') return undefined

  const kind = kindOf(body)

  return (...given) => {
    const parts = Object.fromEntries(names.map((name, i) => [name, given[i]])) as unknown as CallerParts
    const readers = given.filter((_, i) => String(names[i]).startsWith('argFromPtr')) as ((at: number) => unknown)[]
    const { toValue, getStringOrSymbol, toReturnWire, emval_returnValue } = parts
    const call = (handle: unknown, methodName: unknown, values: unknown[]): unknown => {
      if (kind === 'cast') return values.at(-1)

      const target = toValue(handle)
      if (kind === 'constructor') return Reflect.construct(target as () => object, values)
      if (kind === 'value') return Reflect.apply(target as () => unknown, undefined, values)

      const method = Reflect.get(Object(target), getStringOrSymbol?.(methodName) ?? '') as () => unknown
      return Reflect.apply(method, target, values)
    }

    return (handle, methodName, destructors, args) => {
      const values = readers.map((read, i) => read(args + argumentBytes * i))
      const result = call(handle, methodName, values)
      return emval_returnValue?.(toReturnWire, destructors, result)
    }
  }
}
