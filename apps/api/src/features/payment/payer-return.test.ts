import { describe, expect, it } from 'vitest'
import type { Browser } from '#test/browser.ts'
import { useStaff } from '#test/builders.ts'
import { payLinkByTransfer } from '#test/orders/payer-returns.ts'
import {
  aPayer,
  codeOf,
  expectSoundLedger,
  type Payer,
  payCard,
  reconcileNow,
  refund,
  usePaymentApp,
} from '#test/orders/payments.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

/** The key of a payment link that was mailed to a payer. */
async function aMailedLink({ browser, orderId }: Payer, recipient: string): Promise<string> {
  const body = { recipients: [recipient] }
  await browser.call('POST /global/payment/order/{orderId}/link/mail', { params: { orderId }, body })
  const { text } = await app.mail(recipient, 'payment-link')
  return /#key=([\w-]+)/.exec(text)?.[1] ?? ''
}

const owed = async (payer: Payer) => {
  const { data } = await staff.call('GET /global/staff/payer-return', {})
  return data.returns.filter(({ number }) => number === payer.order.number)
}

const send = (by: Browser, refundId: string, bankTransactionId: string) =>
  by.call('POST /global/staff/payer-return/{refundId}/sent', { params: { refundId }, body: { bankTransactionId } })

/** What a shop account has received and paid for an order. */
async function bankEntries({ orderId }: Payer): Promise<number[]> {
  const rows = await app.deps.db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .select('ledger_entry.amount_minor')
    .where('ledger_transaction.order_id', '=', orderId)
    .where('ledger_account.kind', '=', 'bank')
    .orderBy('ledger_entry.id')
    .execute()
  return rows.map(({ amount_minor }) => Number(amount_minor))
}

describe('money that the holder of a payment link paid by transfer', () => {
  it('is owed to that payer when the customer cancels, and never reaches the balance', async () => {
    const payer = await aPayer(app, { totalMinor: 5000 })
    const key = await aMailedLink(payer, 'payer-1@example.com')
    const { bankTransactionId } = await payLinkByTransfer(app.browser(), staff, key)
    await payer.statusIs('paid')

    await payer.cancel()
    await reconcileNow(app)

    expect(await payer.wallet()).toBe(0)
    expect(await payer.status()).toBe('cancelled')
    expect(await owed(payer)).toMatchObject([
      {
        amountMinor: 5000,
        currency: 'USD',
        payerEmail: 'payer-1@example.com',
        receivedAs: [bankTransactionId],
        reason: 'Plus besoin',
        bankTransactionId: null,
        sentAt: null,
      },
    ])

    const { text } = await app.mail('payer-1@example.com', 'payer-return-owed')
    expect(plain(text)).toContain('50,00 $US vous sont rendus, par virement sur le compte d’où venait le vôtre')
    expect(text).toContain(payer.order.number)
  })

  it('leaves the bank account once staff have sent it back, and mails the payer', async () => {
    const payer = await aPayer(app, { totalMinor: 5000 })
    const key = await aMailedLink(payer, 'payer-2@example.com')
    const holder = app.browser()
    holder.language = 'en'
    await payLinkByTransfer(holder, staff, key)
    await payer.cancel()

    const [{ id = '' } = {}] = await owed(payer)
    const answers = await Promise.all([1, 2, 3].map(() => send(staff, id, 'R-2')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.data).toMatchObject({ bankTransactionId: 'R-2', sentAt: app.clock.now.toISOString() })
    expect(codeOf(await send(staff, id, 'R-3'))).toBe('RETURN_SENT')

    expect(await bankEntries(payer)).toEqual([5000, -5000])
    expect(await payer.wallet()).toBe(0)
    expect(await payer.status()).toBe('refunded')
    expect(await owed(payer)).toEqual([])

    const { text } = await app.mail('payer-2@example.com', 'payer-return-sent')
    expect(plain(text)).toContain('the $50.00 that you had paid')
    expect(text).toContain('R-2')
  })

  it('is not settled by a bank transfer that returned other money', async () => {
    const ids: string[] = []
    for (const recipient of ['payer-8@example.com', 'payer-9@example.com']) {
      const payer = await aPayer(app, { totalMinor: 5000 })
      await payLinkByTransfer(app.browser(), staff, await aMailedLink(payer, recipient))
      await payer.cancel()
      const [{ id = '' } = {}] = await owed(payer)
      ids.push(id)
    }
    const [first = '', second = ''] = ids

    const answers = await Promise.all([send(staff, first, 'R-8'), send(staff, second, 'R-8')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers[0].status === 409 ? first : second
    expect(codeOf(await send(staff, refused, 'R-8'))).toBe('TRANSFER_USED')
    expect((await send(staff, refused, 'R-9')).status).toBe(200)
  })

  it('is owed in the currency of the transfer', async () => {
    const payer = await aPayer(app, { totalMinor: 5000 })
    const { data: link } = await payer.browser.call('POST /global/payment/order/{orderId}/link', {
      params: { orderId: payer.orderId },
      body: {},
    })
    const begin = { key: link.key, method: 'bank_transfer', bankCurrency: 'EUR' } as const
    const { data } = await app.browser().call('POST /global/payment/link/begin', { body: begin })
    const { reference = '', amountMinor = 0 } = data.open?.bank ?? {}
    const receipt = { bankTransactionId: `EUR-${payer.orderId}`, reference, amountMinor, currency: 'EUR' } as const
    await staff.call('POST /global/staff/bank/receipt', { body: receipt })
    await refund(staff, payer.orderId, 5000)

    const [{ id = '', ...owedNow } = {}] = await owed(payer)
    expect(owedNow).toMatchObject({ amountMinor, currency: 'EUR', usdMinor: 5000, payerEmail: '' })

    await send(staff, id, 'R-4')
    expect(await payer.status()).toBe('refunded')
    await expectSoundLedger(app)
  })

  it('cannot be put on the customer’s balance by staff, and its surplus is owed to the payer', async () => {
    const payer = await aPayer(app, { totalMinor: 5000 })
    const key = await aMailedLink(payer, 'payer-5@example.com')
    const { id: receiptId } = await payLinkByTransfer(app.browser(), staff, key, 6000)
    const resolve = (as: 'to-balance' | 'matched') =>
      staff.call('POST /global/staff/bank/receipt/{receiptId}/resolve', {
        params: { receiptId },
        body: { as, reason: 'Trop-perçu' },
      })

    expect(codeOf(await resolve('to-balance'))).toBe('PAID_BY_ANOTHER')
    expect((await resolve('matched')).status).toBe(200)

    expect(await payer.status()).toBe('paid')
    expect(await payer.wallet()).toBe(0)
    expect(await owed(payer)).toMatchObject([{ amountMinor: 1000, payerEmail: 'payer-5@example.com' }])
  })

  it('leaves a part that the balance paid to the customer', async () => {
    const payer = await aPayer(app, { totalMinor: 5000, balanceMinor: 2000 })
    await payer.begin({ method: 'agency', useBalance: true })
    const key = await aMailedLink(payer, 'payer-6@example.com')
    await payLinkByTransfer(app.browser(), staff, key)
    await payer.statusIs('paid')
    await payer.cancel()

    expect(await payer.wallet()).toBe(2000)
    expect(await owed(payer)).toMatchObject([{ amountMinor: 3000 }])
  })
})

describe('money that the holder of a payment link paid by card', () => {
  it('goes back to the card, with a mail to the payer', async () => {
    const payer = await aPayer(app, { totalMinor: 5000 })
    const key = await aMailedLink(payer, 'payer-7@example.com')
    const { data } = await app.browser().call('POST /global/payment/link/begin', { body: { key, method: 'card' } })
    await payCard(app, data.redirectUrl)
    await payer.statusIs('paid')
    await payer.cancel()

    const { text } = await app.mail('payer-7@example.com', 'payer-return-owed')
    expect(plain(text)).toContain('50,00 $US vous sont rendus, sur la carte avec laquelle vous avez payé')
    expect(await owed(payer)).toEqual([])
    expect(await payer.wallet()).toBe(0)
  })
})
