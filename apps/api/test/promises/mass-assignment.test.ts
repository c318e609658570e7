import type { ErrorBody, Route } from '@cotation/contracts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { useApp } from '#test/use-app.ts'
import { type Callers, someCallers } from './callers.ts'
import { aCompany } from './customers.ts'
import { answerTo, type PlainAnswer, put, routeOf, routes } from './input-paths.ts'
import { inputOf } from './route-samples.ts'
import { storedRows } from './stored-rows.ts'

const app = useApp(severalVisitors)
let callers: Callers
/** The rows before the first call. */
let rowsBefore: Record<string, string>

beforeAll(async () => {
  callers = await someCallers(app)
  rowsBefore = await storedRows(app)
})

/** Fields that a caller must not set. */
const wishes = { customerId: 1, role: 'administrator', status: 'paid', totalMinor: 1, isRecharge: true, paidAt: 0 }
const camel = (column: string) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const namesIn = (part: object | undefined) => Object.keys(part ?? {})

/** A refusal names no more unknown fields than this. */
const maxNamedFields = 20

const aCaller = (access: Route['access']) => (access === 'staff' ? aStaffBrowser(app) : aCompany(app))

/** The fields that an answer refuses as unknown. */
function unknownFieldsIn({ status, body }: PlainAnswer): string[] {
  if (status !== 422) return []
  const { issues } = JSON.parse(body) as ErrorBody
  return (issues ?? []).filter(({ code }) => code === 'UNKNOWN_FIELD').map(({ path }) => path)
}

describe('mass assignment (BOL-4)', () => {
  const keys = routes.filter(({ route }) => !route.upload).map(({ key }) => key)
  it.each(keys)('is refused by %s as an unknown field, without any change', async (key) => {
    const input = callers.inputs[key] ?? {}
    const browser = callers.callerOf(key)
    const statusWith = async (part: 'query' | 'body', name: string, value: unknown) =>
      (await answerTo(browser, key, { ...input, [part]: { ...input[part], [name]: value } })).status

    expect(await statusWith('query', 'customerId', '1')).toBe(422)

    if (routeOf(key).body)
      for (const [name, value] of Object.entries(wishes)) {
        if (namesIn(input.body).includes(name)) continue
        expect({ name, status: await statusWith('body', name, value) }).toEqual({ name, status: 422 })
      }

    expect(await storedRows(app)).toEqual(rowsBefore)
  })

  const changing = [
    'POST /global/account/address',
    'PATCH /global/account/address/{id}',
    'PATCH /global/account/billingAddress/{id}',
    'POST /global/checkout/submit',
    'POST /global/payment/order/{orderId}/begin',
    'POST /global/order/{orderId}/review',
    'POST /global/afterSale/order/{orderId}/claim',
    'PATCH /global/staff/customer/{customerId}',
    'PATCH /global/staff/me',
  ]
  it.each(changing)('%s accepts no column of any table', async (key) => {
    const { access } = routeOf(key)
    const before = await storedRows(app)
    const { rows: columns } = await sql<{ name: string }>`
      select distinct column_name as name from information_schema.columns where table_schema = 'public'
    `.execute(app.deps.db)
    const names = new Set(columns.flatMap(({ name }) => [name, camel(name)]))
    for (const own of namesIn(inputOf(callers.inputs, key).body)) names.delete(own)

    expect(names.size).toBeGreaterThan(150)

    const taken: string[] = []
    const left = [...names]
    let browser = await aCaller(access)
    for (let call = 1; left.length > 0; call++) {
      // A new caller before the rate limit is reached; validation comes before ownership.
      if (call % 50 === 0) browser = await aCaller(access)
      const tried = left.splice(0, maxNamedFields)
      const input = inputOf(callers.inputs, key)
      const body = { ...input.body, ...Object.fromEntries(tried.map((name) => [name, true])) }
      const refused = unknownFieldsIn(await answerTo(browser, key, { ...input, body }))
      taken.push(...tried.filter((name) => !refused.includes(name)))
    }

    expect(taken).toEqual([])

    const { customer: _, staff_member: __, ...kept } = await storedRows(app)
    expect(before).toMatchObject(kept)
  })

  it.each(changing)('%s accepts no other prototype', async (key) => {
    const input = inputOf(callers.inputs, key)
    const body = JSON.stringify(input.body)
    for (const odd of ['"__proto__":{"isRecharge":true}', '"constructor":{"prototype":{"isRecharge":true}}']) {
      const answer = await answerTo(callers.callerOf(key), key, put(input, ['body'], `{${odd},${body.slice(1)}`))
      expect([400, 422]).toContain(answer.status)
    }
    expect('isRecharge' in {}).toBe(false)
  })
})
