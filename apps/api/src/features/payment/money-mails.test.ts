import { randomUUID } from 'node:crypto'
import type { Language } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { refundBill } from '#features/payment/request-refund.service.ts'
import { useStaff } from '#test/builders.ts'
import { payLinkByTransfer } from '#test/orders/payer-returns.ts'
import { aCardOrder, aPayer, type Payer, payCard, reconcileNow, refund, usePaymentApp } from '#test/orders/payments.ts'
import { rowOf, updateRows } from '#test/rows.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

const emailOf = async ({ customerId }: Payer) => (await rowOf(app, 'customer', { id: customerId })).email

async function mailTo(payer: Payer, kind: string): Promise<string> {
  const { subject, text } = await app.mail(await emailOf(payer), kind)
  return plain(`${subject}\n${text}`)
}

/** The kinds of all mails that the payer's customer got. */
async function kindsTo(payer: Payer): Promise<string[]> {
  const email = await emailOf(payer)
  return (await app.mails()).filter(({ to }) => to === email).map(({ kind }) => kind)
}

/** An order of 100 dollars that awaits a transfer, of which another amount arrives and is resolved. */
async function aResolvedTransfer(
  amountMinor: number,
  as: 'matched' | 'to-balance' | 'returned',
  language: Language = 'fr',
) {
  const payer = await aPayer(app, { totalMinor: 100_00 })
  await updateRows(app, 'customer_order', { id: payer.orderId }, { language })

  const { data } = await payer.begin({ method: 'bank_transfer' })
  const reference = data.open?.bank?.reference ?? ''
  const receipt = { bankTransactionId: randomUUID(), reference, amountMinor, currency: 'USD' } as const
  const { data: held } = await staff.call('POST /global/staff/bank/receipt', { body: receipt })
  await staff.call('POST /global/staff/bank/receipt/{receiptId}/resolve', {
    params: { receiptId: held.id },
    body: { as, reason: 'Vu avec le client' },
  })
  return payer
}

describe('the mail about a transfer of another amount', () => {
  it('says what was received and what is left to pay if it counts', async () => {
    const payer = await aResolvedTransfer(60_00, 'matched')

    const mail = await mailTo(payer, 'transfer-counted')
    expect(mail).toContain('virement de 60,00 $US reçu, il reste 40,00 $US à régler')
    expect(await kindsTo(payer)).not.toContain('order-payment-failed')
  })

  it('is in the language of the order, whatever the profile says', async () => {
    const payer = await aResolvedTransfer(60_00, 'matched', 'en')
    expect((await rowOf(app, 'customer', { id: payer.customerId })).language).toBe('fr')
    expect(await mailTo(payer, 'transfer-counted')).toContain('transfer of $60.00 received, $40.00 is left to pay')
  })

  it('says that it is on the balance, and that the order is still to be paid', async () => {
    const payer = await aResolvedTransfer(60_00, 'to-balance')

    const mail = await mailTo(payer, 'transfer-to-balance')
    expect(mail).toContain('virement de 60,00 $US ajouté à votre solde')
    expect(mail).toContain('Il reste 100,00 $US à régler')
    expect(await kindsTo(payer)).not.toContain('order-payment-failed')
  })

  it('says that it is sent back', async () => {
    const payer = await aResolvedTransfer(60_00, 'returned')

    const mail = await mailTo(payer, 'transfer-returned')
    expect(mail).toContain('nous le renvoyons sur le compte d’où il venait')
    expect(mail).toContain('Motif : Vu avec le client.')
    expect(await kindsTo(payer)).not.toContain('order-payment-failed')
  })

  it('reaches the holder of a payment link whose transfer is sent back', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00 })
    const params = { orderId: payer.orderId }
    const body = { recipients: ['achats-money@example.com'] }
    await payer.browser.call('POST /global/payment/order/{orderId}/link/mail', { params, body })
    const { text } = await app.mail('achats-money@example.com', 'payment-link')
    const key = /#key=([\w-]+)/.exec(text)?.[1] ?? ''
    const { id: receiptId } = await payLinkByTransfer(app.browser(), staff, key, 60_00)
    const resolution = { params: { receiptId }, body: { as: 'returned', reason: 'Montant erroné' } } as const
    await staff.call('POST /global/staff/bank/receipt/{receiptId}/resolve', resolution)

    const mail = await app.mail('achats-money@example.com', 'transfer-returned')
    expect(plain(mail.subject)).toContain('virement de 60,00 $US renvoyé')
  })
})

describe('the mail about a partial refund', () => {
  it('says how much goes where, why, and what stays paid', async () => {
    const payer = await aCardOrder(app, { totalMinor: 100_00 })
    await refund(staff, payer.orderId, 25_00)

    const mail = await mailTo(payer, 'order-partly-refunded')
    expect(mail).toContain('25,00 $US remboursés')
    expect(mail).toContain('25,00 $US sur votre carte')
    expect(mail).toContain('Motif : Pièce rayée.')
    expect(mail).toContain('Remboursé en tout : 25,00 $US ; il reste 75,00 $US payés pour un total de 100,00 $US.')
  })

  it('counts what was refunded and stays paid at the same moment', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 100_00 })
    await payer.begin({ method: 'balance' })
    const bill = { kind: 'order', id: payer.orderId } as const
    await app.deps.db.transaction().execute(async (trx) => {
      for (const [key, minor] of [
        ['first', 10_00],
        ['second', 20_00],
      ] as const)
        await refundBill(app.deps, trx, bill, minor, {
          key: `${key} ${payer.orderId}`,
          requestedBy: 'system',
          reason: '',
        })
    })

    const email = await emailOf(payer)
    const mails = (await app.mails()).filter(({ to, kind }) => to === email && kind === 'order-partly-refunded')
    const texts = mails.map(({ text }) => plain(text)).join('\n')
    expect(texts).toContain('Remboursé en tout : 10,00 $US ; il reste 90,00 $US payés')
    expect(texts).toContain('Remboursé en tout : 30,00 $US ; il reste 70,00 $US payés')
  })

  it('is sent for each part, and not for the last one or for a cancelled order', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 100_00 })
    await payer.begin({ method: 'balance' })
    await refund(staff, payer.orderId, 10_00)
    await refund(staff, payer.orderId, 20_00)
    await kindsTo(payer)
    await refund(staff, payer.orderId, 70_00)

    const kinds = await kindsTo(payer)
    expect(kinds.filter((kind) => kind === 'order-partly-refunded')).toHaveLength(2)
    expect(kinds.filter((kind) => kind === 'order-refunded')).toHaveLength(1)

    const cancelled = await aPayer(app, { totalMinor: 100_00, balanceMinor: 40_00 })
    const { data } = await cancelled.begin({ method: 'bank_transfer', useBalance: true })
    const { reference = '', amountMinor = 0 } = data.open?.bank ?? {}
    const receipt = { bankTransactionId: randomUUID(), reference, amountMinor, currency: 'USD' } as const
    await staff.call('POST /global/staff/bank/receipt', { body: receipt })
    await cancelled.cancel()
    expect(await kindsTo(cancelled)).not.toContain('order-partly-refunded')
  })
})

describe('the mail about a cancelled order', () => {
  it('promises only what the cancellation returns', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 30_00 })
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    await payer.abandon()
    await reconcileNow(app)
    await payer.payByCard()
    await payer.statusIs('paid')
    await refund(staff, payer.orderId, 25_00)
    await payer.cancel()

    const mail = await mailTo(payer, 'order-cancelled')
    expect(mail).toContain('75,00 $US sur votre carte')
    expect(mail).not.toContain('30,00 $US')
    expect(await payer.wallet()).toBe(30_00)
  })

  it('promises nothing if everything went back before', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 30_00 })
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    await payer.abandon()
    await reconcileNow(app)
    await payer.cancel()

    expect(await mailTo(payer, 'order-cancelled')).not.toContain('30,00 $US')
  })
})

describe('the mail about a refunded order', () => {
  it('leaves out what a failed payment had returned before', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 30_00 })
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    await payer.abandon()
    await reconcileNow(app)
    await payer.payByCard()
    await payer.statusIs('paid')
    await refund(staff, payer.orderId, 100_00)
    await payer.statusIs('refunded')

    const mail = await mailTo(payer, 'order-refunded')
    expect(mail).toContain('100,00 $US sur votre carte')
    expect(mail).not.toMatch(/130,00|30,00 \$US sur votre solde/)
  })
})

describe('the mail about a payment that failed', () => {
  it('says that nothing was charged only if nothing was', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00 })
    await payer.begin({ method: 'bank_transfer' })
    await payer.abandon()
    expect(await mailTo(payer, 'order-payment-failed')).toContain('Rien ne vous a été débité.')
  })

  it('names what was paid before', async () => {
    const payer = await aResolvedTransfer(60_00, 'matched')
    // The mail is about the payment that ended last.
    app.clock.advance(60)
    await payer.begin({ method: 'bank_transfer' })
    await payer.abandon()

    const mail = await mailTo(payer, 'order-payment-failed')
    expect(mail).toContain('Les 60,00 $US déjà payés restent acquis à la commande.')
    expect(mail).not.toContain('Rien ne vous a été débité')
  })

  it('says that the part of the balance was returned to it', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00, balanceMinor: 30_00 })
    await payer.begin({ method: 'bank_transfer', useBalance: true })
    await payer.abandon()
    await reconcileNow(app)

    expect(await payer.wallet()).toBe(30_00)
    expect(await mailTo(payer, 'order-payment-failed')).toContain('30,00 $US pris sur votre solde y sont revenus.')
  })
})

describe('the receipt of a person who pays with a mailed link', () => {
  /** The key of a link to an order of 100 dollars, mailed to a purchaser. */
  async function aMailedLink(recipient: string) {
    const payer = await aPayer(app, { totalMinor: 100_00 })
    const params = { orderId: payer.orderId }
    await payer.browser.call('POST /global/payment/order/{orderId}/link/mail', {
      params,
      body: { recipients: [recipient] },
    })
    const { text } = await app.mail(recipient, 'payment-link')
    return { payer, key: /#key=([\w-]+)/.exec(text)?.[1] ?? '' }
  }

  const receiptsTo = async (recipient: string) =>
    (await app.mails()).filter(({ to, kind }) => to === recipient && kind === 'payer-receipt')

  it('names amount, date and seller once, and nothing about the customer', async () => {
    const recipient = 'achats-receipt-1@example.com'
    const { payer, key } = await aMailedLink(recipient)
    const { data } = await app.browser().call('POST /global/payment/link/begin', { body: { key, method: 'card' } })
    await payCard(app, data.redirectUrl)
    await payer.statusIs('paid')
    await reconcileNow(app)

    const receipts = await receiptsTo(recipient)
    expect(receipts).toHaveLength(1)
    const text = plain(`${receipts[0]?.subject}\n${receipts[0]?.text}`)
    expect(text).toContain(`${payer.order.number} : paiement de 100,00 $US reçu`)
    expect(text).toContain('reçu 100,00 $US')
    expect(text).toContain('par carte')
    expect(text).toContain('Il ne reste rien à régler.')
    expect(text).toContain('Vendeur : Cotation Demo')

    const { username } = await rowOf(app, 'customer', { id: payer.customerId })
    for (const secret of [username, await emailOf(payer), payer.orderId, 'Lilas']) expect(text).not.toContain(secret)
  })

  it('says what is left to pay after a transfer that was too low, in the language of the payer', async () => {
    const recipient = 'achats-receipt-2@example.com'
    const { key } = await aMailedLink(recipient)
    const holder = app.browser()
    holder.language = 'en'
    const { id: receiptId } = await payLinkByTransfer(holder, staff, key, 60_00)
    expect(await receiptsTo(recipient)).toEqual([])

    const resolution = { params: { receiptId }, body: { as: 'matched', reason: 'Vu avec le payeur' } } as const
    await staff.call('POST /global/staff/bank/receipt/{receiptId}/resolve', resolution)

    const [receipt] = await receiptsTo(recipient)
    expect(receipt?.text).toContain('We received $60.00 for')
    expect(receipt?.text).toContain('by bank transfer')
    expect(receipt?.text).toContain('$40.00 is left to pay.')
  })

  it('is not sent for a payment of the customer, nor if nobody knows the address', async () => {
    const recipient = 'achats-receipt-3@example.com'
    const { payer } = await aMailedLink(recipient)
    await payer.payByCard()
    await payer.statusIs('paid')

    const other = await aPayer(app, { totalMinor: 100_00 })
    const { data: link } = await other.browser.call('POST /global/payment/order/{orderId}/link', {
      params: { orderId: other.orderId },
      body: {},
    })
    await payLinkByTransfer(app.browser(), staff, link.key)
    await other.statusIs('paid')

    const numbers = [payer.order.number, other.order.number]
    const receipts = (await app.mails()).filter(({ kind }) => kind === 'payer-receipt')
    expect(receipts.filter(({ subject }) => numbers.some((number) => subject.includes(number)))).toEqual([])
  })
})
