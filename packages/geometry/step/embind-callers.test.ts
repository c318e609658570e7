import { describe, expect, it } from 'vitest'
import { callerFromText } from './embind-callers.ts'

const text = (call: string) => `return function (handle, methodName, destructorsRef, args) {\n${call}\n}`
const returning = (call: string) => text(`return emval_returnValue(toReturnWire, destructorsRef, ${call})`)

class Counter {
  total: number

  constructor(total: number) {
    this.total = total
  }

  add(a: number, b: number) {
    this.total += a + b
    return this.total
  }
}

const memory: Record<number, unknown> = { 16: 20, 24: 3 }

const values: Record<number, unknown> = {
  1: new Counter(100),
  2: (a: number, b: number) => a * b,
  3: Counter,
}

const known: Record<string, unknown> = {
  toValue: (handle: number) => values[handle],
  argFromPtr0: (at: number) => memory[at],
  argFromPtr1: (at: number) => memory[at],
  getStringOrSymbol: (name: string) => name,
  toReturnWire: 'wire',
  emval_returnValue: (wire: string, destructors: unknown[], result: unknown) => [wire, destructors, result],
}

describe('callers made without compiling', () => {
  it.each([
    [
      'a method',
      1,
      ['toValue', 'argFromPtr0', 'argFromPtr1', 'getStringOrSymbol'],
      'toValue(handle)[getStringOrSymbol(methodName)](argFromPtr0(args),argFromPtr1(args+8))',
    ],
    [
      'a function',
      2,
      ['toValue', 'argFromPtr0', 'argFromPtr1'],
      'toValue(handle)(argFromPtr0(args),argFromPtr1(args+8))',
    ],
    ['a constructor', 3, ['toValue', 'argFromPtr0'], 'new (toValue(handle))(argFromPtr0(args))'],
    ['a cast', 0, ['toValue', 'argFromPtr0'], '(argFromPtr0(args))'],
  ])('behave like compiled text for %s', (_what, handle, names, call) => {
    for (const [body, all] of [
      [text(call), names],
      [returning(call), [...names, 'toReturnWire', 'emval_returnValue']],
    ] as const) {
      const given = all.map((name) => known[name])
      const run = (factory: unknown) => {
        values[1] = new Counter(100)
        return (factory as (...parts: unknown[]) => (...args: unknown[]) => unknown)(...given)(handle, 'add', ['d'], 16)
      }
      const compiled = run(Reflect.construct(Function, [all, body]))
      expect(run(callerFromText(all, body))).toEqual(compiled)
    }
  })

  it('are not made for other texts', () => {
    expect(callerFromText(['toValue'], 'return 1')).toBeUndefined()
    expect(callerFromText(['a'], text('1'))).toBeUndefined()
  })
})
