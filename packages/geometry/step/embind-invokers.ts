import { callerFromText } from './embind-callers.ts'

/**
 * The kernel's glue code compiles a function from text (`new Function`) for each of its 4,700 bound
 * methods, which a content security policy forbids. All texts have the same form, so closures with
 * the same behaviour replace them and the policy needs only `'wasm-unsafe-eval'`.
 */

type Wire = (destructors: unknown[] | null, value: unknown) => unknown

interface InvokerPlan {
  arity: number
  hasThis: boolean
  /** Arguments add destructors to a list, which run after the call. */
  hasDestructors: boolean
  returns: boolean
  /** Indices of the wired values (`this` is 0) with their own destructor. */
  destroyed: number[]
}

type Call = (fn: unknown, ...wired: unknown[]) => unknown

/** What the glue code passes to the compiled function. */
interface InvokerParts {
  invoke: Call
  fn: unknown
  runDestructors: (destructors: unknown[]) => void
  fromWire: (value: unknown) => unknown
  thisToWire: Wire
  toWire: Wire[]
  destructors: ((wired: unknown) => void)[]
}

const fixedNames = 'humanName,throwBindingError,invoker,fn,runDestructors,fromRetWire,toClassParamWire'
const fixedCount = fixedNames.split(',').length

/** Derives what a generated invoker does from parameter names and text; undefined if unknown. */
export function invokerPlan(names: readonly string[], body: string): InvokerPlan | undefined {
  const head = /^return function \(([^)]*)\) \{\n/.exec(body)
  if (!head || names.slice(0, fixedCount).join() !== fixedNames) return undefined

  const arity = head[1] === '' ? 0 : (head[1] as string).split(',').length
  const hasThis = body.includes('var thisWired = ')
  const destroyed = names.slice(fixedCount + arity).map((name) => {
    const argument = /^arg(\d+)Wired_dtor$/.exec(name)
    return argument ? Number(argument[1]) + (hasThis ? 1 : 0) : 0
  })

  return {
    arity,
    hasThis,
    hasDestructors: body.includes('var destructors = []'),
    returns: body.includes('return ret;'),
    destroyed,
  }
}

const generalInvoker = (plan: InvokerPlan, parts: InvokerParts) =>
  function (this: unknown, ...given: unknown[]): unknown {
    const destructors = plan.hasDestructors ? [] : null
    const wired: unknown[] = plan.hasThis ? [parts.thisToWire(destructors, this)] : []
    for (let i = 0; i < plan.arity; i++) wired.push((parts.toWire[i] as Wire)(destructors, given[i]))
    const result = parts.invoke(parts.fn, ...wired)
    if (destructors) parts.runDestructors(destructors)
    else for (const [i, at] of plan.destroyed.entries()) parts.destructors[i]?.(wired[at])
    return plan.returns ? parts.fromWire(result) : undefined
  }

/**
 * Nine in ten calls are methods with at most one plain argument. Without lists they are as fast as
 * compiled functions.
 */
function plainInvoker(plan: InvokerPlan, parts: InvokerParts) {
  const { invoke, fn, fromWire, thisToWire, toWire } = parts
  const [first] = toWire

  if (plan.arity === 0 && plan.returns) {
    return function (this: unknown) {
      return fromWire(invoke(fn, thisToWire(null, this)))
    }
  }

  if (plan.arity === 0) {
    return function (this: unknown) {
      invoke(fn, thisToWire(null, this))
    }
  }

  return function (this: unknown, argument: unknown) {
    const result = invoke(fn, thisToWire(null, this), (first as Wire)(null, argument))
    return plan.returns ? fromWire(result) : undefined
  }
}

const plans = new Map<string, InvokerPlan | undefined>()

function invokerFrom(plan: InvokerPlan, given: readonly unknown[]) {
  const [, , invoke, fn, runDestructors, fromWire, thisToWire, ...wires] = given
  const parts = {
    invoke,
    fn,
    runDestructors,
    fromWire,
    thisToWire,
    toWire: wires.slice(0, plan.arity),
    destructors: wires.slice(plan.arity),
  } as InvokerParts

  const isPlain = plan.hasThis && plan.arity < 2 && !plan.hasDestructors && plan.destroyed.length === 0
  return isPlain ? plainInvoker(plan, parts) : generalInvoker(plan, parts)
}

/** A `Function` constructor that makes closures for glue code; other texts go to the real one. */
function closureConstructor(real: FunctionConstructor): FunctionConstructor {
  const make = ([names, body]: unknown[]): object => {
    if (Array.isArray(names) && typeof body === 'string') {
      const caller = callerFromText(names, body)
      if (caller) return caller

      const key = `${names.length}${body}`
      if (!plans.has(key)) plans.set(key, invokerPlan(names, body))
      const plan = plans.get(key)
      if (plan) return (...given: unknown[]) => invokerFrom(plan, given)
    }

    return Reflect.construct(real, [names, body])
  }

  // Minifiers drop the `new`, which makes no difference for `Function`.
  return new Proxy(real, {
    construct: (_target, given: unknown[]) => make(given),
    apply: (_target, _self, given: unknown[]) => make(given),
  })
}

let real: FunctionConstructor | undefined
let users = 0

/** Runs work during which the kernel may create functions, such as callers on first use. */
export function withFunctionReplacement<T>(work: () => T): T {
  replaceFunctionConstructor()
  try {
    return work()
  } finally {
    restoreFunctionConstructor()
  }
}

/**
 * Until `restoreFunctionConstructor` the glue code gets closures. Nothing but microtasks may run in
 * between. Calls may overlap.
 */
export function replaceFunctionConstructor(): void {
  users++
  if (users > 1) return
  real = globalThis.Function
  globalThis.Function = closureConstructor(real)
}

export function restoreFunctionConstructor(): void {
  users--
  if (users === 0 && real) globalThis.Function = real
}
