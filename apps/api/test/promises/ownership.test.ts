import { randomBytes, randomUUID } from 'node:crypto'
import { allRoutes } from '@cotation/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aVisitor } from '#test/builders.ts'
import { type Belongings, everythingOf, quoteSamples, type SampleInput } from './quote-samples.ts'

const routes = allRoutes.map((route) => ({ ...route, key: `${route.method} ${route.path}` }))

/** Named by 128 random bits that nobody else is told: whoever has the name may see the picture. */
const unguessable = ['GET /global/account/image/{imageId}', 'GET /global/quote/thumbnail/{thumbnailId}']

/** An id, or the key of a read-only link. */
const isAnId = (text: unknown): text is string =>
  typeof text === 'string' && /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w-]{43})$/.test(text)
const nobodys = (id: string) => (id.length === 43 ? randomBytes(32).toString('base64url') : randomUUID())

function* idsIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (isAnId(value)) yield path
  else if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* idsIn(child, [...path, key])
}
const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)
function put(value: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = put(copy[key], rest, text)
  return copy
}

function sampleOf(key: string): (own: Belongings) => SampleInput {
  const sample = quoteSamples[key]
  if (!sample) throw new Error(`no sample of ${key}`)
  return sample
}

let app: TestApp
let owner: Browser
let owners: Belongings
const strangers: { who: string; browser: Browser; own: Belongings }[] = []
beforeAll(async () => {
  app = await startApp(severalVisitors)
  owner = await aBrowserOf(app, (await aCustomer(app)).id)
  owners = await everythingOf(app, owner)
  for (const [who, browser] of [
    ['a visitor', await aVisitor(app)],
    ['another customer', await aBrowserOf(app, (await aCustomer(app)).id)],
  ] as const)
    strangers.push({ who, browser, own: await everythingOf(app, browser) })
})
afterAll(() => app.close())

/** Status and body, but for the id that every request has of its own. */
async function answer(browser: Browser, key: string, input: unknown): Promise<{ status: number; body: string }> {
  const [method = '', pattern = ''] = key.split(' ')
  const { params = {}, query, body } = input as SampleInput & { params?: Record<string, string> }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(at(params, [name]))))
  const response = await browser.fetch(`/gateway${path}${query ? `?${new URLSearchParams({ ...query })}` : ''}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  return { status: response.status, body: text.replace(/"requestId":"[^"]+"/, '"requestId":"…"') }
}

/** Everything that projects are made of, as the database has it. */
async function allRows(): Promise<string> {
  const tables = ['project', 'quote_line', 'upload', 'line_attachment', 'finding_acceptance', 'manual_quote'] as const
  const rows = await Promise.all(tables.map((table) => app.deps.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows.map((table) => table.map((row) => JSON.stringify(row)).sort()))
}

const owned = routes.filter(({ key, params }) => params !== undefined && !unguessable.includes(key))

describe('what belongs to somebody', () => {
  it('has a sample for every route with an id in its path', () => {
    expect(owned.map(({ key }) => key).filter((key) => !(key in quoteSamples))).toEqual([])
    expect(owned.length).toBeGreaterThan(25)
    for (const { key } of owned) expect([...idsIn(sampleOf(key)(owners))]).not.toEqual([])
  })

  const samples = Object.entries(quoteSamples)
    .filter(([key]) => !unguessable.includes(key))
    .map(([key, sample]) => ({ key, sample }))

  it.each(samples)(
    '$key answers another’s id as an unknown one, byte for byte (BOL-1, BOL-2)',
    async ({ key, sample }) => {
      const access = routes.find((route) => route.key === key)?.access
      const before = await allRows()
      for (const { who, browser, own } of strangers) {
        const mine = sample(own)
        if (access === 'customer' && who === 'a visitor') continue
        for (const path of idsIn(mine)) {
          const theirs = await answer(browser, key, put(mine, path, String(at(sample(owners), path))))
          // A read-only link is for whoever holds it.
          if (path.at(-1) === 'key') {
            expect((await answer(browser, key, put(mine, path, nobodys(own.key)))).status).toBe(404)
            continue
          }
          const unknown = await answer(browser, key, put(mine, path, nobodys(String(at(mine, path)))))
          expect({ who, path, ...theirs }).toEqual({ who, path, ...unknown })
          expect({ who, path, status: theirs.status }).toEqual({ who, path, status: 404 })
        }
        if (![...idsIn(mine)].some((path) => path.at(-1) !== 'key') || key.includes('shared')) continue
        expect((await answer(browser, key, sample(owners))).status, `${who}, all of it`).toBe(404)
      }
      const nobody = await answer(app.browser(), key, sample(owners))
      if (access !== 'public') expect(nobody.status).toBe(401)
      if ([...idsIn(sample(owners))].length > 0) expect(await allRows()).toBe(before)
    },
  )

  it.each(owned)('$key answers its owner', async ({ key }) => {
    const browser = await aBrowserOf(app, (await aCustomer(app)).id)
    const own = await everythingOf(app, browser)
    const { status, body } = await answer(browser, key, sampleOf(key)(own))
    expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
  })
})
