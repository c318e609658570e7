import { randomBytes } from 'node:crypto'
import type { Api } from '@cotation/contracts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MailError, type MailSender } from '#adapters/mail.ts'
import { secretHash } from '#core/secrets.ts'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { aPayer, codeOf, type Payer, payCard, reconcileNow, usePaymentApp } from '#test/orders/payments.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { sendLinkMail } from './payment-link-mail.service.ts'

const app = usePaymentApp(severalVisitors)

type LinkBody = Api['POST /global/payment/order/{orderId}/link']['input']['body']
type MailBody = Api['POST /global/payment/order/{orderId}/link/mail']['input']['body']

const newLink = ({ browser, orderId }: Pick<Payer, 'browser' | 'orderId'>, body: LinkBody = {}) =>
  browser.call('POST /global/payment/order/{orderId}/link', { params: { orderId }, body })
const mailLink = ({ browser, orderId }: Pick<Payer, 'browser' | 'orderId'>, body: MailBody) =>
  browser.call('POST /global/payment/order/{orderId}/link/mail', { params: { orderId }, body })
const revoke = ({ browser, orderId }: Pick<Payer, 'browser' | 'orderId'>) =>
  browser.call('DELETE /global/payment/order/{orderId}/link', { params: { orderId } })
const see = (browser: Browser, key: string) => browser.call('POST /global/payment/link', { body: { key } })
const beginLink = (browser: Browser, key: string, method: 'card' | 'bank_transfer' = 'card') =>
  browser.call('POST /global/payment/link/begin', { body: { key, method } })

async function aLink(
  traits: Parameters<typeof aPayer>[1] = {},
): Promise<{ payer: Payer; key: string; stranger: Browser }> {
  const payer = await aPayer(app, traits)
  const { data } = await newLink(payer)
  return { payer, key: data.key, stranger: app.browser() }
}

const seller = {
  name: 'Cotation',
  legalEntity: 'Cotation Demo',
  address: '1 rue de l’Exemple, 75000 Paris, France',
  vatNumber: 'FR00999999999',
}
const nothingShown = { requester: '', company: '', poNumber: '', content: null }

describe('payment links for third parties', () => {
  it('lets a holder without an account pay the order', async () => {
    const { key, stranger, payer } = await aLink()
    const { data } = await beginLink(stranger, key)

    expect(data).toMatchObject({ result: 'due', dueMinor: payer.totalMinor, open: { agency: true, method: 'card' } })

    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')

    expect((await see(stranger, key)).data).toEqual({
      number: payer.order.number,
      seller,
      order: null,
      additionalCost: null,
      currency: 'USD',
      dueMinor: 0,
      paid: [
        {
          method: 'card',
          amountMinor: payer.totalMinor,
          refundedMinor: 0,
          currency: 'USD',
          paidAt: app.clock.now.toISOString(),
        },
      ],
      result: 'paid',
      open: null,
      customerPayment: null,
      unconfirmed: null,
      methods: [],
      bankAmounts: [],
      expiresAt: expect.any(String),
      redirectUrl: null,
    })
    expect(codeOf(await beginLink(stranger, key))).toBe('ORDER_STATE')
  })

  it('shows amount, number and seller, but nothing about the customer unless chosen (PAY-8)', async () => {
    const { key, stranger, payer } = await aLink({ balanceMinor: 4321 })
    await updateRows(app, 'customer_order', { id: payer.orderId }, { po_number: 'PO-7' })
    const { data } = await see(stranger, key)

    expect(data).toEqual({
      number: payer.order.number,
      seller,
      order: nothingShown,
      additionalCost: null,
      currency: 'USD',
      dueMinor: payer.totalMinor,
      paid: [],
      result: 'due',
      open: null,
      customerPayment: null,
      unconfirmed: null,
      methods: [
        { method: 'card', refusal: null },
        { method: 'bank_transfer', refusal: null },
      ],
      bankAmounts: expect.any(Array),
      expiresAt: new Date(app.clock.now.getTime() + 14 * 86_400_000).toISOString(),
      redirectUrl: null,
    })

    for (const secret of [payer.customerId, payer.orderId, 'Martin', 'Lilas', '4321', 'block.stl', 'PO-7'])
      expect(JSON.stringify(data)).not.toContain(secret)
  })

  it('has a key of 256 random bits and stores only its hash (PAY-8)', async () => {
    const { key, payer } = await aLink()
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)

    const { key_hash } = await rowOf(app, 'payment_link', { order_id: payer.orderId })
    expect(key_hash.equals(secretHash(key))).toBe(true)
    expect(key_hash.includes(Buffer.from(key, 'base64url'))).toBe(false)
  })

  it('cannot be guessed: 100,000 random keys open nothing, and the caller is rate limited (PAY-8)', async () => {
    await aLink()

    const guesses = Array.from({ length: 100_000 }, () => secretHash(randomBytes(32).toString('base64url')))
    for (let from = 0; from < guesses.length; from += 10_000) {
      const found = await app.deps.db
        .selectFrom('payment_link')
        .select('order_id')
        .where('key_hash', 'in', guesses.slice(from, from + 10_000))
        .execute()
      expect(found).toEqual([])
    }

    const stranger = app.browser()
    const codes: string[] = []
    for (let count = 0; count < 121; count++)
      codes.push(codeOf(await see(stranger, randomBytes(32).toString('base64url'))))

    expect(new Set(codes.slice(0, 120))).toEqual(new Set(['NOT_FOUND']))
    expect(codes[120]).toBe('RATE_LIMITED')
  })

  it('stops working when it is replaced or revoked', async () => {
    const { key, stranger, payer } = await aLink()
    const { data: next } = await newLink(payer)

    expect(codeOf(await see(stranger, key))).toBe('NOT_FOUND')
    expect(codeOf(await beginLink(stranger, key))).toBe('NOT_FOUND')
    expect((await see(stranger, next.key)).data.result).toBe('due')
    expect((await payer.view()).data.link).toEqual({
      createdAt: app.clock.now.toISOString(),
      expiresAt: next.expiresAt,
      recipients: [],
    })

    await revoke(payer)
    expect(codeOf(await see(stranger, next.key))).toBe('NOT_FOUND')
    expect((await payer.view()).data.link).toBeNull()
  })

  it('shows that it has expired after 14 days', async () => {
    const { key, stranger } = await aLink()
    app.clock.advance(14 * 86_400)
    expect((await see(stranger, key)).data).toMatchObject({ result: 'closed', dueMinor: 0, methods: [] })
    expect(codeOf(await beginLink(stranger, key))).toBe('ORDER_STATE')
  })

  it('shows that its order was cancelled', async () => {
    const { key, stranger, payer } = await aLink()
    await payer.cancel()
    expect((await see(stranger, key)).data).toMatchObject({ result: 'closed', dueMinor: 0, methods: [] })
    expect(codeOf(await beginLink(stranger, key))).toBe('ORDER_STATE')
  })

  it('allows one payer at a time: a second holder and the customer wait (PAY-5)', async () => {
    const { key, stranger, payer } = await aLink({ balanceMinor: 1_000_000 })
    const first = await beginLink(stranger, key)
    const other = app.browser()

    expect((await beginLink(other, key)).data.redirectUrl).toBe(first.data.redirectUrl)
    expect(codeOf(await beginLink(other, key, 'bank_transfer'))).toBe('PAYMENT_PENDING')
    expect(codeOf(await payer.begin({ method: 'balance' }))).toBe('PAYMENT_PENDING')

    const answer = await stranger.call('POST /global/payment/link/abandon', { body: { key } })
    expect(answer.data).toMatchObject({ result: 'due', open: null })
    expect((await payer.begin({ method: 'balance' })).data.result).toBe('paid')
  })

  it('says that the customer has opened a card page, but neither shows nor ends it', async () => {
    const { key, stranger, payer } = await aLink()
    const startedAt = app.clock.now.toISOString()
    const { data: own } = await payer.begin({ method: 'card' })

    const { data } = await see(stranger, key)
    expect(data).toMatchObject({
      result: 'due',
      dueMinor: payer.totalMinor,
      open: null,
      redirectUrl: null,
      methods: [],
      bankAmounts: [],
    })
    expect(data.customerPayment).toEqual({
      method: 'card',
      amountMinor: payer.totalMinor,
      currency: 'USD',
      reference: null,
      startedAt,
      expiresAt: own.open?.expiresAt,
    })
    for (const secret of [own.redirectUrl, own.open?.id]) expect(JSON.stringify(data)).not.toContain(secret)
    expect(codeOf(await beginLink(stranger, key))).toBe('PAYMENT_PENDING')
    expect(codeOf(await beginLink(stranger, key, 'bank_transfer'))).toBe('PAYMENT_PENDING')

    await stranger.call('POST /global/payment/link/abandon', { body: { key } })
    expect((await payer.view()).data.open?.state).toBe('requires_action')

    await payer.abandon()
    expect((await see(stranger, key)).data).toMatchObject({ customerPayment: null, methods: [{}, {}] })
  })

  it('says that the customer has announced a transfer, with its reference and what is still due', async () => {
    const { key, stranger, payer } = await aLink({ balanceMinor: 1000 })
    const { data: own } = await payer.begin({ method: 'bank_transfer', bankCurrency: 'EUR', useBalance: true })
    const bank = own.open?.bank

    const { data } = await see(stranger, key)
    expect(data).toMatchObject({ result: 'pending', dueMinor: payer.totalMinor - 1000, open: null, methods: [] })
    expect(data.customerPayment).toMatchObject({
      method: 'bank_transfer',
      amountMinor: bank?.amountMinor,
      currency: 'EUR',
      reference: bank?.reference,
      expiresAt: bank?.expiresAt,
    })
    expect(JSON.stringify(data)).not.toContain(bank?.iban)
    for (const method of ['card', 'bank_transfer'] as const)
      expect(codeOf(await beginLink(stranger, key, method))).toBe('PAYMENT_PENDING')
  })

  it('says "being confirmed" only while the result of a payment is unknown', async () => {
    const { key, stranger, payer } = await aLink()
    await payer.begin({ method: 'card' })
    const set = { state: 'processing' } as const
    await app.deps.db.updateTable('payment_intent').set(set).where('order_id', '=', payer.orderId).execute()

    const { data } = await see(stranger, key)
    expect(data).toMatchObject({ result: 'pending', dueMinor: payer.totalMinor, customerPayment: null, methods: [] })
    expect(codeOf(await beginLink(stranger, key))).toBe('PAYMENT_PENDING')
  })

  it('finds the payment by asking the provider when the webhook is late', async () => {
    const { key, stranger, payer } = await aLink()
    const { data } = await beginLink(stranger, key)
    await payCard(app, data.redirectUrl)

    const seen = await until(async () => {
      const answer = await stranger.call('POST /global/payment/link/check', { body: { key } })
      return answer.data.result === 'paid' ? answer.data : undefined
    }, 'the payment')

    expect(seen.dueMinor).toBe(0)

    await payer.resultIs('paid')
  })

  it('can be created only for an own order that awaits payment', async () => {
    const payer = await aPayer(app, { balanceMinor: 1_000_000 })
    const other = { orderId: payer.orderId, browser: await aBrowserOf(app, (await aCustomer(app)).id) }

    expect(codeOf(await newLink(other))).toBe('NOT_FOUND')
    expect(codeOf(await revoke(other))).toBe('NOT_FOUND')

    await payer.begin({ method: 'bank_transfer' })
    expect(codeOf(await newLink(payer))).toBe('PAYMENT_PENDING')

    await payer.abandon()
    await payer.begin({ method: 'balance' })

    expect(codeOf(await newLink(payer))).toBe('ORDER_STATE')
  })

  it('keeps the part paid from the balance until the link ends', async () => {
    const payer = await aPayer(app, { balanceMinor: 1000 })
    await payer.begin({ method: 'agency', useBalance: true })

    const { data } = await newLink(payer)
    expect(await payer.wallet()).toBe(0)

    const stranger = app.browser()
    expect((await see(stranger, data.key)).data.dueMinor).toBe(payer.totalMinor - 1000)

    app.clock.advance(2 * 3600)
    await reconcileNow(app)

    expect(await payer.wallet()).toBe(0)

    app.clock.advance(14 * 86_400)
    await reconcileNow(app)

    expect(await payer.wallet()).toBe(1000)
  })
})

/** The key of the link in the newest mail to an address. */
async function mailedKey(address: string): Promise<{ key: string; text: string; html: string }> {
  const { text, html } = await app.mail(address, 'payment-link')
  const key = /agency-payment\?lang=\w\w#key=([\w-]{43})/.exec(text)?.[1] ?? ''
  return { key, text: text.replaceAll(/[\u00a0\u202f]/g, ' '), html }
}

describe('what the customer shows to the payer', () => {
  it('is requester, company, purchase order number, parts and amounts', async () => {
    const payer = await aPayer(app)
    await updateRows(app, 'customer_order', { id: payer.orderId }, { po_number: 'PO-7' })
    const details = { requester: 'Zoé Martin', company: 'Atelier Martin', showsPoNumber: true, showsParts: true }
    const { data: link } = await newLink(payer, details)

    const stranger = app.browser()
    stranger.language = 'en'
    const { data } = await see(stranger, link.key)

    const [line] = await rowsOf(app, 'order_line', { order_id: payer.orderId })
    expect(data.order).toMatchObject({ requester: 'Zoé Martin', company: 'Atelier Martin', poNumber: 'PO-7' })
    expect(data.order?.content?.parts).toEqual([
      {
        name: line?.name,
        material: 'White resin 9600 (ABS-like)',
        quantity: line?.quantity,
        totalMinor: Number(line?.total_minor),
      },
    ])

    const { amounts } = data.order?.content ?? {}
    const { smallOrderMinor = 0, discountMinor = 0, shippingMinor = 0, taxMinor = 0 } = amounts ?? {}
    const sum = Number(line?.total_minor) + smallOrderMinor + discountMinor + shippingMinor + taxMinor
    expect(amounts?.totalMinor).toBe(sum)
    expect(sum).toBe(payer.totalMinor)
    expect(JSON.stringify(data)).not.toMatch(/@|thumbnail|upload|Lilas/)
  })

  it('is hidden again once the order is paid or cancelled', async () => {
    const payer = await aPayer(app)
    const { data: link } = await newLink(payer, { requester: 'Zoé Martin', showsParts: true })
    await payer.cancel()

    const { data } = await see(app.browser(), link.key)
    expect(data).toMatchObject({ result: 'closed', order: null, seller: { name: 'Cotation' } })
  })

  it('cannot carry a web address into a mail in our name (ABU-5)', async () => {
    const payer = await aPayer(app)
    const recipients = ['achats@example.com']
    for (const message of ['Voir https://evil.example', 'www.evil.example']) {
      const { error } = await mailLink(payer, { recipients, message })
      expect(error).toMatchObject({ code: 'VALIDATION', issues: [{ path: 'message' }] })
    }
    expect(codeOf(await newLink(payer, { company: 'www.evil.example' }))).toBe('VALIDATION')
  })
})

describe('a payment link that is mailed', () => {
  it('reaches each recipient with a key of its own, the parts and the message', async () => {
    const payer = await aPayer(app)
    const recipients = ['achats-1@example.com', 'achats-2@example.com']
    const body = { recipients, requester: 'Zoé Martin', company: 'Atelier Martin', showsParts: true }
    const { data } = await mailLink(payer, { ...body, message: 'Merci de régler\navant vendredi <b>' })
    expect(data.link?.recipients).toEqual(recipients)

    const keys = new Set<string>()
    for (const address of recipients) {
      const { key, text, html } = await mailedKey(address)
      keys.add(key)

      expect(text).toContain('Zoé Martin, Atelier Martin, vous demande de payer')
      expect(text).toContain('Merci de régler\navant vendredi <b>')
      expect(text).toContain('1 × block.stl, Résine blanche 9600 (type ABS)')
      expect(text).toContain('Vendeur : Cotation Demo')
      expect(html).toContain('avant vendredi &lt;b&gt;')
      for (const secret of recipients.filter((other) => other !== address)) expect(text).not.toContain(secret)
      expect((await see(app.browser(), key)).data).toMatchObject({ result: 'due', order: { requester: 'Zoé Martin' } })
    }
    expect(keys.size).toBe(2)
  })

  it('is an entry of the project’s activity, without the addresses, unless it is refused', async () => {
    const payer = await aPayer(app)
    const { number, project_id } = await rowOf(app, 'customer_order', { id: payer.orderId })
    const params = { projectId: String(project_id) }
    const activity = () => payer.browser.call('GET /global/project/{projectId}/activity', { params, query: {} })

    await mailLink(payer, { recipients: ['achats-10@example.com', 'achats-11@example.com'] })
    const { entries } = (await activity()).data
    expect(entries[0]?.event).toEqual({ kind: 'forwarded', orderNumber: number, recipients: 2 })
    expect(JSON.stringify(entries)).not.toContain('achats')

    await payer.cancel()
    const { error } = await mailLink(payer, { recipients: ['achats-12@example.com'] })
    expect(error.code).toBe('ORDER_STATE')
    expect((await activity()).data.entries[0]?.event.kind).toBe('order-cancelled')
  })

  it('says nothing about customer and parts unless they were chosen, and is in English for an English order', async () => {
    const payer = await aPayer(app)
    await updateRows(app, 'customer_order', { id: payer.order.id }, { language: 'en' })
    await mailLink(payer, { recipients: ['buyer-3@example.com'] })

    const { text } = await mailedKey('buyer-3@example.com')
    expect(text).toContain(`A customer of Cotation asks you to pay order ${payer.order.number}`)
    expect(text).not.toMatch(/block\.stl|Martin|undefined|[{}]/)
  })

  it('is in the language that the customer chose for the payer, and so is the page that it opens', async () => {
    const payer = await aPayer(app)
    await mailLink(payer, { recipients: ['buyer-9@example.com'], language: 'en', showsParts: true })

    const { key, text } = await mailedKey('buyer-9@example.com')
    expect(text).toContain(`A customer of Cotation asks you to pay order ${payer.order.number}`)
    expect(text).toContain('White resin 9600 (ABS-like)')
    expect(text).toContain(`/checkout/agency-payment?lang=en#key=${key}`)
  })

  it('pays the order, and stops working when it is revoked or replaced', async () => {
    const payer = await aPayer(app)
    await mailLink(payer, { recipients: ['achats-4@example.com'] })
    const { key } = await mailedKey('achats-4@example.com')
    await revoke(payer)
    expect(codeOf(await see(app.browser(), key))).toBe('NOT_FOUND')

    await mailLink(payer, { recipients: ['achats-5@example.com'] })
    const { key: next } = await mailedKey('achats-5@example.com')
    const { data } = await beginLink(app.browser(), next)
    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')
  })

  it('is given to the customer again, with the key of the mail', async () => {
    const payer = await aPayer(app)
    await mailLink(payer, { recipients: ['achats-17@example.com'] })
    const { key } = await mailedKey('achats-17@example.com')
    const copy = (recipient: string) =>
      payer.browser.call('POST /global/payment/order/{orderId}/link/copy', {
        params: { orderId: payer.orderId },
        body: { recipient },
      })

    expect((await copy('achats-17@example.com')).data.key).toBe(key)
    expect(codeOf(await copy('achats-18@example.com'))).toBe('NOT_FOUND')
    await revoke(payer)
    expect(codeOf(await copy('achats-17@example.com'))).toBe('NOT_FOUND')
  })

  it('is mailed again with the same key, three times an hour at most (ABU-5)', async () => {
    const payer = await aPayer(app)
    const recipient = 'achats-19@example.com'
    const resend = () =>
      payer.browser.call('POST /global/payment/order/{orderId}/link/resend', {
        params: { orderId: payer.orderId },
        body: { language: 'en' },
      })
    expect(codeOf(await resend())).toBe('NOT_FOUND')

    await mailLink(payer, { recipients: [recipient] })
    const { key } = await mailedKey(recipient)
    for (let count = 0; count < 3; count++) {
      app.clock.advance(60)
      expect((await resend()).data.link?.recipients).toEqual([recipient])
    }
    expect(codeOf(await resend())).toBe('RATE_LIMITED')

    const mails = (await app.mails()).filter(({ to, kind }) => to === recipient && kind === 'payment-link')
    expect(mails).toHaveLength(4)
    expect(mails.filter(({ text }) => text.includes(`#key=${key}`))).toHaveLength(4)
    expect(mails.filter(({ language }) => language === 'en')).toHaveLength(3)
  })

  it('shows what was paid through it to its own recipient only', async () => {
    const payer = await aPayer(app)
    await mailLink(payer, { recipients: ['achats-15@example.com', 'achats-16@example.com'] })
    const { key } = await mailedKey('achats-15@example.com')
    const { key: otherKey } = await mailedKey('achats-16@example.com')
    const { data } = await beginLink(app.browser(), key)
    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')

    const { data: own } = await see(app.browser(), key)
    expect(own.paid).toMatchObject([{ method: 'card', amountMinor: payer.totalMinor, currency: 'USD' }])
    const { data: other } = await see(app.browser(), otherKey)
    expect(other).toMatchObject({ result: 'paid', paid: [] })
  })

  it('does not show what was paid through an earlier link without a recipient', async () => {
    const { key, stranger, payer } = await aLink()
    const { data } = await beginLink(stranger, key)
    await payCard(app, data.redirectUrl)
    await payer.resultIs('paid')
    expect((await see(stranger, key)).data.paid).toHaveLength(1)

    // Pretends that this link replaced the one that was used for the payment.
    const later = new Date(app.clock.now.getTime() + 1000)
    await sql`update payment_link set created_at = ${later} where order_id = ${payer.orderId}`.execute(app.deps.db)
    expect((await see(stranger, key)).data).toMatchObject({ result: 'paid', paid: [] })
  })

  it('is not sent after it was revoked', async () => {
    const payer = await aPayer(app)
    await mailLink(payer, { recipients: ['achats-6@example.com'] })
    await mailedKey('achats-6@example.com')
    const { id: linkId } = await rowOf(app, 'payment_link', { order_id: payer.orderId })
    await revoke(payer)

    const before = (await app.mails()).length
    await sendLinkMail(app.deps, { linkId })
    expect(await app.mails()).toHaveLength(before)
  })

  it('has the same key in every mail of a job that a mail server accepts and then fails', async () => {
    const payer = await aPayer(app)
    const recipients = ['achats-7@example.com', 'achats-8@example.com']
    await mailLink(payer, { recipients })
    const first = await mailedKey('achats-7@example.com')
    const second = await mailedKey('achats-8@example.com')
    expect(first.key).not.toBe(second.key)

    const { id: linkId } = await rowOf(app, 'payment_link', { recipient: 'achats-7@example.com' })
    const sent: string[] = []
    const mail: MailSender = {
      async send({ kind, text }) {
        sent.push(/#key=([\w-]{43})/.exec(text)?.[1] ?? '')
        throw new MailError({ kind, temporary: true, code: 'ECONNRESET' })
      },
    }
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(sendLinkMail({ ...app.deps, mail }, { linkId })).rejects.toThrow('ECONNRESET')
    await sendLinkMail(app.deps, { linkId })

    expect(sent).toEqual([first.key, first.key])
    expect((await see(app.browser(), first.key)).data.result).toBe('due')
    expect((await see(app.browser(), second.key)).data.result).toBe('due')
  })

  it('has a key that the database does not hold', async () => {
    const payer = await aPayer(app)
    await mailLink(payer, { recipients: ['achats-9@example.com'] })
    const { key } = await mailedKey('achats-9@example.com')

    const { rows } = await sql<{ text: string }>`
      select to_jsonb(link)::text as text from payment_link link
      union all select data::text from pgboss.job where name = 'payment-link-mail'`.execute(app.deps.db)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ text }) => text.includes(key))).toEqual([])
  })

  it('is refused without a recipient, with too many, and beyond the hourly budget (ABU-5)', async () => {
    const payer = await aPayer(app)
    const addresses = Array.from({ length: 4 }, (_, index) => `achats-9${index}@example.com`)
    expect(codeOf(await mailLink(payer, { recipients: [] }))).toBe('VALIDATION')
    expect(codeOf(await mailLink(payer, { recipients: addresses }))).toBe('VALIDATION')

    const codes: (string | undefined)[] = []
    for (let count = 0; count < 7; count++)
      codes.push((await mailLink(payer, { recipients: addresses.slice(0, 3) })).error?.code)

    expect(codes.slice(0, 6)).toEqual(Array(6).fill(undefined))
    expect(codes[6]).toBe('RATE_LIMITED')
  })

  it('is the caller’s own: another customer’s order is not found (BOL-1)', async () => {
    const payer = await aPayer(app)
    const other = { orderId: payer.orderId, browser: await aBrowserOf(app, (await aCustomer(app)).id) }
    expect(codeOf(await mailLink(other, { recipients: ['x@example.com'] }))).toBe('NOT_FOUND')
  })
})
