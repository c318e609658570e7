import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { customerOf } from '#test/promises/customers.ts'
import { rowOf } from '#test/rows.ts'

/** Records the transfer of a payment link's holder; returns the receipt as staff see it. */
export async function payLinkByTransfer(
  holder: Browser,
  staff: Browser,
  key: string,
  amountMinor?: number,
): Promise<{ id: string; bankTransactionId: string }> {
  const { data } = await holder.call('POST /global/payment/link/begin', { body: { key, method: 'bank_transfer' } })
  const bank = data.open?.bank
  if (!bank) throw new Error('the link has no transfer')

  const receipt = await staff.call('POST /global/staff/bank/receipt', {
    body: {
      bankTransactionId: randomUUID(),
      reference: bank.reference,
      amountMinor: amountMinor ?? bank.amountMinor,
      currency: 'USD',
    },
  })
  return receipt.data
}

/** A cancelled order of the browser's customer that the holder of a link had paid by transfer. */
export async function anOwedPayerReturn(
  app: TestApp,
  browser: Browser,
  staff: Browser,
): Promise<{ orderId: string; refundId: string }> {
  const customerId = await customerOf(app, browser)
  const { id: orderId } = await aPlacedOrder(app, customerId)
  const link = await browser.call('POST /global/payment/order/{orderId}/link', { params: { orderId }, body: {} })
  await payLinkByTransfer(app.browser(), staff, link.data.key)

  const cancelled = { params: { orderId }, body: { reason: 'Plus besoin' } }
  await browser.call('POST /global/order/{orderId}/cancel', cancelled)

  const { id: intentId } = await rowOf(app, 'payment_intent', { order_id: orderId })
  const { id: refundId } = await rowOf(app, 'payment_refund', { intent_id: intentId })
  return { orderId, refundId }
}
