import { madeCaller } from './embind-callers.ts'

/**
 * The kernel's glue compiles a JavaScript function from text (`new Function`) for each of its 4,700 bound methods, which a
 * page's content security policy forbids. The texts have one shape; here a closure of the same behaviour is made instead, so
 * that `'wasm-unsafe-eval'` is all the policy must allow.
 */

type Wire = (destructors: unknown[] | null, value: unknown) => unknown

interface InvokerPlan {
  arity: number
  hasThis: boolean
  /** Arguments leave something to be freed in a list, run through after the call. */
  hasDestructors: boolean
  returns: boolean
  /** Which of the wired values (`this` first) has a destructor of its own. */
  destroyed: number[]
}

type Call = (fn: unknown, ...wired: unknown[]) => unknown

/** What the glue hands to the compiled function, in its order. */
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

/** Reads what a generated invoker does from its parameter names and text; undefined when it is not of the known shape. */
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

/** Methods of no or one plain argument are nine calls in ten: made without lists, they are as fast as compiled ones. */
function plainInvoker(plan: InvokerPlan, parts: InvokerParts) {
  const { invoke, fn, fromWire, thisToWire, toWire } = parts
  const [first] = toWire

  if (plan.arity === 0) {
    return plan.returns
      ? function (this: unknown) {
          return fromWire(invoke(fn, thisToWire(null, this)))
        }
      : function (this: unknown) {
          invoke(fn, thisToWire(null, this))
        }
  }

  return function (this: unknown, argument: unknown) {
    const result = invoke(fn, thisToWire(null, this), (first as Wire)(null, argument))
    return plan.returns ? fromWire(result) : undefined
  }
}

const plans = new Map<string, InvokerPlan | undefined>()

function madeInvoker(plan: InvokerPlan, given: readonly unknown[]) {
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

  const plain = plan.hasThis && plan.arity < 2 && !plan.hasDestructors && plan.destroyed.length === 0
  return plain ? plainInvoker(plan, parts) : generalInvoker(plan, parts)
}

/** Stands in for `Function` while the glue makes its functions; any other text goes to the real one. */
function standInFor(real: FunctionConstructor): FunctionConstructor {
  const make = ([names, body]: unknown[]): object => {
    if (Array.isArray(names) && typeof body === 'string') {
      const caller = madeCaller(names, body)
      if (caller) return caller
      const key = `${names.length}${body}`
      if (!plans.has(key)) plans.set(key, invokerPlan(names, body))
      const plan = plans.get(key)
      if (plan) return (...given: unknown[]) => madeInvoker(plan, given)
    }
    return Reflect.construct(real, [names, body])
  }
  // Minifiers drop the `new`, which means the same for `Function`.
  return new Proxy(real, {
    construct: (_target, given: unknown[]) => make(given),
    apply: (_target, _self, given: unknown[]) => make(given),
  })
}

let real: FunctionConstructor | undefined
let users = 0

/** Runs work during which the kernel may make functions: callers are made when it first needs them. */
export function withStandIn<T>(work: () => T): T {
  beginStandIn()
  try {
    return work()
  } finally {
    endStandIn()
  }
}

/** From here to `endStandIn` the glue's invokers are closures. The span holds no pause but microtasks; spans may overlap. */
export function beginStandIn(): void {
  users++
  if (users > 1) return
  real = globalThis.Function
  globalThis.Function = standInFor(real)
}

export function endStandIn(): void {
  users--
  if (users === 0 && real) globalThis.Function = real
}
