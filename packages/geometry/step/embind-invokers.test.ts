import { describe, expect, it } from 'vitest'
import { invokerPlan, replaceFunctionConstructor, restoreFunctionConstructor } from './embind-invokers.ts'

const fixed = ['humanName', 'throwBindingError', 'invoker', 'fn', 'runDestructors', 'fromRetWire', 'toClassParamWire']

/** Text as the glue code generates it. */
const method =
  'return function (arg0,arg1) {\nvar destructors = [];\nvar thisWired = toClassParamWire(destructors, this);\n' +
  'var arg0Wired = toArg0Wire(destructors, arg0);\nvar arg1Wired = toArg1Wire(destructors, arg1);\n' +
  'var rv = invoker(fn,thisWired,arg0Wired,arg1Wired);\nrunDestructors(destructors);\nvar ret = fromRetWire(rv);\nreturn ret;\n}\n'

const freeFunction =
  'return function (arg0) {\nvar arg0Wired = toArg0Wire(null, arg0);\nvar rv = invoker(fn,arg0Wired);\n' +
  'arg0Wired_dtor(arg0Wired);\nvar ret = fromRetWire(rv);\nreturn ret;\n}\n'

const getter =
  'return function () {\nvar thisWired = toClassParamWire(null, this);\nvar rv = invoker(fn,thisWired);\nvar ret = fromRetWire(rv);\nreturn ret;\n}\n'

/** Runs one invoker and records its calls. */
function trace(build: FunctionConstructor, names: string[], body: string): unknown[] {
  const calls: unknown[] = []
  const recorder =
    (name: string) =>
    (...given: unknown[]) => {
      calls.push([name, given.map((value) => (typeof value === 'function' ? 'function' : structuredClone(value)))])
      if (name.startsWith('to') && Array.isArray(given[0])) given[0].push(name)
      return `${name}(${String(given.at(-1))})`
    }

  const factory = Reflect.construct(build, [[...fixed, ...names], body]) as (...parts: unknown[]) => object
  const made = factory(
    'name',
    null,
    recorder('invoker'),
    'fn',
    recorder('run'),
    recorder('from'),
    recorder('toThis'),
    ...names.map(recorder),
  )
  const result = Reflect.apply(made as () => unknown, { is: 'self' }, [1, 2])

  return [...calls, result]
}

describe('invokers made without compiling', () => {
  it.each([
    ['a method with destructors', ['toArg0Wire', 'toArg1Wire'], method],
    ['a function that frees an argument', ['toArg0Wire', 'arg0Wired_dtor'], freeFunction],
    ['a getter', [], getter],
  ])('behave like compiled text for %s', (_, names, body) => {
    const compiled = trace(Function, names, body)
    const real = Function
    replaceFunctionConstructor()

    try {
      expect(globalThis.Function).not.toBe(real)
      expect(trace(globalThis.Function, names, body)).toEqual(compiled)
    } finally {
      restoreFunctionConstructor()
    }

    expect(globalThis.Function).toBe(real)
  })

  it('leave other texts to the real constructor', () => {
    expect(invokerPlan(['a'], 'return a')).toBeUndefined()
    replaceFunctionConstructor()
    const made = Reflect.construct(globalThis.Function, ['a', 'return a + 1']) as (a: number) => number
    restoreFunctionConstructor()
    expect(made(1)).toBe(2)
  })

  it('remain while another instance is starting', () => {
    const real = Function
    replaceFunctionConstructor()
    replaceFunctionConstructor()
    restoreFunctionConstructor()
    expect(globalThis.Function).not.toBe(real)
    restoreFunctionConstructor()
    expect(globalThis.Function).toBe(real)
  })
})
