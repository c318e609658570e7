import type { ErrorCode } from '@cotation/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { moneyText } from '#src/papers/paper-words.ts'
import { aCustomer, type TestCustomer, useStaff } from '#test/builders.ts'
import { aClaim, aDeliveredOrder, anAcceptedClaim, type DeliveredOrder } from '#test/orders/claims.ts'
import { refund, usePaymentApp, walletOf } from '#test/orders/payments.ts'
import { rowOf, rowsOf } from '#test/rows.ts'

const app = usePaymentApp()
const staff = useStaff(app)
let customer: TestCustomer
let delivered: DeliveredOrder

beforeEach(async () => {
  customer = await aCustomer(app)
  delivered = await aDeliveredOrder(app, customer.id)
})

const codeOf = ({ status, error }: { status: number; error: { code: ErrorCode } }) => [status, error.code]

const settle = (claimId: string, by: 'refund' | 'credit', amountMinor: number) =>
  staff.call('POST /global/staff/afterSale/{claimId}/settle', {
    params: { claimId },
    body: { by, amountMinor, reason: 'Geste commercial' },
  })

const worthOf = async (claimId: string) =>
  (await staff.call('GET /global/staff/afterSale/{claimId}', { params: { claimId } })).data.valueMinor

describe('a claim settled by money', () => {
  it('is worth what its parts cost', async () => {
    const { id } = await aClaim(delivered)
    const { goods_minor, services_minor } = await rowOf(app, 'order_line', { order_id: delivered.order.id })
    const { ratePercent } = delivered.order.total.tax
    const paidMinor = Number(goods_minor) + Number(services_minor)
    expect(await worthOf(id)).toBe(Math.floor((Math.floor((paidMinor * 2) / 5) * (100 + ratePercent)) / 100))
  })

  it.each(['refund', 'credit'] as const)('pays a %s once, however often it is requested', async (by) => {
    const { id } = await aClaim(delivered)
    const amountMinor = await worthOf(id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => settle(id, by, amountMinor)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(answers[0]?.data.claim).toMatchObject({ state: `${by}ed`, settledMinor: amountMinor })
    expect(await walletOf(app, customer.id)).toBe(amountMinor)
    expect(codeOf(await settle(id, by, 1))).toEqual([409, 'CLAIM_STATE'])
    expect(await rowsOf(app, 'after_sale_event', { claim_id: id })).toHaveLength(2)

    const { text } = await app.mail(customer.email, `after-sale-${by}ed`)
    expect(text).toContain('Geste commercial')
    expect(text).toContain(moneyText(amountMinor, 'USD', 'fr'))

    // One mail about the money is enough.
    const kinds = (await app.mails()).filter(({ to }) => to === customer.email).map(({ kind }) => kind)
    expect(kinds).not.toContain('order-partly-refunded')
  })

  it('never pays more than its parts cost, or than was kept of the payment', async () => {
    const { id } = await aClaim(delivered)
    const valueMinor = await worthOf(id)
    for (const by of ['refund', 'credit'] as const)
      expect(codeOf(await settle(id, by, valueMinor + 1))).toEqual([422, 'SETTLEMENT_TOO_HIGH'])

    const totalMinor = Number(delivered.order.total_minor)
    await refund(staff, delivered.order.id, totalMinor - 1)
    expect(codeOf(await settle(id, 'refund', valueMinor))).toEqual([422, 'REFUND_TOO_HIGH'])
    expect(codeOf(await settle(id, 'credit', valueMinor))).toEqual([422, 'SETTLEMENT_TOO_HIGH'])
    expect((await rowOf(app, 'after_sale_claim', { id })).state).toBe('open')
  })

  it('excludes an after-sale order, and an after-sale order excludes it', async () => {
    const lines = [{ lineId: delivered.lineIds[0] ?? '', quantity: 1 }]
    const placed = async (claimId: string) =>
      staff.call('POST /global/staff/afterSale/{claimId}/order', { params: { claimId }, body: { lines } })

    const settled = await anAcceptedClaim(staff, delivered, { lines })
    expect((await settle(settled.claim.id, 'credit', 1)).status).toBe(200)
    expect(codeOf(await placed(settled.claim.id))).toEqual([409, 'CLAIM_STATE'])

    const reprinted = await anAcceptedClaim(staff, delivered, { lines })
    expect((await placed(reprinted.claim.id)).status).toBe(200)
    expect(codeOf(await settle(reprinted.claim.id, 'refund', 1))).toEqual([409, 'CLAIM_STATE'])
  })
})
