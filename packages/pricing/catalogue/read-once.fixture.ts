/** JSON that records which of its figures and texts were read, so that tests can name the rest. */
export interface Watched<T> {
  data: T
  /** Paths that were never read: `materials[pom-c].machining.setupMinutes.milling`. */
  unread: () => string[]
}

const isLeaf = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The name of a list element in a path: its id or size, else its index. */
function nameOf(element: unknown, index: string): string {
  if (typeof element !== 'object' || element === null) return index
  if ('id' in element && (typeof element.id === 'string' || typeof element.id === 'number')) return String(element.id)
  return 'size' in element && typeof element.size === 'string' ? element.size : index
}

function pathOf(parent: object, key: string, path: string): string {
  if (Array.isArray(parent)) return `${path}[${nameOf(parent[Number(key)], key)}]`
  return path === '' ? key : `${path}.${key}`
}

function* leavesOf(value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) yield path
  else for (const [key, child] of Object.entries(value)) yield* leavesOf(child, pathOf(value, key, path))
}

/** Watches what a test reads of a parsed JSON file. */
export function watched<T extends object>(json: T): Watched<T> {
  const read = new Set<string>()
  const wrap = <O extends object>(target: O, path: string): O =>
    new Proxy(target, {
      get(object, key, receiver) {
        const value: unknown = Reflect.get(object, key, receiver)
        if (typeof key === 'symbol' || !Object.hasOwn(object, key)) return value
        const at = pathOf(object, key, path)
        if (!isLeaf(value)) return wrap(value as object, at)
        read.add(at)
        return value
      },
    })

  return { data: wrap(json, ''), unread: () => [...leavesOf(json, '')].filter((path) => !read.has(path)) }
}

function asPattern(written: string) {
  const parts = written.replace(/\*\*|[*.[\]]/g, (found) => ({ '**': '.+', '*': '[^.\\]]+' })[found] ?? `\\${found}`)
  return new RegExp(`^${parts}$`)
}

/** Paths that no pattern allows, and unused patterns. `*` matches one name, `**` anything. */
export function unexplained(unread: readonly string[], allowed: Readonly<Record<string, string>>) {
  const patterns = Object.keys(allowed).map((written) => ({ written, pattern: asPattern(written) }))
  return {
    notCarried: unread.filter((path) => !patterns.some(({ pattern }) => pattern.test(path))),
    idle: patterns.filter(({ pattern }) => !unread.some((path) => pattern.test(path))).map(({ written }) => written),
  }
}

/** A plain copy, as parsed from a file: no undefined, no proxies. Copying reads every figure. */
export const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
