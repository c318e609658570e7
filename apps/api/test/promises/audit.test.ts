import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretHash } from '#core/secrets.ts'
import { addStaff } from '#features/staff-access/staff.service.ts'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOfStaff, anEmail, aStaffBrowser } from '#test/builders.ts'
import { TestPasskey } from '#test/passkeys.ts'
import { rowOf } from '#test/rows.ts'
import { authenticatorOf } from '#test/second-factors.ts'
import { startVies, type TestVies } from '#test/servers/vies.ts'
import { anEnrolledMember, type EnrolledStaff, staffPassword } from '#test/staff-accounts.ts'
import { allStaffSamples } from './callers.ts'
import { aCompany } from './customers.ts'
import { answerTo, roleFor, routes } from './input-paths.ts'
import { inputOf, type SampleInput } from './route-samples.ts'
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
  'POST /global/staff/enrolment/view': 'It only reads.',
  'POST /global/staff/enrolment/passkey/begin': 'The challenge is derived, not stored.',
  'POST /global/staff/secondFactor/passkey/begin': 'As above.',
}

/**
 * Log-in, log-out and step-up are security events only. They begin, confirm or end the caller's
 * session and use up the code that was given. Failed ones matter as much and have no transaction to be
 * recorded in, and anyone can try: the chain is kept for good and must not grow with every try.
 */
const securityEventsOnly = [
  'POST /global/staff/login',
  'POST /global/staff/login/secondFactor',
  'POST /global/staff/login/passkey/begin',
  'POST /global/staff/login/passkey',
  'POST /global/staff/logout',
  'POST /global/staff/step-up',
  'POST /global/staff/step-up/passkey/begin',
  'POST /global/staff/step-up/passkey',
]

const writes = routes
  .filter(({ route: { access, path } }) => access === 'staff' || path.startsWith('/global/staff/'))
  .filter(({ route, key }) => route.method !== 'GET' && !(key in withoutEntry) && !securityEventsOnly.includes(key))
  .map(({ key }) => key)

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

/** Everything but the audit, and tickets, which count every try of a sign-in, also failed ones. */
async function otherRows() {
  const rows = await storedRows(app)
  return Object.fromEntries(
    Object.entries(rows).filter(([table]) => !table.startsWith('audit_') && table !== 'staff_ticket'),
  )
}

interface Prepared {
  staff: Browser
  staffId: string
  input: SampleInput
}

/** The input of a write, and a caller who may make it; what the input names is new. */
async function prepare(key: string): Promise<Prepared> {
  const own = preparedOwnAccess[key]
  if (own) return own()

  const staff = await aStaffBrowser(app, key === withdrawal ? 'administrator' : roleFor(key))
  return { staff, staffId: await staffOf(staff), input: await inputFor(key, staff) }
}

const withdrawal = 'POST /global/staff/proposal/{proposalId}/withdraw'

async function inputFor(key: string, staff: Browser): Promise<SampleInput> {
  if (key !== withdrawal) {
    const samples = allStaffSamples.find(({ keys }) => keys.includes(key))
    if (!samples) throw new Error(`no sample of ${key}`)
    return inputOf(await samples.inputsOf(app, await aCompany(app)), key)
  }

  // Only the person who made a proposal may withdraw it.
  const { data } = await staff.call('POST /global/staff/coupon', {
    body: {
      code: `OWN-${randomUUID().slice(0, 8).toUpperCase()}`,
      coupon: { type: 'amount', usd: 100, minGoodsUsd: 0 },
      mostUses: 1000,
      redeemableUntil: '2026-12-31T00:00:00Z',
      validDays: 30,
    },
  })
  return { params: { proposalId: data.proposal?.id }, body: { reason: 'Erreur' } }
}

async function staffOf({ token }: Browser): Promise<string> {
  const { staff_id } = await rowOf(app, 'session', { token_hash: secretHash(token ?? '') })
  return staff_id ?? ''
}

/** A signed-in member with password and authenticator app, and what the call is given. */
async function enrolledWith(inputOfMember: (member: EnrolledStaff) => SampleInput | Promise<SampleInput>) {
  const member = await anEnrolledMember(app)
  return { staff: member.browser, staffId: member.id, input: await inputOfMember(member) }
}

/** A browser that has used a link to choose a password, with a set-up that was begun in it. */
async function enrollingWith(inputOfBrowser: (browser: Browser) => SampleInput | Promise<SampleInput>) {
  const { staff, staffId, input } = await invited()
  await answerTo(staff, 'POST /global/staff/enrolment/password', input)
  return { staff, staffId, input: await inputOfBrowser(staff) }
}

async function invited(): Promise<Prepared> {
  const email = anEmail()
  const key = await addStaff(app.deps, { name: 'Léa Petit', email, role: 'operator' })
  const { id } = await rowOf(app, 'staff_member', { email })
  return { staff: app.browser(), staffId: id, input: { body: { key, password: staffPassword } } }
}

/** A code of the app whose set-up the call begins. */
async function appCode(browser: Browser, begin: 'enrolment' | 'secondFactor'): Promise<SampleInput> {
  const { data } = await browser.call(`POST /global/staff/${begin}/app/begin`, {})
  return { body: { code: authenticatorOf(app, data.secret).code() } }
}

/** What a new passkey answers to the challenge of the call. */
async function passkeyAnswer(browser: Browser, begin: 'enrolment' | 'secondFactor'): Promise<SampleInput> {
  const { data } = await browser.call(`POST /global/staff/${begin}/passkey/begin`, {})
  const passkey = new TestPasskey(new URL(app.deps.publicUrl).origin)
  return { body: { name: 'Clé', ...passkey.register(data.challenge) } }
}

/** Calls about the caller's own access take what belongs to the caller, so samples do not fit. */
const preparedOwnAccess: Record<string, () => Promise<Prepared>> = {
  'POST /global/staff/enrolment/password': invited,
  'POST /global/staff/enrolment/app/begin': () => enrollingWith(() => ({})),
  'POST /global/staff/enrolment/app/confirm': () => enrollingWith((browser) => appCode(browser, 'enrolment')),
  'POST /global/staff/enrolment/passkey': () => enrollingWith((browser) => passkeyAnswer(browser, 'enrolment')),
  'POST /global/staff/password': () =>
    enrolledWith(() => ({ body: { oldPassword: staffPassword, password: 'Un-nouveau-secret' } })),
  'POST /global/staff/secondFactor/recoveryCodes': () => enrolledWith(() => ({})),
  'POST /global/staff/secondFactor/app/begin': () => enrolledWith(() => ({})),
  'POST /global/staff/secondFactor/app/confirm': () => enrolledWith(({ browser }) => appCode(browser, 'secondFactor')),
  'POST /global/staff/secondFactor/passkey': () =>
    enrolledWith(({ browser }) => passkeyAnswer(browser, 'secondFactor')),
  'DELETE /global/staff/secondFactor/passkey/{passkeyId}': () =>
    enrolledWith(async ({ id, browser }) => {
      await answerTo(browser, 'POST /global/staff/secondFactor/passkey', await passkeyAnswer(browser, 'secondFactor'))
      const { id: passkeyId } = await rowOf(app, 'staff_passkey', { staff_id: id })
      return { params: { passkeyId } }
    }),
  'DELETE /global/staff/session/{sessionId}': () =>
    enrolledWith(async ({ id }) => {
      const { token } = await aBrowserOfStaff(app, id)
      const { id: sessionId } = await rowOf(app, 'session', { token_hash: secretHash(token ?? '') })
      return { params: { sessionId } }
    }),
  'POST /global/staff/session/endOthers': () =>
    enrolledWith(async ({ id }) => {
      await aBrowserOfStaff(app, id)
      return {}
    }),
}

describe('a write of staff', () => {
  it.each(writes)('%s is stored with exactly one audit entry, or not at all', async (key) => {
    const { staff, staffId, input } = await prepare(key)

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
    expect(made).toMatchObject([{ actor: 'staff', staff_id: staffId }])
    expect(made[0]?.request_id).not.toBe('')

    const stored = await otherRows()
    await answerTo(staff, key, input)
    const repeated = (await entries()).slice(earlier.length + made.length)
    const isUnchanged = isDeepStrictEqual(await otherRows(), stored)
    if (isUnchanged) expect(repeated).toEqual([])
    else expect(repeated).toHaveLength(1)
  })
})
