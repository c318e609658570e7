import { randomUUID } from 'node:crypto'
import { type StaffRight, type StaffRole, staffRights, staffRoles } from '@cotation/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secretHash } from '#core/secrets.ts'
import { addStaff, disableStaff, newStaffToken } from '#features/staff-access/staff.service.ts'
import { severalVisitors, startApp, type TestApp } from '#test/app.ts'
import { Browser } from '#test/browser.ts'
import { aStaffBrowser, aVisitor } from '#test/builders.ts'
import { insertRow } from '#test/rows.ts'
import { startVies, type TestVies } from '#test/servers/vies.ts'
import { allStaffSamples } from './callers.ts'
import { aCompany } from './customers.ts'
import { answerTo, idNamesOf, idPlacesIn, nameOf, type Place, put, roleFor, routeOf, routes } from './input-paths.ts'
import { inputOf, inputsOfAll, type SampleInput } from './route-samples.ts'
import { storedRows } from './stored-rows.ts'

const cases = allStaffSamples.flatMap((samples) => samples.keys.map((key) => ({ key, samples })))
const keys = cases.map(({ key }) => key)

let vies: TestVies
let app: TestApp

/** A second server of the same installation. */
let second: TestApp
let owner: Browser
let inputs: Record<string, SampleInput>

beforeAll(async () => {
  vies = await startVies()
  app = await startApp({ ...severalVisitors, VIES_API: vies.url })
  second = await startApp({ ...severalVisitors, DATABASE_URL: app.deps.config.databaseUrl ?? '' })
  owner = await aCompany(app)
  inputs = await inputsOfAll(allStaffSamples, app, owner)
})

afterAll(async () => {
  await second.close()
  await app.close()
  await vies.close()
})

async function codeFor(browser: Browser, key: string, input: unknown = inputOf(inputs, key)) {
  const { status, body } = await answerTo(browser, key, input)
  return [status, JSON.parse(body).code]
}

/** A member of staff with an open browser, who can be disabled. */
async function aPerson(): Promise<{ browser: Browser; email: string }> {
  const email = `${randomUUID()}@example.com`
  const browser = app.browser()
  await addStaff(app.deps, { name: 'Léa', email, role: 'administrator' })
  browser.token = await newStaffToken(app.deps, email)
  return { browser, email }
}

/** Chosen by the caller for a refund or receipt, so it names nothing. */
const newNames = ['key', 'bankTransactionId']

/**
 * Ids that name no record to act on: a photo's own id, made by the browser, and what the caller has
 * seen. If that is out of date, the call conflicts or goes on, which is tested with the slice.
 */
const seenNames: Record<string, string> = {
  'POST /global/staff/project/{projectId}/export-control': 'uploadIds',
  'POST /global/staff/tray/{code}/start': 'stepId',
  'POST /global/staff/production/run/{code}/inspection/photo/{photoId}': 'photoId',
  'POST /global/staff/production/step/{stepId}/photo/{photoId}': 'photoId',
  'POST /global/staff/production/run/{code}/inspection/value': 'corrects',
  'POST /global/staff/today/{kind}/{subjectId}/take-over': 'holderId',
  'POST /global/staff/today/{kind}/{subjectId}/done': 'seenId',
}

/** A filter in the query that matches nothing is no error. */
const namingPlaces = (key: string, input: SampleInput): Place[] =>
  idPlacesIn(input).filter(
    (place) => place[0] !== 'query' && !newNames.includes(nameOf(place)) && seenNames[key] !== nameOf(place),
  )

describe('the staff samples', () => {
  it('cover every staff route and each of its ids', () => {
    const all = routes.filter(({ route }) => route.access === 'staff').map(({ key }) => key)
    expect([...keys].sort()).toEqual(all.sort())
    for (const key of keys) {
      const named = idPlacesIn(inputOf(inputs, key)).map(nameOf)
      const missing = idNamesOf(routeOf(key)).filter((name) => !named.includes(name))
      expect({ key, missing }).toEqual({ key, missing: [] })
    }
  })
})

describe('a staff route', () => {
  it('refuses everyone else without any change (STF-1)', async () => {
    const { browser: disabled, email } = await aPerson()
    await disableStaff(app.deps, email)

    const others = [await aVisitor(app), await aCompany(app), owner]
    const before = await storedRows(app)

    for (const key of keys) {
      expect([key, ...(await codeFor(app.browser(), key))]).toEqual([key, 401, 'UNAUTHENTICATED'])
      expect([key, ...(await codeFor(disabled, key))]).toEqual([key, 401, 'UNAUTHENTICATED'])

      for (const other of others) expect([key, ...(await codeFor(other, key))]).toEqual([key, 403, 'FORBIDDEN'])

      // Before validation, so that strangers learn nothing about the form.
      const odd = routeOf(key).body ? { params: {}, body: { odd: 1 } } : { params: {} }
      expect([key, ...(await codeFor(owner, key, odd))]).toEqual([key, 403, 'FORBIDDEN'])
    }

    expect(await storedRows(app)).toEqual(before)
  })

  it.each(keys)('%s refuses an unknown id without any change', async (key) => {
    const staff = await aStaffBrowser(app, roleFor(key))
    const before = await storedRows(app)
    for (const place of namingPlaces(key, inputOf(inputs, key))) {
      expect(await codeFor(staff, key, put(inputOf(inputs, key), place, randomUUID()))).toEqual([404, 'NOT_FOUND'])
    }
    expect(await storedRows(app)).toEqual(before)
  })

  const reads = keys.filter((key) => routeOf(key).method === 'GET')
  it.each(reads)('%s answers staff', async (key) => {
    const { status, body } = await answerTo(await aStaffBrowser(app, roleFor(key)), key, inputOf(inputs, key))
    expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
  })

  /** What only the person may do to whom it belongs: tested with the slice. */
  const personal = [
    'POST /global/staff/proposal/{proposalId}/withdraw',
    'PATCH /global/staff/customer/{customerId}/note/{noteId}',
    'DELETE /global/staff/session/{sessionId}',
    'POST /global/staff/step-up',
    'POST /global/staff/step-up/passkey',
    'POST /global/staff/password',
    'POST /global/staff/secondFactor/recoveryCodes',
    'POST /global/staff/secondFactor/app/confirm',
    'POST /global/staff/secondFactor/passkey/begin',
    'POST /global/staff/secondFactor/passkey',
    'DELETE /global/staff/secondFactor/passkey/{passkeyId}',
  ]
  const writes = cases.filter(({ key }) => !personal.includes(key) && !reads.includes(key))
  it.each(writes)('$key answers staff', async ({ key, samples }) => {
    // A call can change what the next one needs, so each has its own rows.
    const browser = await aCompany(app)
    const input = inputOf(await samples.inputsOf(app, browser), key)
    const { status, body } = await answerTo(await aStaffBrowser(app, roleFor(key)), key, input)
    expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
  })
})

describe('a staff role', () => {
  const managers: readonly StaffRole[] = ['account-manager', 'administrator']
  const advisers: readonly StaffRole[] = [...managers, 'customer-success']
  const makers: readonly StaffRole[] = ['operator', 'customer-success', 'administrator']
  const cashiers: readonly StaffRole[] = [...managers, 'accountant']
  const withAccountant: readonly StaffRole[] = [...advisers, 'accountant']
  /** Written by hand, so that the author of a new route must decide which roles may call it. */
  const mayCall: Record<string, readonly StaffRole[]> = {
    'GET /global/staff/view': staffRoles,
    'POST /global/staff/view': staffRoles,
    'PATCH /global/staff/view/{viewId}': staffRoles,
    'DELETE /global/staff/view/{viewId}': staffRoles,
    'GET /global/staff/find': staffRoles,
    'GET /global/staff/order-move': makers,
    'GET /global/staff/list/orders': staffRoles,
    'GET /global/staff/list/orders/export': cashiers,
    'GET /global/staff/list/customers': advisers,
    // Customer success may see customers but not download them; accountants the other way round.
    'GET /global/staff/list/customers/export': managers,
    'GET /global/staff/list/claims': staffRoles,
    'GET /global/staff/list/claims/export': cashiers,
    'GET /global/staff/list/expert-questions': advisers,
    'GET /global/staff/list/expert-questions/export': managers,
    'GET /global/staff/expert/{lineId}': advisers,
    'GET /global/staff/expert/{lineId}/similar': advisers,
    'GET /global/staff/expert/{lineId}/mesh': advisers,
    'GET /global/staff/expert/{lineId}/file/{uploadId}': staffRoles,
    'GET /global/staff/expert/{lineId}/drawing/{uploadId}': staffRoles,
    'GET /global/staff/project/{projectId}': advisers,
    'GET /global/staff/project/{projectId}/line/{lineId}/mesh': advisers,
    'GET /global/staff/project/{projectId}/file/{uploadId}': staffRoles,
    'POST /global/staff/expert/{lineId}/draft': advisers,
    'POST /global/staff/expert/{lineId}/answer': advisers,
    'POST /global/staff/expert/{lineId}/decline': advisers,
    'GET /global/staff/list/additional-costs': withAccountant,
    'GET /global/staff/list/additional-costs/export': cashiers,
    'GET /global/staff/list/mails': advisers,
    'GET /global/staff/list/mails/export': managers,
    'GET /global/staff/mail/{mailId}': advisers,
    'POST /global/staff/mail/{mailId}/resend': advisers,
    'GET /global/staff/customer/{customerId}': advisers,
    'GET /global/staff/customer/{customerId}/quote': advisers,
    'GET /global/staff/customer/{customerId}/file': advisers,
    'GET /global/staff/customer/{customerId}/file/{uploadId}': staffRoles,
    'POST /global/staff/customer/{customerId}/flag': advisers,
    'DELETE /global/staff/customer/{customerId}/flag': advisers,
    'GET /global/staff/customer/{customerId}/view': advisers,
    'POST /global/staff/customer/{customerId}/view': advisers,
    'POST /global/staff/customer/{customerId}/view/end': advisers,
    'POST /global/staff/customer/{customerId}/note': advisers,
    'PATCH /global/staff/customer/{customerId}/note/{noteId}': advisers,
    'DELETE /global/staff/customer/{customerId}/note/{noteId}': advisers,
    'GET /global/staff/job': ['administrator'],
    'POST /global/staff/job/{jobId}/retry': ['administrator'],
    'GET /global/staff/list/production': makers,
    'GET /global/staff/list/trays': makers,
    'GET /global/staff/list/trays/export': ['administrator'],
    'GET /global/staff/tray-candidate': makers,
    'POST /global/staff/tray': ['operator', 'administrator'],
    'GET /global/staff/tray/{code}': makers,
    'POST /global/staff/tray/{code}/content': ['operator', 'administrator'],
    'POST /global/staff/tray/{code}/start': ['operator', 'administrator'],
    'POST /global/staff/tray/{code}/done': ['operator', 'administrator'],
    'GET /global/staff/tray/{code}/failure': makers,
    'POST /global/staff/tray/{code}/fail': ['operator', 'administrator'],
    'GET /global/staff/tray/{code}/model': makers,
    // Operators see the list but may download none; accountants the other way round.
    'GET /global/staff/list/production/export': ['administrator'],
    'GET /global/staff/order/{orderId}/production': makers,
    'GET /global/staff/production/run/{code}': makers,
    'GET /global/staff/production/run/{code}/mesh': makers,
    'GET /global/staff/production/run/{code}/traveller': makers,
    'POST /global/staff/production/step/{stepId}/report': ['operator', 'administrator'],
    'POST /global/staff/production/step/{stepId}/photo/{photoId}': ['operator', 'administrator'],
    'DELETE /global/staff/production/step/{stepId}/photo/{photoId}': ['operator', 'administrator'],
    'GET /global/staff/production/photo/{photoId}': makers,
    'GET /global/staff/production/run/{code}/inspection': makers,
    'GET /global/staff/order/{orderId}/inspection': staffRoles,
    'POST /global/staff/production/run/{code}/inspection/value': ['operator', 'administrator'],
    'POST /global/staff/production/run/{code}/inspection/photo/{photoId}': ['operator', 'administrator'],
    'DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}': ['operator', 'administrator'],
    'POST /global/staff/production/run/{code}/inspection/conclusion': ['operator', 'administrator'],
    'GET /global/staff/inspection/photo/{photoId}': staffRoles,
    'GET /global/staff/inspection/{inspectionId}/report': staffRoles,
    'GET /global/staff/order/{orderId}': staffRoles,
    'GET /global/staff/referral/refused': advisers,
    'POST /global/staff/customer/{customerId}/expressAccount': advisers,
    'POST /global/staff/order/{orderId}/move': makers,
    'POST /global/staff/order/{orderId}/parcel': makers,
    'PATCH /global/staff/parcel/{parcelId}': makers,
    'DELETE /global/staff/parcel/{parcelId}': makers,
    'GET /global/staff/parcel/{parcelId}/document/{kind}': staffRoles,
    'POST /global/staff/order/{orderId}/cancel': advisers,
    'POST /global/staff/project/{projectId}/export-control': managers,
    'POST /global/staff/order/{orderId}/refund': cashiers,
    'POST /global/staff/order/{orderId}/additional-cost': advisers,
    'POST /global/staff/additional-cost/{costId}/picture': advisers,
    'GET /global/staff/additional-cost': withAccountant,
    'GET /global/staff/order/{orderId}/additional-cost': withAccountant,
    'GET /global/staff/additional-cost/{costId}/picture': withAccountant,
    'GET /global/staff/additional-cost/{costId}/invoice': withAccountant,
    'GET /global/staff/additional-cost/{costId}': withAccountant,
    'POST /global/staff/additional-cost/{costId}/withdraw': advisers,
    'POST /global/staff/additional-cost/{costId}/refund': cashiers,
    'POST /global/staff/reload/{reloadId}/refund': cashiers,
    'POST /global/staff/bank/receipt': cashiers,
    'POST /global/staff/bank/receipt/{receiptId}/approve': cashiers,
    'POST /global/staff/bank/receipt/{receiptId}/resolve': cashiers,
    'GET /global/staff/vat-check': managers,
    'GET /global/staff/vat-check/{vatNumber}': managers,
    'POST /global/staff/vat-check/{vatNumber}/ask': managers,
    'POST /global/staff/vat-check/release': managers,
    'GET /global/staff/dispute': managers,
    'POST /global/staff/dispute/{disputeId}/release': managers,
    'GET /global/staff/payer-return': cashiers,
    'POST /global/staff/payer-return/{refundId}/sent': cashiers,
    'POST /global/staff/customer/{customerId}/credit': managers,
    'POST /global/staff/customer/{customerId}/settlement': cashiers,
    'PATCH /global/staff/customer/{customerId}': advisers,
    'POST /global/staff/customer/{customerId}/manager': managers,
    'DELETE /global/staff/customer/{customerId}/manager': managers,
    'PATCH /global/staff/me': staffRoles,
    'POST /global/staff/coupon': advisers,
    'GET /global/staff/order/{orderId}/document/{kind}': staffRoles,
    'GET /global/staff/order/{orderId}/file': staffRoles,
    'GET /global/staff/order/{orderId}/file/{uploadId}': staffRoles,
    'GET /global/staff/order/{orderId}/drawing/{uploadId}': staffRoles,
    'GET /global/staff/order/{orderId}/line/{lineId}/mesh': staffRoles,
    'GET /global/staff/order/{orderId}/message': staffRoles,
    'POST /global/staff/order/{orderId}/note': staffRoles,
    'POST /global/staff/order/{orderId}/message': advisers,
    'GET /global/staff/today': staffRoles,
    'POST /global/staff/today/live': staffRoles,
    'POST /global/staff/today/{kind}/{subjectId}/hold': staffRoles,
    'POST /global/staff/today/{kind}/{subjectId}/release': staffRoles,
    'POST /global/staff/today/{kind}/{subjectId}/take-over': staffRoles,
    'POST /global/staff/today/{kind}/{subjectId}/done': staffRoles,
    'GET /global/staff/contact-message/{messageId}': advisers,
    'GET /global/staff/me/notices': staffRoles,
    'PATCH /global/staff/me/notices': staffRoles,
    'PATCH /global/staff/me/shortcuts': staffRoles,
    'GET /global/staff/list/proposals': withAccountant,
    'GET /global/staff/list/proposals/export': cashiers,
    'GET /global/staff/proposal/{proposalId}': withAccountant,
    'POST /global/staff/proposal/{proposalId}/approve': cashiers,
    'POST /global/staff/proposal/{proposalId}/refuse': cashiers,
    'POST /global/staff/proposal/{proposalId}/withdraw': withAccountant,
    'GET /global/staff/afterSale': staffRoles,
    'GET /global/staff/afterSale/{claimId}': staffRoles,
    'GET /global/staff/afterSale/{claimId}/evidence': staffRoles,
    'GET /global/staff/afterSale/photo/{photoId}': staffRoles,
    'POST /global/staff/afterSale/{claimId}/accept': advisers,
    'POST /global/staff/afterSale/{claimId}/question': advisers,
    'POST /global/staff/afterSale/{claimId}/reject': advisers,
    'POST /global/staff/afterSale/{claimId}/settle': cashiers,
    'POST /global/staff/afterSale/{claimId}/order': advisers,
    'GET /global/staff/order/{orderId}/review/photo/{photoId}': staffRoles,
    'GET /global/staff/loyalty/without-manager': managers,
    'GET /global/staff/audit/entry/{position}': ['administrator'],
    'GET /global/staff/audit/verification': ['administrator'],
    'GET /global/staff/list/audit': ['administrator'],
    'GET /global/staff/list/audit/export': ['administrator'],
    'GET /global/staff/list/security-events': ['administrator'],
    'GET /global/staff/list/security-events/export': ['administrator'],
    'POST /global/staff/archive/{customerId}': ['accountant'],
    'POST /global/staff/archive/{customerId}/invoice': ['accountant'],
    'GET /global/staff/me': staffRoles,
    'POST /global/staff/logout': staffRoles,
    'GET /global/staff/session': staffRoles,
    'DELETE /global/staff/session/{sessionId}': staffRoles,
    'POST /global/staff/session/endOthers': staffRoles,
    'POST /global/staff/step-up': staffRoles,
    'POST /global/staff/step-up/passkey/begin': staffRoles,
    'POST /global/staff/step-up/passkey': staffRoles,
    'POST /global/staff/password': staffRoles,
    'GET /global/staff/secondFactor': staffRoles,
    'POST /global/staff/secondFactor/recoveryCodes': staffRoles,
    'POST /global/staff/secondFactor/app/begin': staffRoles,
    'POST /global/staff/secondFactor/app/confirm': staffRoles,
    'POST /global/staff/secondFactor/passkey/begin': staffRoles,
    'POST /global/staff/secondFactor/passkey': staffRoles,
    'DELETE /global/staff/secondFactor/passkey/{passkeyId}': staffRoles,
    'GET /global/staff/member': ['administrator'],
    'POST /global/staff/member': ['administrator'],
    'PATCH /global/staff/member/{staffId}': ['administrator'],
    'POST /global/staff/member/{staffId}/disable': ['administrator'],
    'POST /global/staff/member/{staffId}/enable': ['administrator'],
    'POST /global/staff/member/{staffId}/resetFactor': ['administrator'],
    'POST /global/staff/member/{staffId}/endSessions': ['administrator'],
    'GET /global/staff/role': ['administrator'],
    'POST /global/staff/role': ['administrator'],
    'PATCH /global/staff/role/{roleId}': ['administrator'],
    'DELETE /global/staff/role/{roleId}': ['administrator'],
  }
  const logoutKey = 'POST /global/staff/logout'
  const allowed = (key: string, role: StaffRole) => mayCall[key]?.includes(role) ?? false

  it('is declared for every staff route', () => {
    expect(keys.filter((key) => !(key in mayCall))).toEqual([])
  })

  it.each(staffRoles)('%s may call no other route, and nothing changes (STF-1)', async (role) => {
    const browser = await aStaffBrowser(app, role)
    const before = await storedRows(app)

    for (const key of keys.filter((one) => !allowed(one, role))) {
      expect([key, ...(await codeFor(browser, key))]).toEqual([key, 403, 'FORBIDDEN'])

      // The answer must not reveal who is a customer.
      for (const place of namingPlaces(key, inputOf(inputs, key))) {
        const stranger = put(inputOf(inputs, key), place, randomUUID())
        expect([key, ...(await codeFor(browser, key, stranger))]).toEqual([key, 403, 'FORBIDDEN'])
      }
    }

    expect(await storedRows(app)).toEqual(before)
  })

  it.each(staffRoles)('%s may call the routes of its rights', async (role) => {
    const browser = await aStaffBrowser(app, role)
    const mine = keys.filter((one) => allowed(one, role) && one !== logoutKey)
    // Last, because no call is possible after it.
    for (const key of [...mine, logoutKey]) {
      const { status, body } = await answerTo(browser, key, inputOf(inputs, key))
      // The role may call it, although not for what belongs to a colleague.
      const isForColleague = /"code":"NOT_YOUR_(PROPOSAL|CUSTOMER|NOTE)"/.test(body)
      if (!isForColleague) expect([key, status]).not.toEqual([key, expect.toBeOneOf([401, 403])])
    }
  })
})

describe('a role that the shop has made', () => {
  const rightOf = (key: string) => routeOf(key).right

  it.each(staffRights)('may call exactly the routes of its only right, %s', async (right) => {
    const role = { name: `Only ${right}`, rights: [right], created_at: app.clock.now }
    const browser = await aStaffBrowser(app, { ownRoleId: await insertRow(app.deps.db, 'staff_role', role) })

    // With an unknown field, so that nothing changes: a call that is allowed is refused later.
    for (const key of keys.filter((one) => rightOf(one) !== 'staff.self')) {
      const { params } = inputOf(inputs, key)
      const [status, code] = await codeFor(browser, key, { params, query: { odd: '1' } })
      const isForbidden = status === 403 && code === 'FORBIDDEN'
      expect({ key, isForbidden }).toEqual({ key, isForbidden: rightOf(key) !== right })
    }
  })
})

describe('step-up', () => {
  /** Rights whose writes need a second factor of the last ten minutes. */
  const secured: readonly StaffRight[] = [
    'money.receive',
    'money.refund',
    'money.approve',
    'credit.grant',
    'coupons.issue',
    'archive.read',
    'staff.admin',
    'orders.cancel',
  ]

  it('is declared for every write of money, cancellations, coupons, archive and staff', () => {
    const missing = keys.filter((key) => {
      const { right, method, stepUp } = routeOf(key)
      return right !== undefined && secured.includes(right) && method !== 'GET' && !stepUp
    })
    expect(missing).toEqual([])
  })

  it('is declared for every call that takes rows out of the shop as a file', () => {
    const exports = keys.filter((key) => routeOf(key).right === 'data.export' || key.endsWith('/export'))
    expect(exports).not.toEqual([])
    expect(exports.filter((key) => !routeOf(key).stepUp)).toEqual([])
  })

  it('is declared for the release of a disputed reload, which opens a balance again', () => {
    expect(routeOf('POST /global/staff/dispute/{disputeId}/release').stepUp).toBe(true)
  })

  it('refuses each declared call without a fresh second factor, and nothing changes', async () => {
    const secure = keys.filter((key) => routeOf(key).stepUp)
    const staff = new Map<StaffRole, Browser>()
    for (const role of new Set(secure.map(roleFor))) {
      const browser = await aStaffBrowser(app, role)
      const tokenHash = secretHash(browser.token ?? '')
      const over = { stepped_up_until: app.clock.now }
      await app.deps.db.updateTable('session').set(over).where('token_hash', '=', tokenHash).execute()
      staff.set(role, browser)
    }

    const before = await storedRows(app)
    for (const key of secure) {
      const browser = staff.get(roleFor(key)) ?? app.browser()
      expect([key, ...(await codeFor(browser, key))]).toEqual([key, 403, 'STEP_UP_REQUIRED'])
    }
    expect(await storedRows(app)).toEqual(before)
  })
})

describe('a staff token', () => {
  it('is revoked on every server at once if the person is disabled (SES-1)', async () => {
    const key = 'GET /global/staff/order/{orderId}'
    const { browser, email } = await aPerson()
    const elsewhere = new Browser(second.url)
    elsewhere.token = browser.token
    expect((await codeFor(elsewhere, key))[0]).toBe(200)
    await disableStaff(app.deps, email)
    for (const server of [elsewhere, browser]) expect(await codeFor(server, key)).toEqual([401, 'UNAUTHENTICATED'])
  })

  it("is revoked if only the person's row is disabled", async () => {
    const { browser, email } = await aPerson()
    const ended = { disabled_at: app.clock.now }
    await app.deps.db.updateTable('staff_member').set(ended).where('email', '=', email).execute()
    expect(await codeFor(browser, 'GET /global/staff/order/{orderId}')).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('counts as anonymous on public routes, and nothing is stored for it', async () => {
    const staff = await aStaffBrowser(app)
    expect((await staff.call('GET /global/common/index', {})).data.userInfo).toEqual({})
    const { data } = await staff.call('POST /global/quote/visitor', { body: { agreeDisclaimer: true } })
    expect(data.accessToken).not.toBe(staff.token)
    expect((await codeFor(staff, 'GET /global/staff/order/{orderId}'))[0]).toBe(200)
  })

  it('cannot upload a file', async () => {
    const staff = await aStaffBrowser(app)
    const before = await storedRows(app)
    const { status } = await staff.fetch('/gateway/upload', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
    })

    expect(status).toBe(401)
    expect(await storedRows(app)).toEqual(before)
  })
})
