import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { staffAccessRoutes } from '@cotation/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretHash } from '#core/secrets.ts'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { rowOf } from '#test/rows.ts'
import { startVies, type TestVies } from '#test/servers/vies.ts'
import { allStaffSamples } from './callers.ts'
import { aCompany } from './customers.ts'
import { answerTo, roleFor, routeOf } from './input-paths.ts'
import { inputOf, type RouteSamples, type SampleInput } from './route-samples.ts'
import { storedRows } from './stored-rows.ts'

/** Staff calls that are no GET and record nothing, each with the reason. */
const withoutEntry: Record<string, string> = {
  'POST /global/staff/view': 'A saved view is how a person looks at a list; it changes nothing.',
  'PATCH /global/staff/view/{viewId}': "Only a colleague's view is recorded: tested with the slice.",
  'DELETE /global/staff/view/{viewId}': 'As above.',
  'PATCH /global/staff/customer/{customerId}/note/{noteId}': 'Only an own note is changed: tested with the slice.',
  'POST /global/staff/customer/{customerId}/view/end': 'It ends only looks of the caller: tested with the slice.',
  'POST /global/staff/today/live': 'It only reads.',
  'POST /global/staff/today/{kind}/{subjectId}/release': "It ends only a claim of one's own: tested with the slice.",
}

/** The caller's own sign-in and factors are security events. */
const ownAccess = Object.values(staffAccessRoutes).map(({ method, path }) => `${method} ${path}`)

const writes = allStaffSamples
  .flatMap((samples) => samples.keys.map((key) => ({ key, samples })))
  .filter(({ key }) => routeOf(key).method !== 'GET' && !(key in withoutEntry) && !ownAccess.includes(key))
  .map(({ key, samples }) => [key, samples] as const)

let vies: TestVies
let app: TestApp

beforeAll(async () => {
  vies = await startVies()
  app = await startApp({ ...severalVisitors, VIES_API: vies.url })
  await sql`create function refuse_audit() returns trigger language plpgsql as $$
    begin raise exception 'the audit refuses'; end $$`.execute(app.deps.db)
  await sql`create trigger refuse_audit before insert on audit_entry
    for each row execute function refuse_audit()`.execute(app.deps.db)
  await acceptEntries()
})

afterAll(async () => {
  await app.close()
  await vies.close()
})

const acceptEntries = () => sql`alter table audit_entry disable trigger refuse_audit`.execute(app.deps.db)
const refuseEntries = () => sql`alter table audit_entry enable trigger refuse_audit`.execute(app.deps.db)

const entries = () => app.deps.db.selectFrom('audit_entry').selectAll().orderBy('position').execute()

/** Everything but the audit. */
async function otherRows() {
  const rows = await storedRows(app)
  return Object.fromEntries(Object.entries(rows).filter(([table]) => !table.startsWith('audit_')))
}

const withdrawal = 'POST /global/staff/proposal/{proposalId}/withdraw'

/** The input of a write, and a caller who may make it; what the input names is new. */
async function prepare(key: string, samples: RouteSamples): Promise<{ staff: Browser; input: SampleInput }> {
  if (key !== withdrawal) {
    const input = inputOf(await samples.inputsOf(app, await aCompany(app)), key)
    return { staff: await aStaffBrowser(app, roleFor(key)), input }
  }

  // Only the person who made a proposal may withdraw it.
  const staff = await aStaffBrowser(app)
  const { data } = await staff.call('POST /global/staff/coupon', {
    body: {
      code: `OWN-${randomUUID().slice(0, 8).toUpperCase()}`,
      coupon: { type: 'amount', usd: 100, minGoodsUsd: 0 },
      mostUses: 1000,
      redeemableUntil: '2026-12-31T00:00:00Z',
      validDays: 30,
    },
  })
  return { staff, input: { params: { proposalId: data.proposal?.id }, body: { reason: 'Erreur' } } }
}

async function staffOf({ token }: Browser): Promise<string | null> {
  const { staff_id } = await rowOf(app, 'session', { token_hash: secretHash(token ?? '') })
  return staff_id
}

describe('a write of staff', () => {
  it.each(writes)('%s is stored with exactly one audit entry, or not at all', async (key, samples) => {
    const { staff, input } = await prepare(key, samples)

    const before = await otherRows()
    await refuseEntries()
    const refused = await answerTo(staff, key, input)
    await acceptEntries()
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(await otherRows()).toEqual(before)

    const earlier = await entries()
    const { status, body } = await answerTo(staff, key, input)
    expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
    const made = (await entries()).slice(earlier.length)
    expect(made).toMatchObject([{ actor: 'staff', staff_id: await staffOf(staff) }])
    expect(made[0]?.request_id).not.toBe('')

    const stored = await otherRows()
    await answerTo(staff, key, input)
    const repeated = (await entries()).slice(earlier.length + made.length)
    const isUnchanged = isDeepStrictEqual(await otherRows(), stored)
    if (isUnchanged) expect(repeated).toEqual([])
    else expect(repeated).toHaveLength(1)
  })
})
