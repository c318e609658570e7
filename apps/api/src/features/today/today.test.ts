import { randomUUID } from 'node:crypto'
import {
  daysLate,
  type ParcelState,
  type PaymentEventType,
  type StaffTaskKind,
  staffTaskKinds,
  staffTaskRules,
} from '@cotation/domain'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Trx } from '#db/database.ts'
import { answerQuestion } from '#features/quote/commands/expert.service.ts'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOfStaff, aCustomer, aStaffBrowser, aStaffMember, aVisitor, useStaff } from '#test/builders.ts'
import { LiveEvents } from '#test/live-events.ts'
import { aDeliveredOrder, anAcceptedClaim } from '#test/orders/claims.ts'
import { anOrderIn, moveTo } from '#test/orders/order-status.ts'
import { answerExportControl } from '#test/orders/orders.ts'
import { aQuotedProject, someLines } from '#test/quote/quotes.ts'
import { insertRow, rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { untilBlockedBy } from '#test/until-blocked.ts'
import { useApp } from '#test/use-app.ts'
import {
  aContactMessage,
  aGivenUpJob,
  anAuditBreak,
  anExpertQuestion,
  askExpert,
  aWaitingCustomer,
  hashed,
  makeWaiting,
  reportParcel,
} from '#test/waiting-tasks.ts'
import { deleteHold, insertDone, insertHold } from './today.repository.ts'
import { waitingTasks } from './waiting.ts'

const app = useApp(severalVisitors)
const staff = useStaff(app)

type Kind = (typeof staffTaskKinds)[number]

async function listed(browser: Browser, query: { kind?: Kind; holder?: 'all' | 'mine' | 'free' } = {}) {
  const { data } = await browser.call('GET /global/staff/today', { query })
  return data
}

async function findListed(browser: Browser, kind: Kind, subjectId: string) {
  const { tasks } = await listed(browser, { kind })
  return tasks.find((task) => task.subjectId === subjectId)
}

const actionOn = (browser: Browser, action: 'hold' | 'release', kind: Kind, subjectId: string) =>
  browser.call(`POST /global/staff/today/{kind}/{subjectId}/${action}`, { params: { kind, subjectId } })

const markDone = (browser: Browser, kind: Kind, subjectId: string) =>
  browser.call('POST /global/staff/today/{kind}/{subjectId}/done', {
    params: { kind, subjectId },
    body: { seenId: subjectId },
  })

/** Takes over from the holder who was seen, else from someone who does not hold it any more. */
const takeOver = (browser: Browser, kind: Kind, subjectId: string, holderId: string = randomUUID()) =>
  browser.call('POST /global/staff/today/{kind}/{subjectId}/take-over', {
    params: { kind, subjectId },
    body: { reason: 'Congé', holderId },
  })

const hoursAfter = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()

describe('the list of what waits for staff', () => {
  it.each(staffTaskKinds)('contains %s with a due time, free, and counted', async (kind) => {
    const before = (await listed(staff)).counts.find((count) => count.kind === kind)?.total ?? 0
    const subjectId = await makeWaiting[kind](app)

    const task = await findListed(staff, kind, subjectId)
    expect(task).toMatchObject({ kind, holder: null, title: expect.stringMatching(/./) })
    const { promisedHours } = staffTaskRules[kind]
    expect(task?.dueAt).toBe(hoursAfter(task?.since ?? '', promisedHours))

    const { counts } = await listed(staff)
    expect(counts.find((count) => count.kind === kind)).toMatchObject({ total: before + 1 })
  })

  /** What the screens read to which tasks lead; other tasks open a dialog of the list. */
  const screens: Readonly<Record<string, (id: string) => Promise<{ status: number }>>> = {
    '/experts/{id}': (lineId) => staff.call('GET /global/staff/expert/{lineId}', { params: { lineId } }),
    '/orders/{id}': (orderId) => staff.call('GET /global/staff/order/{orderId}', { params: { orderId } }),
    '/claims/{id}': (claimId) => staff.call('GET /global/staff/afterSale/{claimId}', { params: { claimId } }),
    '/additional-costs/{id}': (costId) =>
      staff.call('GET /global/staff/additional-cost/{costId}', { params: { costId } }),
    '/customers/{id}': (customerId) =>
      staff.call('GET /global/staff/customer/{customerId}', { params: { customerId } }),
    '/projects/{id}': (projectId) => staff.call('GET /global/staff/project/{projectId}', { params: { projectId } }),
    '/vat-numbers/{id}': (vatNumber) =>
      staff.call('GET /global/staff/vat-check/{vatNumber}', { params: { vatNumber } }),
    '/proposals/{id}': (proposalId) =>
      staff.call('GET /global/staff/proposal/{proposalId}', { params: { proposalId } }),
    '/mails/{id}': (mailId) => staff.call('GET /global/staff/mail/{mailId}', { params: { mailId } }),
  }

  it.each(staffTaskKinds.filter((kind) => staffTaskRules[kind].path in screens))(
    'leads to a target of %s that exists',
    async (kind) => {
      const subjectId = await makeWaiting[kind](app)
      const task = await findListed(staff, kind, subjectId)

      const answer = await screens[staffTaskRules[kind].path]?.(task?.targetId ?? '')
      expect(answer?.status).toBe(200)
    },
  )

  it('does not lead to an order from a payment that is held for a reload', async () => {
    const intentId = await makeWaiting['reload-held'](app)
    const { reload_id: targetId } = await rowOf(app, 'payment_intent', { id: intentId })

    expect(await findListed(staff, 'payment-held', intentId)).toBeUndefined()
    expect(await findListed(staff, 'reload-held', intentId)).toMatchObject({ targetId, customer: 'Atelier Martin' })
  })

  it('does not lead to an order from a failed refund of a reload', async () => {
    const refundId = await makeWaiting['reload-refund-failed'](app)
    const { intent_id } = await rowOf(app, 'payment_refund', { id: refundId })
    const { reload_id: targetId } = await rowOf(app, 'payment_intent', { id: intent_id })

    expect(await findListed(staff, 'refund-failed', refundId)).toBeUndefined()
    expect(await findListed(staff, 'reload-refund-failed', refundId)).toMatchObject({ targetId })
  })

  it('is sorted by due time and names the customer and the amount', async () => {
    const id = await makeWaiting['order-review'](app)
    const { tasks } = await listed(staff)

    const dues = tasks.map(({ dueAt }) => dueAt)
    expect(dues).toEqual([...dues].sort())
    const { number, total_minor } = await rowOf(app, 'customer_order', { id })
    expect(tasks).toContainEqual(
      expect.objectContaining({ title: number, customer: 'Atelier Martin', amountMinor: Number(total_minor) }),
    )
  })

  it('names a visitor who asks an expert by the e-mail address', async () => {
    const { id } = await askExpert(app, await aVisitor(app))
    expect(await findListed(staff, 'expert-question', id)).toMatchObject({ customer: 'achats@example.com' })
  })

  it('shows an operator orders, and neither questions nor money', async () => {
    for (const kind of staffTaskKinds) await makeWaiting[kind](app)
    const operator = await aStaffBrowser(app, 'operator')

    const { counts, tasks } = await listed(operator)
    const kinds = ['order-review', 'order-late', 'delivery-late']
    expect(counts.map(({ kind }) => kind)).toEqual(kinds)
    expect(new Set(tasks.map(({ kind }) => kind))).toEqual(new Set(kinds))
    expect((await listed(operator, { kind: 'receipt-held' })).tasks).toEqual([])
  })

  it('hides proposals and receipts from the person who made them', async () => {
    const maker = await aStaffBrowser(app)
    const { data } = await maker.call('POST /global/staff/bank/receipt', {
      body: {
        bankTransactionId: 'own',
        reference: 'C',
        amountMinor: app.deps.config.payments.soloLimitsMinor.transfer + 1,
        currency: 'USD',
      },
    })

    expect(await findListed(maker, 'receipt-unapproved', data.id)).toBeUndefined()
    expect(await findListed(staff, 'receipt-unapproved', data.id)).toBeDefined()
  })

  it('counts a task as late once its time is over', async () => {
    const late = async () => (await listed(staff)).counts.find(({ kind }) => kind === 'claim')?.late
    const id = await makeWaiting.claim(app)
    expect(await late()).toBe(0)

    const yesterday = new Date(app.clock.now.getTime() - 86_400_001)
    await updateRows(app, 'after_sale_event', { claim_id: id }, { at: yesterday })
    expect(await late()).toBe(1)
  })

  // Midnight in the shop is at 23:00 in winter.
  it.each(['22:59:59', '23:00:00', '23:00:01'])(
    'counts the days of a late order at %s as its list does',
    async (time) => {
      const start = app.clock.now
      const orderId = await makeWaiting['order-late'](app)
      const { dates } = await rowOf(app, 'customer_order', { id: orderId })
      app.clock.now = new Date(`${dates.ship}T${time}Z`)
      const reader = await aStaffBrowser(app)
      const task = await findListed(reader, 'order-late', orderId)
      const { counts, tasks } = await listed(reader, { kind: 'order-late' })
      const { data } = await reader.call('GET /global/staff/list/orders', { query: { columns: 'number,daysLate' } })
      const { now } = app.clock
      app.clock.now = start

      const shown = data.rows.find(({ id }) => id === orderId)?.daysLate
      expect(shown).toBe(time < '23' ? 0 : 1)
      const lateOf = (dueAt = '') => daysLate(app.deps.config.timeZone, new Date(dueAt), now)
      expect(lateOf(task?.dueAt)).toBe(shown)
      const late = tasks.filter(({ dueAt }) => lateOf(dueAt) > 0)
      expect(counts.find(({ kind }) => kind === 'order-late')?.late).toBe(late.length)
    },
  )

  it.each(['22:59:59', '23:00:00', '23:00:01'])(
    'contains a shipped order from the day on which its list shows it late, at %s',
    async (time) => {
      const start = app.clock.now
      const { id, dates } = await anOrderIn(app, (await aWaitingCustomer(app)).id, 'shipped')
      app.clock.now = new Date(`${dates.deliveryLatest}T${time}Z`)
      const reader = await aStaffBrowser(app)
      const task = await findListed(reader, 'delivery-late', id)
      const { tasks } = await listed(reader, { kind: 'delivery-late' })
      const query = { columns: 'number,daysLate', status: 'in:shipped', daysLate: 'gte:1' }
      const { data } = await reader.call('GET /global/staff/list/orders', { query })
      app.clock.now = start

      const shown = data.rows.find((row) => row.id === id)?.daysLate
      const endOfDay = `${dates.deliveryLatest}T23:00:00.000Z`
      expect(shown).toBe(time < '23' ? undefined : 1)
      expect([task?.since, task?.dueAt]).toEqual(time < '23' ? [undefined, undefined] : [endOfDay, endOfDay])
      if (task) expect(daysLate(app.deps.config.timeZone, new Date(task.dueAt), new Date(endOfDay))).toBe(shown)
      expect(tasks.map(({ subjectId }) => subjectId)).toEqual(expect.arrayContaining(data.rows.map((row) => row.id)))
    },
  )

  it('finds late deliveries through indexes', async () => {
    const scope = { now: app.clock.now, timeZone: app.deps.config.timeZone, staffId: randomUUID() }
    const plan = await app.deps.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select * from ${waitingTasks(['delivery-late'], scope)} task`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })

    expect(plan).toContain('customer_order_due')
    expect(plan).toContain('parcel_exception')
    expect(plan).not.toContain('Seq Scan on customer_order')
    expect(plan).not.toContain('Seq Scan on parcel')
  })
})

describe('a task', () => {
  it('ends with its cause: a question that is answered, an order in production', async () => {
    const question = await anExpertQuestion(app)
    const orderId = await makeWaiting['order-review'](app)

    await answerQuestion(app.deps, question.lineId, {
      state: 'answered',
      unitMinor: 1250,
      workingDays: 8,
      note: '',
      answeredBy: 'Léa',
    })
    await moveTo(app, orderId, 'in_review')
    expect(await findListed(staff, 'order-review', orderId)).toBeDefined()
    await moveTo(app, orderId, 'in_production')

    expect(await findListed(staff, 'expert-question', question.id)).toBeUndefined()
    expect(await findListed(staff, 'order-review', orderId)).toBeUndefined()
  })

  it('stays until a late order ends, however late the order is', async () => {
    const orderId = await makeWaiting['order-late'](app)
    const weeks = 3 * 7 * 24 * 3600
    app.clock.advance(weeks)
    const colleague = await aStaffBrowser(app)
    expect(await findListed(colleague, 'order-late', orderId)).toMatchObject({ holder: null })

    await moveTo(app, orderId, 'refunded')
    expect(await findListed(colleague, 'order-late', orderId)).toBeUndefined()
    app.clock.advance(-weeks)
  })

  it('stays until a late delivery has arrived, however late it is', async () => {
    const { id, dates } = await anOrderIn(app, (await aWaitingCustomer(app)).id, 'shipped')
    const start = app.clock.now
    app.clock.now = new Date(hoursAfter(`${dates.deliveryLatest}T00:00:00Z`, 3 * 7 * 24))
    const colleague = await aStaffBrowser(app)
    const task = await findListed(colleague, 'delivery-late', id)

    await moveTo(app, id, 'delivered')
    const ended = await findListed(colleague, 'delivery-late', id)
    app.clock.now = start
    expect(task).toMatchObject({ holder: null, targetId: id, customer: 'Atelier Martin' })
    expect(ended).toBeUndefined()
  })

  it('begins with the incident of a parcel, ends when that moves on, and begins again', async () => {
    const id = await makeWaiting['delivery-late'](app)
    const { id: parcelId } = await rowOf(app, 'parcel', { order_id: id })
    const since = async () => (await findListed(staff, 'delivery-late', id))?.since
    const reportLater = async (state: ParcelState, note = '') => {
      app.clock.advance(3600)
      const at = app.clock.now.toISOString()
      await staff.call('PATCH /global/staff/parcel/{parcelId}', { params: { parcelId }, body: { state, note } })
      return at
    }

    const firstAt = app.clock.now.toISOString()
    await reportLater('exception', 'Adresse incomplète')
    expect(await since()).toBe(firstAt)

    await reportLater('in_transit')
    expect(await since()).toBeUndefined()
    const secondAt = await reportLater('exception')
    expect(await since()).toBe(secondAt)

    await reportLater('delivered')
    expect((await rowOf(app, 'customer_order', { id })).status).toBe('delivered')
    expect(await since()).toBeUndefined()
  })

  it('waits for a stuck parcel that left before the rest of its order, and ends with the order', async () => {
    const { id } = await anOrderIn(app, (await aWaitingCustomer(app)).id, 'quality_check')
    const { data } = await staff.call('POST /global/staff/order/{orderId}/parcel', {
      params: { orderId: id },
      body: { carrier: 'fedex', trackingNumber: `FX ${id}` },
    })
    await reportParcel(app, data.id, 'in_transit')
    expect(await findListed(staff, 'delivery-late', id)).toBeUndefined()
    await reportParcel(app, data.id, 'exception')
    expect(await findListed(staff, 'delivery-late', id)).toBeDefined()

    await moveTo(app, id, 'refunded')
    expect(await findListed(staff, 'delivery-late', id)).toBeUndefined()
  })

  it('waits until an accepted claim has an after-sale order, and again once that is cancelled', async () => {
    const delivered = await aDeliveredOrder(app, (await aWaitingCustomer(app)).id)
    const { claim } = await anAcceptedClaim(staff, delivered)
    const acceptedAt = app.clock.now.toISOString()
    const since = async () => (await findListed(staff, 'claim-to-settle', claim.id))?.since
    expect(await findListed(staff, 'claim', claim.id)).toBeUndefined()
    expect(await since()).toBe(acceptedAt)

    app.clock.advance(3600)
    const { data } = await staff.call('POST /global/staff/afterSale/{claimId}/order', {
      params: { claimId: claim.id },
      body: { lines: claim.lines.map(({ lineId, quantity }) => ({ lineId, quantity })) },
    })
    expect(await since()).toBeUndefined()

    app.clock.advance(3600)
    await delivered.browser.call('POST /global/order/{orderId}/cancel', {
      params: { orderId: data.orderId },
      body: { reason: 'Plus besoin' },
    })
    expect(await since()).toBe(app.clock.now.toISOString())

    await delivered.browser.call('POST /global/afterSale/claim/{claimId}/withdraw', { params: { claimId: claim.id } })
    expect(await since()).toBeUndefined()
  })

  it('waits as the dispute that stopped its order, not as the order', async () => {
    const disputeId = await makeWaiting['reload-dispute'](app)
    const orderId = await makeWaiting['order-review'](app)
    await updateRows(app, 'customer_order', { id: orderId }, { stopped_by: disputeId })

    expect(await findListed(staff, 'order-review', orderId)).toBeUndefined()
  })

  it('is marked as done once only a person can end it, and not otherwise', async () => {
    const messageId = await aContactMessage(app)
    const orderId = await makeWaiting['order-review'](app)

    expect((await markDone(staff, 'contact-message', messageId)).status).toBe(200)
    expect(await findListed(staff, 'contact-message', messageId)).toBeUndefined()
    expect((await markDone(staff, 'order-review', orderId)).status).toBe(404)
  })

  it('does not exist for a person without its right', async () => {
    const operator = await aStaffBrowser(app, 'operator')
    const messageId = await aContactMessage(app)

    expect((await actionOn(operator, 'hold', 'contact-message', messageId)).status).toBe(404)
    expect((await takeOver(operator, 'contact-message', messageId)).status).toBe(404)
  })

  it('begins with the first failed check of a VAT number, and again after a valid one', async () => {
    const vatNumber = 'FR40303265045'
    const subjectId = await hashed(app, vatNumber)
    const check = (result: 'valid' | 'invalid' | 'unavailable') => {
      app.clock.advance(60)
      return insertRow(app.deps.db, 'vat_check', { vat_number: vatNumber, result, checked_at: app.clock.now })
    }
    const since = async () => (await findListed(staff, 'vat-number', subjectId))?.since

    await check('unavailable')
    const firstFailed = app.clock.now.toISOString()
    await check('unavailable')
    await check('invalid')
    expect(await since()).toBe(firstFailed)

    await check('valid')
    expect(await since()).toBeUndefined()
    await check('invalid')
    expect(await since()).toBe(app.clock.now.toISOString())
  })

  it.each([
    ['payment-held', 'held', 'released'],
    ['reload-held', 'held', 'released'],
    ['payment-dispute', 'disputed', 'dispute_closed'],
  ] as const)('begins when its state began (%s), whatever the provider reports later', async (kind, opened, closed) => {
    const intentId = await makeWaiting[kind](app)
    const report = async (type: PaymentEventType) => {
      app.clock.advance(60)
      await insertRow(app.deps.db, 'payment_event', {
        intent_id: intentId,
        provider: 'stripe',
        event_id: randomUUID(),
        type,
        amount_minor: 0,
        currency: 'USD',
        detail: '{}',
        received_at: app.clock.now,
      })
      return app.clock.now.toISOString()
    }
    const since = async () => (await findListed(staff, kind, intentId))?.since

    const begun = await report(opened)
    await actionOn(staff, 'hold', kind, intentId)
    await report('captured')
    await report(opened)
    await report(closed)
    expect(await since()).toBe(begun)
    expect((await findListed(staff, kind, intentId))?.holder).toMatchObject({ isCaller: true })

    await report(closed)
    expect(await report(opened)).toBe(await since())
  })

  it('begins with the new part if export control returns', async () => {
    const { browser } = await aWaitingCustomer(app)
    const { projectId } = await aQuotedProject(app, browser)
    await answerExportControl(browser, projectId, 'unknown')
    const answeredAt = app.clock.now.toISOString()
    const since = async () => (await findListed(staff, 'export-control', projectId))?.since

    app.clock.advance(3600)
    await someLines(app, browser, projectId, 'block')
    expect(await since()).toBe(answeredAt)

    await staff.call('POST /global/staff/project/{projectId}/export-control', {
      params: { projectId },
      body: { reason: 'Pièces civiles' },
    })
    expect(await since()).toBeUndefined()

    app.clock.advance(3600)
    await someLines(app, browser, projectId, 'block')
    expect(await since()).toBe(app.clock.now.toISOString())
  })

  it('begins in the first night after the audit changed and ends with a sound verification of the same entries', async () => {
    const subjectId = await anAuditBreak(app, 3, true)
    const foundAt = app.clock.now.toISOString()
    const since = async () => (await findListed(staff, 'audit-broken', subjectId))?.since

    app.clock.advance(60)
    await anAuditBreak(app, 3, true)
    await anAuditBreak(app, null)
    expect(await since()).toBe(foundAt)

    await anAuditBreak(app, null, true)
    expect(await since()).toBeUndefined()
  })

  it('is gone once its job has run again', async () => {
    const id = await aGivenUpJob(app, 'store-upload')
    await sql`delete from pgboss.job where id = ${id}`.execute(app.deps.db)
    expect(await findListed(staff, 'job-failed', id)).toBeUndefined()
  })
})

describe('holding a task', () => {
  it('is seen by colleagues until it is released', async () => {
    const colleague = await aStaffBrowser(app)
    const id = await aContactMessage(app)

    const claimed = await actionOn(staff, 'hold', 'contact-message', id)
    expect(claimed.data.holder).toMatchObject({ isCaller: true })
    expect((await findListed(colleague, 'contact-message', id))?.holder).toMatchObject({ isCaller: false })
    expect((await listed(staff, { holder: 'mine' })).tasks.map(({ subjectId }) => subjectId)).toContain(id)
    expect((await listed(colleague, { holder: 'free' })).tasks.map(({ subjectId }) => subjectId)).not.toContain(id)

    await actionOn(staff, 'release', 'contact-message', id)
    await actionOn(staff, 'release', 'contact-message', id)
    expect((await findListed(colleague, 'contact-message', id))?.holder).toBeNull()

    const entries = await rowsOf(app, 'audit_entry', { subject_id: `contact-message:${id}` })
    expect(entries.map(({ action }) => action).sort()).toEqual(['task.claimed', 'task.released'])
  })

  it('goes to one of several people who take it at once; the others see the name of the winner', async () => {
    const id = await aContactMessage(app)
    const people = await Promise.all(Array.from({ length: 6 }, () => aStaffBrowser(app)))

    const answers = await Promise.all(people.map((person) => actionOn(person, 'hold', 'contact-message', id)))
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)

    const name = winners[0]?.data.holder?.name
    const others = answers.filter(({ status }) => status !== 200)
    for (const { status, error } of others)
      expect([status, error.code, error.message]).toEqual([
        409,
        'STAFF_TASK_TAKEN',
        `${name} s’occupe déjà de cette tâche.`,
      ])
  })

  it('is not ended by the release or the mark of another person', async () => {
    const colleague = await aStaffBrowser(app)
    const id = await aContactMessage(app)
    await actionOn(staff, 'hold', 'contact-message', id)

    await actionOn(colleague, 'release', 'contact-message', id)
    expect((await findListed(staff, 'contact-message', id))?.holder).toMatchObject({ isCaller: true })
    expect((await markDone(colleague, 'contact-message', id)).status).toBe(409)
  })

  it('is taken over with a reason, which is kept', async () => {
    const colleague = await aStaffBrowser(app)
    const id = await aContactMessage(app)
    const { data } = await actionOn(staff, 'hold', 'contact-message', id)
    const answer = await takeOver(colleague, 'contact-message', id, data.holder?.id)

    expect(answer.data.holder).toMatchObject({ isCaller: true })
    expect((await findListed(staff, 'contact-message', id))?.holder).toMatchObject({ isCaller: false })
    expect(await rowOf(app, 'task_claim', { subject_id: id })).toMatchObject({ reason: 'Congé' })
  })

  it('is not taken over from a third person whom the caller has not seen', async () => {
    const seen = await aStaffBrowser(app)
    const faster = await aStaffBrowser(app)
    const slower = await aStaffBrowser(app)
    const id = await aContactMessage(app)
    const { data } = await actionOn(seen, 'hold', 'contact-message', id)
    const now = await takeOver(faster, 'contact-message', id, data.holder?.id)

    const refused = await takeOver(slower, 'contact-message', id, data.holder?.id)
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'STAFF_TASK_TAKEN', message: `${now.data.holder?.name} s’occupe déjà de cette tâche.` },
    })
    expect((await findListed(faster, 'contact-message', id))?.holder).toMatchObject({ isCaller: true })
  })

  it('is taken over with a reason that belongs to the customer, so that it can be erased', async () => {
    const orderId = await makeWaiting['order-review'](app)
    await takeOver(staff, 'order-review', orderId)

    const { customer_id } = await rowOf(app, 'customer_order', { id: orderId })
    const entry = await rowOf(app, 'audit_entry', { subject_id: `order-review:${orderId}` })
    expect(entry).toMatchObject({ action: 'task.taken-over', customer_id })
  })

  it('ends with the access of its holder', async () => {
    const leaving = await aStaffBrowser(app)
    const id = await aContactMessage(app)
    const { data } = await actionOn(leaving, 'hold', 'contact-message', id)
    await updateRows(app, 'staff_member', { name: data.holder?.name ?? '' }, { disabled_at: app.clock.now })

    expect((await findListed(staff, 'contact-message', id))?.holder).toBeNull()
    expect((await actionOn(staff, 'hold', 'contact-message', id)).status).toBe(200)
  })

  it('ends with the task: a question that is asked later is free', async () => {
    const { id } = await anExpertQuestion(app)
    await actionOn(staff, 'hold', 'expert-question', id)
    app.clock.advance(60)
    await updateRows(app, 'manual_quote', { id }, { asked_at: app.clock.now })

    expect((await findListed(staff, 'expert-question', id))?.holder).toBeNull()
    const colleague = await aStaffBrowser(app)
    expect((await actionOn(colleague, 'hold', 'expert-question', id)).status).toBe(200)
  })
})

describe('people who act on a task at the same time', () => {
  async function aColleague() {
    const staffId = await aStaffMember(app)
    const { name } = await rowOf(app, 'staff_member', { id: staffId })
    return { staffId, name, browser: await aBrowserOfStaff(app, staffId) }
  }

  type Answer = Awaited<ReturnType<typeof takeOver | typeof actionOn | typeof markDone>>

  /** What a call answers that has read the task before another transaction is stored, and writes after it. */
  async function overtakenBy(faster: (trx: Trx) => Promise<unknown>, call: () => Promise<Answer>): Promise<Answer> {
    const answer = await app.deps.db.transaction().execute(async (trx) => {
      await faster(trx)
      const begun = call()
      await untilBlockedBy(trx)
      return { begun }
    })
    return answer.begun
  }

  const taken = (name: string) => ({
    status: 409,
    error: { code: 'STAFF_TASK_TAKEN', message: `${name} s’occupe déjà de cette tâche.` },
  })

  it.each(['held', 'free'] as const)('take it over, if it is %s, once', async (state) => {
    const winner = await aColleague()
    const slower = await aColleague()
    const subjectId = await aContactMessage(app)
    const before = state === 'held' ? await actionOn(staff, 'hold', 'contact-message', subjectId) : null

    const holding = { staff_id: winner.staffId, claimed_at: app.clock.now }
    const answer = await overtakenBy(
      (trx) =>
        trx
          .insertInto('task_claim')
          .values({ kind: 'contact-message', subject_id: subjectId, ...holding })
          .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet(holding))
          .execute(),
      () => takeOver(slower.browser, 'contact-message', subjectId, before?.data.holder?.id),
    )

    expect(answer).toMatchObject(taken(winner.name))
    expect((await findListed(winner.browser, 'contact-message', subjectId))?.holder).toMatchObject({ isCaller: true })
  })

  it('do not end a task that a colleague takes', async () => {
    const winner = await aColleague()
    const slower = await aColleague()
    const subjectId = await aContactMessage(app)
    const task = { kind: 'contact-message', subject_id: subjectId } as const

    const answer = await overtakenBy(
      (trx) =>
        trx
          .insertInto('task_claim')
          .values({ ...task, staff_id: winner.staffId, claimed_at: app.clock.now })
          .execute(),
      () => markDone(slower.browser, 'contact-message', subjectId),
    )

    expect(answer).toMatchObject(taken(winner.name))
    expect(await findListed(winner.browser, 'contact-message', subjectId)).toBeDefined()
  })

  it.each(['hold', 'take-over'] as const)('find it gone if it ends before their call %s', async (action) => {
    const winner = await aColleague()
    const slower = await aColleague()
    const subjectId = await aContactMessage(app)
    const task = { kind: 'contact-message', subjectId, staffId: winner.staffId, now: app.clock.now } as const

    const answer = await overtakenBy(
      async (trx) => {
        await insertHold(trx, task, app.clock.now)
        await insertDone(trx, task)
        await deleteHold(trx, task)
      },
      () =>
        action === 'hold'
          ? actionOn(slower.browser, 'hold', 'contact-message', subjectId)
          : takeOver(slower.browser, 'contact-message', subjectId),
    )

    expect(answer.status).toBe(404)
    expect(await rowsOf(app, 'task_claim', { subject_id: subjectId })).toEqual([])
  })
})

describe('a contact message', () => {
  it('is read by those who answer it', async () => {
    const messageId = await aContactMessage(app)
    const { data } = await staff.call('GET /global/staff/contact-message/{messageId}', { params: { messageId } })
    expect(data).toMatchObject({ name: 'Zoé', email: 'zoe@example.com', topic: 'quote', message: 'Bonjour' })
  })
})

describe('an open list', () => {
  const ask = (browser: Browser, orderIds: readonly string[] = []) =>
    browser.fetch('/gateway/global/staff/today/live', {
      method: 'POST',
      body: JSON.stringify({ orderIds }),
      headers: { 'content-type': 'application/json' },
    })

  async function follow(browser: Browser, orderIds?: readonly string[]): Promise<LiveEvents> {
    const response = await ask(browser, orderIds)
    if (!response.body) throw new Error(`no stream: ${response.status}`)

    const events = new LiveEvents(response.body)
    expect(await events.next()).toEqual({ topic: null, revision: null })
    return events
  }

  /** Waits for a change of a kind of task. Jobs of earlier tests may still change others. */
  async function expectChange(events: LiveEvents, kind: StaffTaskKind): Promise<void> {
    let event = await events.next()
    while (event && event.topic !== `today:${kind}`) event = await events.next()
    expect(event).toEqual({ topic: `today:${kind}`, revision: null })
  }

  it('learns of a task that appears, is taken and ends', async () => {
    const events = await follow(staff)

    const id = await aContactMessage(app)
    await expectChange(events, 'contact-message')
    await actionOn(staff, 'hold', 'contact-message', id)
    await expectChange(events, 'contact-message')
    await markDone(staff, 'contact-message', id)
    await expectChange(events, 'contact-message')
    await events.close()
  })

  it('learns of a parcel that is stuck and moves on', async () => {
    const { id } = await anOrderIn(app, (await aWaitingCustomer(app)).id, 'shipped')
    const { id: parcelId } = await rowOf(app, 'parcel', { order_id: id })
    const events = await follow(staff)

    await reportParcel(app, parcelId, 'exception')
    await expectChange(events, 'delivery-late')
    await reportParcel(app, parcelId, 'in_transit')
    await expectChange(events, 'delivery-late')
    await events.close()
  })

  it('learns nothing of tasks that its person may not see', async () => {
    const events = await follow(await aStaffBrowser(app, 'operator'))

    await aContactMessage(app)
    await makeWaiting['order-review'](app)

    expect(await events.next()).toMatchObject({ topic: expect.stringMatching(/^today:order-/) })
    await events.close()
  })

  it('learns of changes of the order that its person shows, and of no other order', async () => {
    const shown = await anOrderIn(app, (await aCustomer(app)).id, 'paid')
    const other = await anOrderIn(app, (await aCustomer(app)).id, 'paid')
    const events = await follow(staff, [shown.id])
    const move = ({ id }: { id: string }) =>
      staff.call('POST /global/staff/order/{orderId}/move', { params: { orderId: id }, body: { to: 'in_review' } })
    await move(other)
    await move(shown)

    let event = await events.next()
    while (event?.topic?.startsWith('today:')) event = await events.next()
    expect(event).toEqual({ topic: `order:${shown.id}`, revision: null })
    await events.close()
  })

  it('names no order to a person without the right to read orders, and no unknown one to others', async () => {
    const { id } = await anOrderIn(app, (await aCustomer(app)).id, 'paid')
    const ownRole = { name: 'Only mails', rights: ['mails.read' as const], created_at: app.clock.now }
    const ownRoleId = await insertRow(app.deps.db, 'staff_role', ownRole)

    expect((await ask(await aStaffBrowser(app, { ownRoleId }), [id])).status).toBe(403)
    expect((await ask(staff, [randomUUID()])).status).toBe(404)
  })
})
