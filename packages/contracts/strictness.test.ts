import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes, semRecordBody, siteRoutes } from './index.ts'

type Node = Record<string, unknown>

/** Every nested schema with its path. */
function* nodesOf(value: unknown, place: string): Generator<[string, Node]> {
  if (typeof value !== 'object' || value === null) return
  yield [place, value as Node]
  for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${place}.${key}`)
}

const looseObjects = (schema: z.ZodType) =>
  [...nodesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')]
    .filter(([, node]) => node.type === 'object' && node.additionalProperties !== false)
    .map(([place]) => place)

const unboundedValues = (schema: z.ZodType) =>
  [...nodesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')]
    .filter(([, node]) => {
      if (node.type === 'array') return node.maxItems === undefined
      if (node.type !== 'string') return false
      return ['maxLength', 'pattern', 'enum', 'const'].every((bound) => node[bound] === undefined)
    })
    .map(([place]) => place)

/** Numbers without an explicit bound on both sides. The safe-integer range does not count. */
const endlessNumbers = (schema: z.ZodType) =>
  [...nodesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')]
    .filter(([, node]) => {
      if ((node.type !== 'number' && node.type !== 'integer') || node.const !== undefined) return false
      const most = Number(node.maximum ?? node.exclusiveMaximum ?? Number.POSITIVE_INFINITY)
      const least = Number(node.minimum ?? node.exclusiveMinimum ?? Number.NEGATIVE_INFINITY)
      return most >= Number.MAX_SAFE_INTEGER || least <= Number.MIN_SAFE_INTEGER
    })
    .map(([place]) => place)

const inputs = allRoutes.flatMap((route) =>
  [route.params, route.query, route.body].flatMap((schema) =>
    schema ? [{ name: `${route.method} ${route.path}`, schema }] : [],
  ),
)

describe('the input of a call', () => {
  // The one exception: the utm… parameters of a landing address are not known in advance.
  it.each(inputs.filter(({ schema }) => schema !== semRecordBody))(
    '$name refuses unknown keys (BOL-4)',
    ({ schema }) => {
      expect(looseObjects(schema)).toEqual([])
    },
  )

  it.each(inputs)('$name bounds every text and list (ABU-2)', ({ schema }) => {
    expect(unboundedValues(schema)).toEqual([])
  })

  it.each(inputs)('$name bounds every number (MON-4)', ({ schema }) => {
    expect(endlessNumbers(schema)).toEqual([])
  })

  it('semRecord accepts cm and utm… parameters and refuses other keys', () => {
    const visit = { referer: '', browse_url: 'https://example.com/' }
    expect(semRecordBody.safeParse({ ...visit, cm: 'a', utm_source: 'b', utmterm: 'c' }).success).toBe(true)
    expect(semRecordBody.safeParse({ ...visit, customerId: 'a' }).success).toBe(false)
    expect(semRecordBody.safeParse({ ...visit, utm_source: { $ne: '' } }).success).toBe(false)
  })

  it('semRecord limits the number of parameters', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`utm_${index}`, '']))
    expect(semRecordBody.safeParse({ referer: '', browse_url: '', ...many }).success).toBe(false)
  })
})

describe('the output of a call', () => {
  const outputs = allRoutes.flatMap(({ method, path, output }) => {
    if ('bytes' in output) return []
    return [{ name: `${method} ${path}`, schema: 'events' in output ? output.events : output }]
  })
  it.each(outputs)('$name returns nothing beyond its contract (BOL-5)', ({ schema }) => {
    expect(looseObjects(schema)).toEqual([])
  })
})

it('finds a loose schema in a planted example', () => {
  expect(looseObjects(z.strictObject({ inner: z.array(z.object({ a: z.string() })) }))).toHaveLength(1)
  expect(unboundedValues(z.strictObject({ inner: z.array(z.string()) }))).toHaveLength(2)
  expect(
    endlessNumbers(z.strictObject({ a: z.int().min(0), b: z.number().max(3), c: z.int().min(0).max(3) })),
  ).toHaveLength(2)
  expect(looseObjects(siteRoutes.index.output)).toEqual([])
})

it('gives every route its own method and path', () => {
  const keys = allRoutes.map((route) => `${route.method} ${route.path}`)
  expect(keys).toEqual([...new Set(keys)])
})
