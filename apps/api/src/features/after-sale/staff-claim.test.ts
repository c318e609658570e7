import type { ErrorCode } from '@cotation/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { bySystem } from '#core/audit.ts'
import { addParcel } from '#features/order/parcel.service.ts'
import { startTime } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, type TestCustomer } from '#test/builders.ts'
import { aClaim, aDeliveredOrder, anAcceptedClaim, type DeliveredOrder } from '#test/orders/claims.ts'
import { makeParts } from '#test/orders/inspection.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { anOrderInProduction, report, runsOf } from '#test/orders/production.ts'
import { anAnalysis, measuresOf } from '#test/quote/quotes.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let staff: Browser
let colleague: Browser
let customer: TestCustomer
let delivered: DeliveredOrder

beforeEach(async () => {
  app.clock.now = new Date(startTime)
  staff = await aStaffBrowser(app)
  colleague = await aStaffBrowser(app)
  customer = await aCustomer(app)
  delivered = await aDeliveredOrder(app, customer.id)
})

const codeOf = ({ status, error }: { status: number; error?: { code: ErrorCode } }) => [status, error?.code]

const claimFor = async (claimId: string, by = staff) =>
  (await by.call('GET /global/staff/afterSale/{claimId}', { params: { claimId } })).data

const accept = (by: Browser, claimId: string, text = '') =>
  by.call('POST /global/staff/afterSale/{claimId}/accept', { params: { claimId }, body: { text } })

const reject = (by: Browser, claimId: string) =>
  by.call('POST /global/staff/afterSale/{claimId}/reject', { params: { claimId }, body: { reason: 'Conforme' } })

const ask = (by: Browser, claimId: string) =>
  by.call('POST /global/staff/afterSale/{claimId}/question', { params: { claimId }, body: { text: 'Une photo ?' } })

const hoursLater = (hours: number) => new Date(app.clock.now.getTime() + hours * 3_600_000).toISOString()

describe('a claim as staff see it', () => {
  it('is due 24 hours after it was opened, and again after the customer answered a question', async () => {
    const { id } = await aClaim(delivered)
    expect((await claimFor(id)).dueAt).toBe(hoursLater(24))

    await ask(staff, id)
    expect((await claimFor(id)).dueAt).toBeNull()

    app.clock.advance(3 * 3600)
    await delivered.browser.call('POST /global/afterSale/claim/{claimId}/answer', {
      params: { claimId: id },
      body: { text: 'Voilà' },
    })
    expect((await claimFor(id)).dueAt).toBe(hoursLater(24))
    await accept(staff, id)
    expect((await claimFor(id)).dueAt).toBeNull()
  })

  it('names the colleague who decided, whom the customer does not see', async () => {
    const { id } = await aClaim(delivered)
    await accept(staff, id, 'Avec nos excuses')

    const { name } = (await staff.call('GET /global/staff/me', {})).data
    expect((await claimFor(id, colleague)).history).toMatchObject([
      { to: 'open', by: 'customer', author: '' },
      { to: 'accepted', by: 'staff', author: name, text: 'Avec nos excuses' },
    ])
    const own = await delivered.browser.call('GET /global/afterSale/claim/{claimId}', { params: { claimId: id } })
    expect(JSON.stringify(own.data)).not.toContain('author')
  })
})

describe('two colleagues who decide about a claim at once', () => {
  const endings = [
    ['an acceptance and a rejection', accept, reject],
    ['two rejections', reject, reject],
    ['two acceptances', accept, accept],
    ['two questions', ask, ask],
  ] as const

  it.each(endings)('get one winner and one refusal for %s', async (_, one, other) => {
    const { id } = await aClaim(delivered)
    const answers = await Promise.all([one(staff, id), other(colleague, id)])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('CLAIM_STATE')
    expect(await rowsOf(app, 'after_sale_event', { claim_id: id })).toHaveLength(2)

    // The loser reads who was faster.
    const [, decision] = (await claimFor(id)).history
    expect(decision?.author).not.toBe('')
  })

  it('does not refuse a person whose answer was lost', async () => {
    const { id } = await aClaim(delivered)
    const first = await accept(staff, id, 'Refabriquée')
    const again = await accept(staff, id, 'Refabriquée')
    expect(again.data.workOrderNumber).toBe(first.data.workOrderNumber)
    expect(await rowsOf(app, 'after_sale_event', { claim_id: id })).toHaveLength(2)
  })

  it('place one after-sale order', async () => {
    const { claim } = await anAcceptedClaim(staff, delivered)
    const [lineId = ''] = delivered.lineIds
    const place = (by: Browser, quantity: number) =>
      by.call('POST /global/staff/afterSale/{claimId}/order', {
        params: { claimId: claim.id },
        body: { lines: [{ lineId, quantity }] },
      })

    const answers = await Promise.all([place(staff, 1), place(colleague, 2)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('WORK_ORDER_USED')
    expect(await rowsOf(app, 'customer_order', { claim_id: claim.id })).toHaveLength(1)
  })
})

describe('the evidence about a claim', () => {
  /** An order of which two pieces were lost and one was done again, then delivered. */
  async function aTroubledOrder(): Promise<DeliveredOrder> {
    const order = await anOrderInProduction(app, customer.id, { quantity: 5 })
    const [run] = await runsOf(staff, order.id)
    const [first] = run?.steps ?? []
    await report(staff, String(first?.id), { good: 2, rework: 1, scrap: 2, reason: 'surface' })

    await makeParts(staff, order.id)
    await addParcel(app.deps, order.id, { carrier: 'dhl', trackingNumber: 'JD1' }, bySystem)
    for (const to of ['quality_check', 'shipped', 'delivered'] as const) await moveTo(app, order.id, to)
    const lines = await rowsOf(app, 'order_line', { order_id: order.id })
    return { browser: await aBrowserOf(app, customer.id), order, lineIds: lines.map(({ id }) => id) }
  }

  const evidenceFor = async (claimId: string, by = staff) =>
    by.call('GET /global/staff/afterSale/{claimId}/evidence', { params: { claimId } })

  it('has what production lost and made again, with reason and name', async () => {
    const { id } = await aClaim(await aTroubledOrder())
    const { name } = (await staff.call('GET /global/staff/me', {})).data
    const [line] = (await evidenceFor(id)).data.lines

    expect(line?.losses).toMatchObject([{ rework: 1, scrap: 2, reason: 'surface', operator: name, code: /^F\d+$/ }])
    expect(line?.remakes).toMatchObject([{ quantity: 2, cause: 'scrap', reason: 'surface', openedBy: name }])
  })

  it('has the findings as the customer saw them, with what was accepted', async () => {
    const { id } = await aClaim(delivered)
    const [lineId = ''] = delivered.lineIds
    const { upload_id, ordered } = await rowOf(app, 'order_line', { id: lineId })
    const { id: analysisId } = await anAnalysis(app, 'plate')
    const flat = { ...ordered, part: await measuresOf('plate'), acceptedRules: ['flat-warp'] }
    await updateRows(app, 'upload', { id: upload_id }, { analysis_id: analysisId })
    await updateRows(app, 'order_line', { id: lineId }, { ordered: JSON.stringify(flat) })

    const [line] = (await evidenceFor(id)).data.lines
    expect(line?.findings).toMatchObject([
      { rule: 'flat-warp', severity: 'warns', text: expect.stringMatching(/\d/), isAccepted: true },
      { rule: 'sla-drift', severity: 'informs', isAccepted: false },
    ])
  })

  it('says that findings are unknown for a part that is no longer measured', async () => {
    const { id } = await aClaim(delivered)
    const [lineId = ''] = delivered.lineIds
    const { upload_id } = await rowOf(app, 'order_line', { id: lineId })
    await updateRows(app, 'upload', { id: upload_id }, { analysis_id: null })
    expect((await evidenceFor(id)).data.lines).toMatchObject([{ lineId, findings: null, losses: [], remakes: [] }])
  })

  it('is about the claimed parts only, and of an unknown claim not found', async () => {
    const both = await aDeliveredOrder(app, customer.id, { parts: ['block', 'block'] })
    const [lineId = ''] = both.lineIds
    const { id } = await aClaim(both, { lines: [{ lineId, quantity: 1 }] })
    expect((await evidenceFor(id)).data.lines.map((line) => line.lineId)).toEqual([lineId])
    expect(codeOf(await evidenceFor(lineId))).toEqual([404, 'NOT_FOUND'])
  })
})
