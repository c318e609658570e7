import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { orderBill } from '#features/payment/intent/payable.repository.ts'
import { captureCreditJob } from '#features/payment/methods/credit.service.ts'
import { openPayment } from '#features/payment/methods/open-payment.service.ts'
import { useStaff } from '#test/builders.ts'
import { aPayer, type Payer, reconcileNow, refund, settled, usePaymentApp } from '#test/orders/payments.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { rowOf } from '#test/rows.ts'

const app = usePaymentApp()
const staff = useStaff(app)

/** The text of the invoice on one line, with plain spaces. */
async function invoiceOf({ browser, orderId }: Payer): Promise<string> {
  const answer = await browser.fetch(`/gateway/global/order/${orderId}/document/invoice`)
  expect(answer.status).toBe(200)

  const pages = pdfPages(new Uint8Array(await answer.arrayBuffer()))
  return pages.join('\n').replaceAll(/[\u00a0\u202f\n]/g, ' ')
}

/** An order of 100 dollars; the balance got its part of a first payment back, which was abandoned. */
async function aPayerAfterFailure(): Promise<Payer> {
  const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 30_00 })
  await payer.begin({ method: 'bank_transfer', useBalance: true })
  await payer.abandon()
  await reconcileNow(app)

  expect(await payer.wallet()).toBe(30_00)
  return payer
}

/** Pays by a transfer that is too high. */
async function payTooMuch(payer: Payer): Promise<void> {
  const { data } = await payer.begin({ method: 'bank_transfer' })
  const reference = data.open?.bank?.reference ?? ''
  const receipt = { bankTransactionId: randomUUID(), reference, amountMinor: 120_00, currency: 'USD' } as const
  const { data: held } = await staff.call('POST /global/staff/bank/receipt', { body: receipt })
  await staff.call('POST /global/staff/bank/receipt/{receiptId}/resolve', {
    params: { receiptId: held.id },
    body: { as: 'matched', reason: 'Trop-perçu' },
  })
}

describe('the invoice', () => {
  it('shows no refund if the balance got its part of a failed payment back', async () => {
    const payer = await aPayerAfterFailure()
    await payer.payByCard()
    await payer.statusIs('paid')

    const invoice = await invoiceOf(payer)
    expect(invoice).toContain('Déjà payé 100,00 $US Reste à payer 0,00 $US')
    expect(invoice).not.toContain('Rembours')
    expect(invoice).toContain('Carte : 100,00 $US')
    expect(invoice).not.toContain('Solde du compte')
  })

  it('shows no refund if the surplus of a transfer was returned', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00 })
    await payTooMuch(payer)
    expect(await payer.wallet()).toBe(20_00)

    const invoice = await invoiceOf(payer)
    expect(invoice).toContain('Déjà payé 100,00 $US Reste à payer 0,00 $US')
    expect(invoice).not.toContain('Rembours')
    expect(invoice).toContain('Virement : 100,00 $US')
  })

  it('shows only what was refunded of the order after a failed payment', async () => {
    const payer = await aPayerAfterFailure()
    await payTooMuch(payer)
    await refund(staff, payer.orderId, 25_00)

    const invoice = await invoiceOf(payer)
    expect(invoice).toContain('Déjà payé 100,00 $US Remboursé -25,00 $US Reste à payer 0,00 $US')
    expect(invoice).toContain('Remboursé : 25,00 $US, à déduire du total de cette facture.')
    expect(invoice).toContain('Virement : 100,00 $US')
  })
})

describe('the invoice of an order on credit', () => {
  it('is due in full at once, before the credit is captured', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, creditMinor: 500_00 })
    await app.deps.db.transaction().execute(async (trx) => {
      const way = { method: 'credit', useBalance: false } as const
      await openPayment(app.deps, trx, orderBill(payer.order), way, app.clock.now)
      await sql`delete from pgboss.job where name = ${captureCreditJob}`.execute(trx)
    })
    expect((await rowOf(app, 'payment_intent', { order_id: payer.orderId })).state).toBe('authorized')

    const invoice = await invoiceOf(payer)
    expect(invoice).toContain('Reste à payer 100,00 $US')
    expect(invoice).toContain('100,00 $US à régler au plus tard le')
  })

  it('is paid as far as the credit was settled', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, creditMinor: 500_00 })
    await payer.begin({ method: 'credit' })
    await reconcileNow(app)

    await settled(app, payer.customerId, 60_00)
    const partly = await invoiceOf(payer)
    expect(partly).toContain('Déjà payé 60,00 $US Reste à payer 40,00 $US')
    expect(partly).toContain('40,00 $US à régler au plus tard le')
    expect(partly).toContain('Achat à crédit, réglé : 60,00 $US')

    await settled(app, payer.customerId, 40_00)
    const whole = await invoiceOf(payer)
    expect(whole).toContain('Déjà payé 100,00 $US Reste à payer 0,00 $US')
    expect(whole).not.toContain('à régler au plus tard le')
  })
})
