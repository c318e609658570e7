import { allRoutes, type Route } from '@cotation/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretHash } from '#core/secrets.ts'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import { auditEntries } from '#test/audit-entries.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { rowOf } from '#test/rows.ts'
import { allStaffSamples } from './callers.ts'
import { aCompany, customerOf } from './customers.ts'
import { answerTo, roleFor } from './input-paths.ts'
import { inputOf, type RouteSamples, type SampleInput } from './route-samples.ts'

/** Files that are not of one customer, each with the reason. */
const ofNoCustomer: Record<string, string> = {
  'GET /global/staff/tray/{code}/model': 'A tray holds parts of several customers: its entry names the tray.',
}

const contentTypesOf = ({ output }: Route) => ('bytes' in output ? output.bytes : [])

/** What an export lists is no file of a customer: its entry names the list. */
const isExport = (route: Route) => contentTypesOf(route).some((type) => type.startsWith('text/csv'))

const files = allRoutes
  .filter((route: Route) => route.access === 'staff' && contentTypesOf(route).length > 0 && !isExport(route))
  .map(({ method, path }) => `${method} ${path}`)

const exports = allRoutes
  .filter((route: Route) => route.access === 'staff' && isExport(route))
  .map(({ method, path }) => `${method} ${path}`)

interface Belongings {
  customerId: string
  inputs: Record<string, SampleInput>
}

let app: TestApp
const belongings = new Map<RouteSamples, Promise<Belongings>>()

beforeAll(async () => {
  app = await startApp(severalVisitors)
  await sql`create function refuse_audit() returns trigger language plpgsql as $$
    begin raise exception 'the audit refuses'; end $$`.execute(app.deps.db)
  await sql`create trigger refuse_audit before insert on audit_entry
    for each row execute function refuse_audit()`.execute(app.deps.db)
  await acceptEntries()
})

afterAll(() => app.close())

const acceptEntries = () => sql`alter table audit_entry disable trigger refuse_audit`.execute(app.deps.db)
const refuseEntries = () => sql`alter table audit_entry enable trigger refuse_audit`.execute(app.deps.db)

/** What a customer has, once for all calls of a slice: they only read. */
function belongingsFor(key: string): Promise<Belongings> {
  const samples = allStaffSamples.find(({ keys }) => keys.includes(key))
  if (!samples) throw new Error(`no sample of ${key}`)

  const made = belongings.get(samples) ?? make(samples)
  belongings.set(samples, made)
  return made
}

async function make(samples: RouteSamples): Promise<Belongings> {
  const company = await aCompany(app)
  return { customerId: await customerOf(app, company), inputs: await samples.inputsOf(app, company) }
}

/** A new member of staff in a role that may call it, and the entries of this member. */
async function aMemberFor(key: string) {
  const staff = await aStaffBrowser(app, roleFor(key))
  const { staff_id } = await rowOf(app, 'session', { token_hash: secretHash(staff.token ?? '') })
  const administrator = await aStaffBrowser(app)

  const entries = () => auditEntries(administrator, { person: `in:${staff_id}` })
  return { staff, entries }
}

describe('a file that staff get', () => {
  it.each(files)('%s is sent with an audit entry that names its subject and customer, or not at all', async (key) => {
    const { customerId, inputs } = await belongingsFor(key)
    const { staff, entries } = await aMemberFor(key)

    await refuseEntries()
    const refused = await answerTo(staff, key, inputOf(inputs, key))
    await acceptEntries()
    expect(refused.status).toBeGreaterThanOrEqual(500)

    expect(await answerTo(staff, key, inputOf(inputs, key))).toMatchObject({ status: 200 })
    const made = await entries()
    expect(made).toMatchObject([{ customer: key in ofNoCustomer ? null : { id: customerId } }])
    expect(made[0]?.subjectId?.name).not.toBe(made[0]?.subjectId?.id)

    // What a screen loads by itself is recorded once a day, a download each time.
    const isView = made[0]?.action === 'file.viewed'
    expect(await answerTo(staff, key, inputOf(inputs, key))).toMatchObject({ status: 200 })
    expect(await entries()).toHaveLength(isView ? 1 : 2)
  })

  it.each(exports)('%s is sent with an audit entry that names the list', async (key) => {
    const { inputs } = await belongingsFor(key)
    const { staff, entries } = await aMemberFor(key)

    expect(await answerTo(staff, key, inputOf(inputs, key))).toMatchObject({ status: 200 })
    expect(await entries()).toMatchObject([{ action: 'list.exported', subjectKind: 'list' }])
  })

  it('has no exception that is no file of staff', () => {
    expect(Object.keys(ofNoCustomer).filter((key) => !files.includes(key))).toEqual([])
  })
})
