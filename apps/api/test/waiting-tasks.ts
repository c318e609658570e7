import { randomInt, randomUUID } from 'node:crypto'
import type { ParcelState, StaffTaskKind } from '@cotation/domain'
import { sql } from 'kysely'
import { hashedId } from '#features/today/waiting.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from './builders.ts'
import { insertGivenUpJob } from './given-up-job.ts'
import { aRequestedCost } from './orders/additional-costs.ts'
import { aClaim, aDeliveredOrder, anAcceptedClaim } from './orders/claims.ts'
import { aPaymentOf, aReloadOf } from './orders/ledger.ts'
import { anOrderIn } from './orders/order-status.ts'
import { answerExportControl, insertExpressAccount } from './orders/orders.ts'
import { anOwedPayerReturn } from './orders/payer-returns.ts'
import { aCompany } from './promises/customers.ts'
import { anUploadOf, aProject, aQuotedProject } from './quote/quotes.ts'
import { insertRow, rowOf, updateRows } from './rows.ts'

/** A customer with a company name, which the list shows. */
export async function aWaitingCustomer(app: TestApp) {
  const { id } = await aCustomer(app)
  await updateRows(app, 'customer', { id }, { company: 'Atelier Martin' })
  return { id, browser: await aBrowserOf(app, id) }
}

export function aContactMessage(app: TestApp): Promise<string> {
  return insertRow(app.deps.db, 'contact_message', {
    name: 'Zoé',
    email: 'zoe@example.com',
    topic: 'quote',
    message: 'Bonjour',
    language: 'fr',
    created_at: app.clock.now,
  })
}

/** A question to an expert; returns its line too. */
export async function anExpertQuestion(app: TestApp): Promise<{ id: string; lineId: string }> {
  const { browser } = await aWaitingCustomer(app)
  return askExpert(app, browser)
}

/** A question of a customer or visitor about a new part. */
export async function askExpert(app: TestApp, browser: Browser): Promise<{ id: string; lineId: string }> {
  const { projectId, line } = await aQuotedProject(app, browser)
  const body = { question: 'Un prix pour 500 ?', email: 'achats@example.com' }
  await browser.call('POST /global/project/{projectId}/line/{lineId}/expert', {
    params: { projectId, lineId: line.id },
    body,
  })
  const { id } = await rowOf(app, 'manual_quote', { line_id: line.id })
  return { id, lineId: line.id }
}

async function aReceipt(app: TestApp, amountMinor: number): Promise<string> {
  const recorder = await aStaffBrowser(app)
  const { data } = await recorder.call('POST /global/staff/bank/receipt', {
    body: { bankTransactionId: randomUUID(), reference: 'C-26', amountMinor, currency: 'USD' },
  })
  return data.id
}

async function aPaymentIn(app: TestApp, state: 'held' | 'disputed'): Promise<string> {
  const { id } = await aWaitingCustomer(app)
  const order = await anOrderIn(app, id)
  return aPaymentOf(app.deps.db, id, { orderId: order.id, state, at: app.clock.now })
}

/** A refund of a payment that the provider refused. */
const aFailedRefund = (app: TestApp, intentId: string): Promise<string> =>
  insertRow(app.deps.db, 'payment_refund', {
    id: randomUUID(),
    intent_id: intentId,
    amount_minor: 100,
    usd_minor: 100,
    state: 'failed',
    reason: 'Erreur',
    asked_by: 'staff',
    asked_at: app.clock.now,
    done_at: app.clock.now,
  })

/** A job that its queue gave up. */
export const aGivenUpJob = (app: TestApp, queue: string): Promise<string> =>
  insertGivenUpJob(app.deps.db, queue, app.clock.now)

/** The subject of a task about something that has no id of its own. */
export const hashed = async (app: TestApp, text: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select ${hashedId(sql`${text}::text`)} as id`.execute(app.deps.db)
  return String(rows[0]?.id)
}

/** What a verification found at an entry of the audit; null if it found nothing. Returns the task's subject. */
export async function anAuditBreak(app: TestApp, brokenAt: number | null, isWhole = false): Promise<string> {
  const found = { broken_at: brokenAt, fault: brokenAt === null ? null : 'hash' }
  const { id } = await app.deps.db
    .insertInto('audit_verification')
    .values({ at: app.clock.now, position: 0, hash: Buffer.alloc(0), is_whole: isWhole, ...found })
    .returning('id')
    .executeTakeFirstOrThrow()
  return hashed(app, `audit ${id}`)
}

/** What staff learn from the carrier about a parcel. */
export const reportParcel = async (app: TestApp, parcelId: string, state: ParcelState) =>
  (await aStaffBrowser(app)).call('PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body: { state } })

/** Makes a task of each kind wait; returns the id of the task's subject. */
export const makeWaiting: Record<StaffTaskKind, (app: TestApp) => Promise<string>> = {
  'expert-question': async (app) => (await anExpertQuestion(app)).id,
  'contact-message': aContactMessage,

  async 'order-message'(app) {
    const { id: order_id } = await anOrderIn(app, (await aWaitingCustomer(app)).id, 'paid')
    const message = { is_visible: true, awaits_answer: true, text: 'Quand part-elle ?', at: app.clock.now }
    return insertRow(app.deps.db, 'order_message', { order_id, ...message })
  },

  'order-review': async (app) => (await anOrderIn(app, (await aWaitingCustomer(app)).id, 'paid')).id,

  async 'order-late'(app) {
    const { id, dates } = await anOrderIn(app, (await aWaitingCustomer(app)).id, 'in_production')
    const ship = app.clock.now.toISOString().slice(0, 10)
    await updateRows(app, 'customer_order', { id }, { dates: JSON.stringify({ ...dates, ship }) })
    return id
  },

  async 'delivery-late'(app) {
    const { id } = await anOrderIn(app, (await aWaitingCustomer(app)).id, 'shipped')
    const { id: parcelId } = await rowOf(app, 'parcel', { order_id: id })
    await reportParcel(app, parcelId, 'exception')
    return id
  },

  claim: async (app) => (await aClaim(await aDeliveredOrder(app, (await aWaitingCustomer(app)).id))).id,

  async 'claim-to-settle'(app) {
    const delivered = await aDeliveredOrder(app, (await aWaitingCustomer(app)).id)
    return (await anAcceptedClaim(await aStaffBrowser(app), delivered)).claim.id
  },

  async 'cost-declined'(app) {
    const { browser, cost } = await aRequestedCost(app, await aStaffBrowser(app))
    await browser.call('POST /global/additional-cost/{costId}/decline', {
      params: { costId: cost.id },
      body: { reason: 'Trop cher' },
    })
    return cost.id
  },

  'receipt-held': (app) => aReceipt(app, 1000),
  'receipt-unapproved': (app) => aReceipt(app, app.deps.config.payments.soloLimitsMinor.transfer + 1),
  'payment-held': (app) => aPaymentIn(app, 'held'),

  async 'reload-held'(app) {
    const { id } = await aWaitingCustomer(app)
    const reloadId = await aReloadOf(app.deps.db, id)
    return aPaymentOf(app.deps.db, id, { reloadId, state: 'held', at: app.clock.now })
  },

  'refund-to-send': async (app) =>
    (await anOwedPayerReturn(app, await aCompany(app), await aStaffBrowser(app))).refundId,

  async 'refund-failed'(app) {
    const { id } = await aWaitingCustomer(app)
    const order = await anOrderIn(app, id, 'paid')
    const { id: intentId } = await rowOf(app, 'payment_intent', { order_id: order.id })
    return aFailedRefund(app, intentId)
  },

  async 'reload-refund-failed'(app) {
    const { id } = await aWaitingCustomer(app)
    const reloadId = await aReloadOf(app.deps.db, id)
    return aFailedRefund(app, await aPaymentOf(app.deps.db, id, { reloadId }))
  },

  'payment-dispute': (app) => aPaymentIn(app, 'disputed'),

  async 'reload-dispute'(app) {
    const { id } = await aWaitingCustomer(app)
    const reloadId = await aReloadOf(app.deps.db, id)
    return insertRow(app.deps.db, 'reload_dispute', {
      intent_id: await aPaymentOf(app.deps.db, id, { reloadId }),
      customer_id: id,
      provider_id: `dp_${reloadId}`,
      disputed_minor: 100,
      frozen_minor: 100,
      opened_at: app.clock.now,
    })
  },

  async 'vat-number'(app) {
    const vatNumber = 'DE136695976'
    const check = { vat_number: vatNumber, result: 'unavailable', checked_at: app.clock.now } as const
    await insertRow(app.deps.db, 'vat_check', check)
    return hashed(app, vatNumber)
  },

  async 'freight-account'(app) {
    const { id } = await aWaitingCustomer(app)
    await insertExpressAccount(app, id, 'dhl', '123456789')
    return hashed(app, `${id} dhl 123456789`)
  },

  async 'export-control'(app) {
    const { browser } = await aWaitingCustomer(app)
    const { projectId } = await aQuotedProject(app, browser)
    await answerExportControl(browser, projectId, 'unknown')
    return projectId
  },

  async proposal(app) {
    const proposer = await aStaffBrowser(app)
    const { data } = await proposer.call('POST /global/staff/coupon', {
      body: {
        code: `BIG-${randomUUID().slice(0, 8).toUpperCase()}`,
        coupon: { type: 'amount', usd: 100, minGoodsUsd: 0 },
        mostUses: 1000,
        redeemableUntil: '2026-12-31T00:00:00Z',
        validDays: 30,
      },
    })
    return String(data.proposal?.id)
  },

  async 'referral-refused'(app) {
    const referrer = await aWaitingCustomer(app)
    const friend = await aCustomer(app)
    return insertRow(app.deps.db, 'referral', {
      friend_id: friend.id,
      referrer_id: referrer.id,
      code: 'AMIS2026',
      bound_at: app.clock.now,
      state: 'refused',
      reasons: ['card'],
      decided_at: app.clock.now,
    })
  },

  async 'file-unreadable'(app) {
    const { browser } = await aWaitingCustomer(app)
    const uploadId = await anUploadOf(app, browser, { state: 'failed', name: 'pièce.step' })
    const { id: projectId } = await aProject(browser)
    await insertRow(app.deps.db, 'quote_line', {
      project_id: projectId,
      upload_id: uploadId,
      position: 0,
      name: 'pièce.step',
      created_at: app.clock.now,
      updated_at: app.clock.now,
    })
    return uploadId
  },

  'mail-failed': (app) => aGivenUpJob(app, 'order-mail'),
  'job-failed': (app) => aGivenUpJob(app, 'store-upload'),
  'audit-broken': (app) => anAuditBreak(app, randomInt(1_000_000)),
}
