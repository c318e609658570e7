import { allRoutes, type Route } from '@cotation/contracts'
import { z } from 'zod'
import type { Browser } from '#test/browser.ts'
import { aPicture } from '#test/pictures.ts'
import type { SampleInput } from './route-samples.ts'

export const routes = allRoutes.map((route) => ({ route, key: `${route.method} ${route.path}` }))

export function routeOf(key: string): Route {
  const found = routes.find((one) => one.key === key)
  if (!found) throw new Error(`no route ${key}`)
  return found.route
}

/** A path in an input: keys and indexes, outermost first. */
export type Place = readonly string[]

/** Every scalar of an input with its path. */
export function* leavesOf(value: unknown, place: Place = []): Generator<[Place, unknown]> {
  if (typeof value !== 'object' || value === null) yield [place, value]
  else for (const [key, child] of Object.entries(value)) yield* leavesOf(child, [...place, key])
}

export const at = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)

/** A copy with another value at the path. */
export function put(value: unknown, [key, ...rest]: Place, other: unknown): unknown {
  if (key === undefined) return other
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = put(copy[key], rest, other)
  return copy
}

/** The last key of a path, ignoring indexes. */
export const nameOf = (place: Place): string => place.findLast((key) => !/^\d+$/.test(key)) ?? ''

/** An id, or the key of a link. */
const isAnId = (text: unknown): text is string =>
  typeof text === 'string' && /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43})$/.test(text)

export const idPlacesIn = (input: SampleInput): Place[] =>
  [...leavesOf(input)].filter(([, value]) => isAnId(value)).map(([place]) => place)

function* idNames(node: unknown, name = ''): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if ('format' in node && node.format === 'uuid') yield name
  if ('pattern' in node && String(node.pattern).includes('{43}')) yield name
  for (const [key, child] of Object.entries(node)) {
    if (key === 'properties') for (const [inner, schema] of Object.entries(child)) yield* idNames(schema, inner)
    else yield* idNames(child, name)
  }
}

/** The names of all ids in a route's schemas. */
export function idNamesOf({ params, query, body }: Route): string[] {
  const schemas = [params, query, body].flatMap((schema) => (schema ? [schema] : []))
  const nodes = schemas.map((schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return [...new Set(nodes.flatMap((node) => [...idNames(node)]))].sort()
}

export interface PlainAnswer {
  status: number
  body: string
}

/**
 * Status and body without the request id. A text is sent as the raw body. A route with an upload gets
 * a picture.
 */
export async function answerTo(browser: Browser, key: string, input: unknown): Promise<PlainAnswer> {
  const [method = '', pattern = ''] = key.split(' ')
  const { params = {}, query, body } = input as { params?: object; query?: object; body?: object | string }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(at(params, [name]))))
  const response = await browser.fetch(`/gateway${path}${query ? `?${new URLSearchParams({ ...query })}` : ''}`, {
    method,
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    ...(await uploadTo(key)),
  })
  const text = await response.text()

  return { status: response.status, body: text.replace(/"requestId":"[^"]+"/, '"requestId":"…"') }
}

async function uploadTo(key: string): Promise<{ body?: FormData }> {
  const upload = routes.find((one) => one.key === key)?.route.upload
  if (!upload) return {}

  const body = new FormData()
  body.set(upload.field, new Blob([Uint8Array.from(await aPicture({ format: 'png' }))]), 'picture.png')
  return { body }
}
