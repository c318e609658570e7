import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allRoutes } from '../packages/contracts/index.ts'
import {
  callsOf,
  clausesOf,
  parts,
  quotes,
  routesOf,
  type SpecMap,
  specMapPage,
  states,
  tableRows,
} from './spec-map.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const map: SpecMap = JSON.parse(read('docs/spec-map.json'))
const { sections, attacks } = map
const rows = sections.flatMap((section) => section.rows)

/** The addresses of section 2. `/` and `/home` only redirect, an unknown one leads to `/404`. */
const specifiedScreens = [
  '/404',
  '/login',
  '/signup',
  '/reset-password',
  '/account-delete',
  '/clearToken',
  '/user/home',
  '/user/account/profile',
  '/user/account/address',
  '/user/account/billingAddress',
  '/user/account/coupons',
  '/user/account/balance',
  '/user/account/balance/reload',
  '/user/account/password',
  '/user/account/referral',
  '/user/order/history',
  '/user/order/detail/:orderId',
  '/user/order/upload-history',
  '/user/order/after-sale',
  '/user/order/additional-cost',
  '/user/prime/point',
  '/user/project',
  '/user/project/fileList/:id',
  '/quote',
  '/quote/:projectId',
  '/additional-cost/payment',
  '/additional-cost/success',
  '/checkout',
  '/checkout/payment',
  '/checkout/success',
  '/checkout/agency-payment',
  '/impossible3dprints',
  '/terms-of-use',
]

describe('the page of the map', () => {
  it('is generated from the data', () => {
    expect(read('docs/spec-map.md')).toBe(specMapPage(map))
  })
})

describe('every row of the map', () => {
  it.each(sections)('has the next number of its section ($section)', ({ section, rows: numbered }) => {
    expect(numbered.map(({ id }) => id)).toEqual(numbered.map((_, index) => `${section}.${index + 1}`))
  })

  it('belongs to one of the nine sections', () => {
    expect(sections.map(({ section }) => section)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  const all = [...rows, ...attacks]
  const idsOf = (wrong: typeof all) => wrong.map(({ id }) => id)

  it('has a state of the closed list', () => {
    expect(idsOf(all.filter(({ state }) => !states.some((known) => known === state)))).toEqual([])
  })

  it('names files that exist, and tests that are tests', () => {
    const paths = all.flatMap(({ where = [], tests = [] }) => [...where, ...tests])
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const testFiles = all.flatMap(({ tests = [] }) => tests)
    expect(testFiles.filter((path) => !/\.test\.tsx?$|\.journey\.ts$/.test(path))).toEqual([])
  })

  it('names what fulfils it and what would fail without it, if it is done', () => {
    expect(idsOf(rows.filter(({ state, where, tests }) => state === 'done' && !(where && tests)))).toEqual([])
    expect(idsOf(attacks.filter(({ state, tests }) => state === 'done' && !tests))).toEqual([])
  })

  it('says what is missing, and names what there is, if it is partly done', () => {
    expect(idsOf(all.filter(({ state, note }) => state === 'partly' && !note))).toEqual([])
    expect(idsOf(rows.filter(({ state, where }) => state === 'partly' && !where))).toEqual([])
  })

  it('names its part, and no file, if it is planned: a file would make it partly done', () => {
    const planned = all.filter(({ state }) => state === 'planned')
    expect(idsOf(planned.filter(({ part }) => !parts.some((known) => known === part)))).toEqual([])
    expect(idsOf(planned.filter(({ where, tests }) => where || tests))).toEqual([])
    expect(idsOf(all.filter(({ state, part }) => state !== 'planned' && part !== undefined))).toEqual([])
  })
})

describe('the screens', () => {
  const source = read('apps/web/src/app/router.tsx')
  const routes = routesOf(source)
  const shown = (kind: string) => routes.filter(({ shows }) => shows === kind).map(({ path }) => path)

  it('are read completely from the route table', () => {
    expect(routes).toHaveLength(source.match(/\b(page|firstPage|redirectRoute|area)\(/g)?.length ?? 0)
  })

  it.each(specifiedScreens)('%s is there', (path) => {
    expect(shown('screen')).toContain(path)
  })
})

describe('the calls of section 7', () => {
  const nameless = (call: string) => call.replaceAll(/\{\w+\}/g, '{}')
  const served = allRoutes.map((route) => nameless(`${route.method} ${route.path}`))
  const calls = rows
    .filter(({ id }) => id.startsWith('7.'))
    .flatMap(({ id, clause, state }) => callsOf(clause).map((call) => ({ id, call, state })))

  it('are read from all 34 rows of the section', () => {
    expect(new Set(calls.map(({ id }) => id)).size).toBe(34)
  })

  it.each(calls)('$call is $state, as the contracts have it', ({ call, state }) => {
    expect(['done', 'planned']).toContain(state)
    expect(served.includes(nameless(call))).toBe(state === 'done')
  })
})

/** The specification and the cases are next to the repository during development only. */
const specification = join(root, '../shared/spec.md')
const quality = join(root, '../shared/quality.md')

describe('the map', () => {
  it.skipIf(!existsSync(specification))('quotes each clause of the specification in the row with its number', () => {
    const bySection = Map.groupBy(clausesOf(readFileSync(specification, 'utf8')), ({ section }) => section)
    const expected = [...bySection].flatMap(([section, clauses]) =>
      clauses.map((clause, index) => ({ id: `${section}.${index + 1}`, clause })),
    )
    const texts = new Map(rows.map(({ id, clause }) => [id, clause]))

    expect([...texts.keys()]).toEqual(expected.map(({ id }) => id))

    const misquoted = expected.filter(({ id, clause }) => !quotes(texts.get(id) ?? '', clause))
    expect(misquoted).toEqual([])
  })

  it.skipIf(!existsSync(quality))('lists the cases that this stage promises', () => {
    const promised = /^((AUT|SES|OAU|ABU|WEB|BOL|GEO|UPL|PAY|MON|CPN)-\d+|STF-[12]|FLT-[1267]|PRI-[1345])$/
    const ids = tableRows(readFileSync(quality, 'utf8')).flatMap(([id = '']) => (promised.test(id) ? [id] : []))
    expect(attacks.map(({ id }) => id).sort()).toEqual(ids.sort())
  })

  it('names a test for each case that names the case in turn', () => {
    const claimed = attacks.filter(({ state }) => state === 'done')
    const unnamed = claimed.filter(
      ({ id, tests = [] }) => !tests.some((path) => new RegExp(`\\b${id}\\b`).test(read(path))),
    )
    expect(unnamed.map(({ id }) => id)).toEqual([])
  })
})

describe('the readers', () => {
  it('take bullets, rows and sentences as clauses, and omit their introductions', () => {
    const text = '# T\nno\n## 1. A\nOne. "Two" is.\n\n### H\nList:\n- a b\n  - c:\n\n| h | i |\n|---|---|\n| x | y |\n'
    expect(clausesOf(text).map((clause) => clause.text)).toEqual(['One.', '"Two" is.', 'a b', 'x · y'])
  })

  it('find a quote only if its words occur in the same sequence', () => {
    const clause = { section: '3', heading: 'Order (all)', text: 'date added and order status' }
    expect(['date…order status', 'Order: date added', 'added'].map((text) => quotes(text, clause))).toEqual([
      true,
      true,
      true,
    ])
    expect(['order…date', 'Address: date added', 'date status'].map((text) => quotes(text, clause))).toEqual([
      false,
      false,
      false,
    ])
  })
})
