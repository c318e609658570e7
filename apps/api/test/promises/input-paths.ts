import { allRoutes, type Route } from '@cotation/contracts'
import { rolesWith, type StaffRole } from '@cotation/domain'
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

/** A role that may call a staff route. */
export function roleFor(key: string): StaffRole {
  const { right } = routeOf(key)
  const role = right && rolesWith(right).at(-1)
  if (!role) throw new Error(`no member of staff may call ${key}`)
  return role
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

/** The picture of a call that takes one. */
async function formOf({ upload }: Route): Promise<FormData | undefined> {
  if (!upload) return undefined

  const form = new FormData()
  form.append(upload.field, new Blob([new Uint8Array(await aPicture({ format: 'png' }))]), 'a.png')
  return form
}

/** The body of an answer; a stream of events stays open and is closed instead. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text()
  await response.body?.cancel()
  return ''
}

/**
 * Status and body without the request id. A text is sent as the raw body, and a call that takes a
 * picture gets one.
 */
export async function answerTo(browser: Browser, key: string, input: unknown): Promise<PlainAnswer> {
  const [method = '', pattern = ''] = key.split(' ')
  const { params = {}, query, body } = input as { params?: object; query?: object; body?: object | string }
  const form = await formOf(routeOf(key))
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(at(params, [name]))))
  const response = await browser.fetch(`/gateway${path}${query ? `?${new URLSearchParams({ ...query })}` : ''}`, {
    method,
    ...(form && { body: form }),
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  const text = await textOf(response)

  return { status: response.status, body: text.replace(/"requestId":"[^"]+"/, '"requestId":"…"') }
}
