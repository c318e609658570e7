import { type Language, type OrderStatus, orderStatuses } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { createMailboxSender } from '#adapters/mail.mailbox.ts'
import type { Mail } from '#adapters/mail.ts'
import type { Deps } from '#core/deps.ts'
import { createMailboxStore } from '#features/mailbox/mailbox.repository.ts'
import { lockOrder } from '#features/order/order.service.ts'
import { insertRefund } from '#features/payment/refund.repository.ts'
import { cancellationRefundKey, refundIdOf } from '#src/money/order-returns.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { aPaymentOf, funded } from '#test/orders/ledger.ts'
import { anOrderIn, moveTo } from '#test/orders/order-status.ts'
import { aBasket, aCheckout } from '#test/orders/orders.ts'
import { aCreditLimit, OrderPayer } from '#test/orders/payments.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { countStatements } from '#test/statements.ts'
import { useSharedApp } from '#test/use-app.ts'
import { enqueueOrderMail, type OrderMailRequest, sendOrderMail, sendOrderMails } from './order-mail.service.ts'

const app = useSharedApp()

const mailsTo = async (email: string) =>
  (await app.mails()).filter(({ to, kind }) => to === email && kind.startsWith('order-')).reverse()
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const placed = (orderId: string) =>
  app.deps.db.transaction().execute((trx) => enqueueOrderMail(app.deps, trx, { orderId }))

/** All statuses of an order whose first payment fails and whose inspection rejects parts. */
const life: [to: OrderStatus, kind: string, says: Record<Language, string>][] = [
  ['payment_pending', 'order-payment-pending', { fr: 'en cours de vérification', en: 'being checked' }],
  ['awaiting_payment', 'order-payment-failed', { fr: 'n’a pas abouti', en: 'did not go through' }],
  ['paid', 'order-paid', { fr: 'paiement reçu', en: 'payment received' }],
  ['in_review', 'order-in-review', { fr: 'vérifient les fichiers', en: 'are reviewing the files' }],
  ['in_production', 'order-in-production', { fr: 'La fabrication', en: 'Production of your order' }],
  ['quality_check', 'order-quality-check', { fr: 'contrôle qualité', en: 'quality check' }],
  ['in_production', 'order-remade', { fr: 'Motif : Rayure', en: 'Reason: Rayure' }],
  ['quality_check', 'order-quality-check', { fr: 'contrôle qualité', en: 'quality check' }],
  ['shipped', 'order-shipped', { fr: 'Vos 2 colis : DHL JD7 (', en: 'Your 2 parcels: DHL JD7 (' }],
  ['delivered', 'order-delivered', { fr: 'au bout de 14 jours', en: 'after 14 days' }],
  ['completed', 'order-completed', { fr: 'vous rapporte 5 points', en: 'has earned you 5 points' }],
  ['refunded', 'order-refunded', { fr: 'est remboursée : 30,00 $US', en: 'is refunded: $30.00' }],
]

describe('order mails', () => {
  it.each(['fr', 'en'] as const)(
    'report each status once, in the language of the order (%s)',
    async (language) => {
      const { id, email } = await aCustomer(app)
      const order = await anOrderIn(app, id, 'awaiting_payment', { points: 5, language })
      await placed(order.id)
      await app.mail(email, 'order-awaiting-payment')

      const { db } = app.deps
      for (const [number, carrier] of [
        [1, 'dhl'],
        [2, 'fedex'],
      ] as const)
        await db
          .insertInto('parcel')
          .values({
            order_id: order.id,
            number,
            carrier,
            tracking_number: `JD${6 + number}`,
            state: 'announced',
            created_at: app.clock.now,
          })
          .execute()

      for (const [to] of life) {
        app.clock.advance(1)
        if (to === 'paid')
          await aPaymentOf(db, id, { orderId: order.id, amountMinor: 3000, capturedMinor: Number(order.total_minor) })

        if (to === 'refunded')
          await db
            .updateTable('payment_intent')
            .set({ refunded_minor: 3000 })
            .where('order_id', '=', order.id)
            .execute()

        await moveTo(app, order.id, to, to === 'in_production' ? 'Rayure' : '')
        await app.mails()
      }

      const mails = await mailsTo(email)
      expect(mails.map(({ kind }) => kind)).toEqual(['order-awaiting-payment', ...life.map(([, kind]) => kind)])

      for (const [index, [, , says]] of life.entries()) {
        const mail = mails[index + 1]
        expect(mail?.language).toBe(language)
        expect(mail?.subject).toContain(order.number)
        expect(plain(`${mail?.subject} ${mail?.text}`)).toContain(says[language])
        expect(mail?.text).not.toMatch(/[{}]|undefined/)
      }

      const page = `${app.deps.publicUrl}/manufacture`
      expect(mails[0]?.text).toContain(`${page}/checkout/payment?order=${order.id}`)
      expect(mails.at(-1)?.text).toContain(`${page}/user/order/detail/${order.id}`)

      const shipped = mails.find(({ kind }) => kind === 'order-shipped')?.text
      expect(shipped).toContain('https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD7 )')
      expect(shipped).toContain('https://www.fedex.com/fedextrack/?trknbr=JD8 )')
    },
    60_000,
  )

  it('keep the language of the page on which the order was placed, whatever the profile says', async () => {
    const { id, email } = await aCustomer(app)
    await funded(app.deps.db, id, 100_000, app.clock.now)
    const { browser, basket } = await aBasket(app, id)
    const { body } = await aCheckout(browser, basket, { payment: { method: 'balance' } })
    browser.language = 'en'
    const { data } = await browser.call('POST /global/checkout/submit', { body })

    expect((await rowOf(app, 'customer', { id })).language).toBe('fr')
    const paid = await app.mail(email, 'order-paid')
    expect([paid.language, paid.subject]).toEqual(['en', expect.stringContaining('payment received')])

    await moveTo(app, data.orderId, 'in_review')
    const inReview = await app.mail(email, 'order-in-review')
    expect([inReview.language, plain(inReview.text)]).toEqual(['en', expect.stringContaining('are reviewing')])
  })

  it.each([
    ['fr', 'enregistrée à crédit : 30,00 $US à régler au plus tard le'],
    ['en', 'placed on credit: $30.00 to be paid by'],
  ] as const)('say when an order on credit is due, not that it is paid (%s)', async (language, says) => {
    const { id, email } = await aCustomer(app, { accountType: 'enterprise' })
    await aCreditLimit(app, id, 100_000)
    const order = await anOrderIn(app, id, 'awaiting_payment', { language })
    await new OrderPayer(await aBrowserOf(app, id), order.id).begin({ method: 'credit' })

    const { subject, text } = await app.mail(email, 'order-paid')
    expect(plain(text)).toContain(says)
    expect(plain(subject)).not.toMatch(/paiement reçu|payment received/)
  })

  it.each([
    [
      'fr',
      [
        'Montant : 50,00 €',
        'Référence à indiquer : CT-fr',
        'Titulaire du compte : Cotation (installation de démonstration)',
        'Banque : Banque de démonstration',
        'IBAN ou numéro de compte : FR76 3000 6000 0112 3456 7890 286',
        'BIC (SWIFT) : DEMOFRPP',
        'Au plus tard le : 16 mars 2026',
      ],
    ],
    [
      'en',
      [
        'Amount: €50.00',
        'Reference to give: CT-en',
        'Account holder: Cotation (installation de démonstration)',
        'Bank: Banque de démonstration',
        'IBAN or account number: FR76 3000 6000 0112 3456 7890 286',
        'BIC (SWIFT): DEMOFRPP',
        'At the latest on: March 16, 2026',
      ],
    ],
  ] as const)('list the account, the amount and the reference of a transfer (%s)', async (language, list) => {
    const { id, email } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'awaiting_payment', { language })
    const intent = await aPaymentOf(app.deps.db, id, {
      orderId: order.id,
      method: 'bank_transfer',
      state: 'awaiting_funds',
      amountMinor: 5000,
    })

    const change = {
      currency: 'EUR',
      reference: `CT-${language}`,
      expires_at: new Date('2026-03-16T09:00:00Z'),
    } as const
    await app.deps.db.updateTable('payment_intent').set(change).where('id', '=', intent).execute()
    await moveTo(app, order.id, 'payment_pending')

    const { text, html } = await app.mail(email, 'order-bank-transfer')
    expect(plain(text)).toContain(`\n\n${list.join('\n')}\n\n`)
    expect(html).toContain(`>CT-${language}</td>`)
  })

  it.each([
    ['fr', 'Cotation Demo · SAS au capital de 10 000 € · SIREN 999 999 999 · RCS Paris · Nº TVA : FR00999999999'],
    [
      'en',
      'Cotation Demo · SAS with a share capital of 10 000 € · SIREN 999 999 999 · RCS Paris · VAT number: FR00999999999',
    ],
  ] as const)('start with the brand and end with the seller in law (%s)', async (language, identity) => {
    const { id, email } = await aCustomer(app)
    await anOrderIn(app, id, 'paid', { language })

    const { text, html } = await app.mail(email, 'order-paid')
    const { address, email: contact, phone } = app.deps.config.brand
    expect(plain(text).endsWith(`\n-- \n${identity}\n${address}\n${contact} · ${phone}\n`)).toBe(true)
    expect(plain(html)).toContain(`${identity}<br>${address}<br><a href="mailto:${contact}"`)
    expect(html).toContain('>Cotation</span>')
  })

  it('are answered to the shop if they have a sender of their own', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'paid')
    const { id: eventId } = await rowOf(app, 'order_event', { order_id: order.id, to_status: 'paid' })

    const sent: Mail[] = []
    const mail = { send: async (one: Mail) => void sent.push(one) }
    const config = { ...app.deps.config, mailFrom: 'Cotation <no-reply@cotation.example>' }
    await sendOrderMail({ ...app.deps, mail, config }, { orderId: order.id, eventId })

    expect(sent[0]?.replyTo).toEqual({ name: 'Cotation', address: 'contact@cotation.example' })
  })

  it.each([
    [
      'fr',
      ['3 × <b>Équerre</b>, Résine blanche 9600 (type ABS) : 2,21 $US', 'Transport : 20,00 $US', 'Total : 30,00 $US'],
    ],
    ['en', ['3 × <b>Équerre</b>, White resin 9600 (ABS-like): $2.21', 'Shipping: $20.00', 'Total: $30.00']],
  ] as const)('list parts, quantities and amounts, as text and as a table (%s)', async (language, rows) => {
    const { id, email } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'awaiting_payment', { language })
    await updateRows(app, 'order_line', { order_id: order.id }, { name: '<b>Équerre</b>', quantity: 3 })

    await placed(order.id)
    const mail = await app.mail(email, 'order-awaiting-payment')
    for (const row of rows) expect(plain(mail.text)).toContain(row)

    const table = /<thead>.*<\/tbody>/s.exec(mail.html)?.[0] ?? ''
    const cells = [...table.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell]) => plain(cell ?? ''))
    const [part = '', quantity, price] = cells.slice(3)
    expect(part).toMatch(/^&lt;b&gt;Équerre&lt;\/b&gt;<br>/)
    expect(quantity).toBe('3')
    expect(rows[0]).toContain(price)
    expect(cells.at(-2)).toBe('Total')
    expect(rows[2]).toContain(cells.at(-1))
  })

  const payersCard = 'Remboursement : 10,00 $US sur la carte de la personne qui a payé par votre lien de paiement'
  const payersTransfer = 'Remboursement : 10,00 $US par virement à la personne qui a payé par votre lien'

  it.each([
    ['nothing was paid', 'balance', false, 0, 'Rien n’a été débité.'],
    ['no transfer has arrived', 'bank_transfer', false, 0, 'N’envoyez plus de virement pour cette commande.'],
    ['the balance paid', 'balance', false, 1000, 'Remboursement : 10,00 $US sur votre solde.'],
    ['the customer’s card paid', 'card', false, 1000, 'Remboursement : 10,00 $US sur votre carte (sous'],
    ['the customer’s transfer paid', 'bank_transfer', false, 1000, 'Remboursement : 10,00 $US sur votre solde.'],
    ['the card of another payer paid', 'card', true, 1000, payersCard],
    ['the transfer of another payer paid', 'bank_transfer', true, 1000, payersTransfer],
  ] as const)(
    'say why an order is cancelled and who gets the money back if %s',
    async (_name, method, agency, capturedMinor, says) => {
      const { id, email } = await aCustomer(app)
      const order = await anOrderIn(app, id)
      const payment = await aPaymentOf(app.deps.db, id, { orderId: order.id, method, capturedMinor })
      await updateRows(app, 'payment_intent', { id: payment }, { agency })
      if (capturedMinor > 0)
        await insertRefund(app.deps.db, {
          id: refundIdOf(cancellationRefundKey(order.id), payment),
          intent_id: payment,
          amount_minor: capturedMinor,
          usd_minor: capturedMinor,
          state: 'asked',
          reason: '',
          asked_by: 'customer',
          asked_at: app.clock.now,
          done_at: null,
        })
      await moveTo(app, order.id, 'cancelled', 'Plan à revoir')

      const { text } = await app.mail(email, 'order-cancelled')
      expect(plain(text)).toContain('Motif : Plan à revoir.')
      expect(plain(text)).toContain(says)
    },
  )

  it.each([
    ['fr', 'remboursée : 30,00 $US au total, 30,00 $US sur la carte de la personne'],
    ['en', 'is refunded: $30.00 in all, $30.00 to the card of the person who paid'],
  ] as const)('say that a refund goes to the payer, not to the customer (%s)', async (language, says) => {
    const { id, email } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'paid', { language })
    const sums = { agency: true, refunded_minor: Number(order.total_minor) }
    await updateRows(app, 'payment_intent', { order_id: order.id }, sums)
    await moveTo(app, order.id, 'refunded')
    expect(plain((await app.mail(email, 'order-refunded')).text)).toContain(says)
  })

  it('mention only the payment if the order is paid at once', async () => {
    const { id, email } = await aCustomer(app)
    const order = await anOrderIn(app, id)
    await app.deps.db.transaction().execute(async (trx) => {
      await lockOrder(trx, order.id)
      await enqueueOrderMail(app.deps, trx, { orderId: order.id })
    })
    await app.mail(email, 'order-awaiting-payment')
    app.clock.advance(1)

    const other = await anOrderIn(app, id, 'paid')
    await placed(other.id)

    const kinds = (await mailsTo(email)).map(({ kind }) => kind)
    expect(kinds).toEqual(['order-awaiting-payment', 'order-paid'])
  })

  it.each([
    ['agency', 'order-awaiting-payment'],
    ['bank_transfer', 'order-bank-transfer'],
    ['balance', 'order-paid'],
  ] as const)('send one mail for a checkout with %s', async (method, kind) => {
    const { id, email } = await aCustomer(app)
    await funded(app.deps.db, id, 100_000, app.clock.now)
    const { browser, basket } = await aBasket(app, id)
    const { body } = await aCheckout(browser, basket, { payment: { method } })
    expect((await browser.call('POST /global/checkout/submit', { body })).status).toBe(200)
    await app.mail(email, kind)
    expect((await mailsTo(email)).map((mail) => mail.kind)).toEqual([kind])
  })

  it('are sent once if the job runs twice (FLT-6)', async () => {
    const { id, email } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'paid')
    await app.mail(email, 'order-paid')

    const { id: eventId } = await rowOf(app, 'order_event', { order_id: order.id, to_status: 'paid' })
    await Promise.all([1, 2, 3].map(() => sendOrderMail(app.deps, { orderId: order.id, eventId })))

    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('are read and stored together, with a number of statements that does not grow with them', async () => {
    const { id, email } = await aCustomer(app)
    const requests: OrderMailRequest[] = []
    for (let count = 0; count < 3; count++) {
      const { id: orderId } = await anOrderIn(app, id, 'paid')
      const { id: eventId } = await rowOf(app, 'order_event', { order_id: orderId, to_status: 'paid' })
      requests.push({ orderId, eventId })
    }
    await app.mails()
    await app.deps.db.deleteFrom('mailbox_message').where('recipient', '=', email).execute()

    const send = (some: readonly OrderMailRequest[]) => (deps: Deps) => {
      const mail = createMailboxSender(createMailboxStore(deps.db, deps.clock), 'Atelier <a@b.fr>')
      return sendOrderMails({ ...deps, mail }, some)
    }
    const ofOne = await countStatements(app.deps, send(requests.slice(0, 1)))
    const ofAll = await countStatements(app.deps, send(requests))

    expect(ofOne).toBeLessThanOrEqual(6)
    expect(ofAll).toBe(ofOne)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  it.each([
    ['fr', 'Votre référence d’achat : PO-<4711>'],
    ['en', 'Your purchase order number: PO-<4711>'],
  ] as const)('name the purchase order number at every status (%s)', async (language, says) => {
    const { id, email } = await aCustomer(app)
    await anOrderIn(app, id, 'completed', { language, poNumber: 'PO-<4711>' })
    await anOrderIn(app, id, 'cancelled', { language, poNumber: 'PO-<4711>' })

    const mails = await mailsTo(email)
    expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order-completed', 'order-cancelled']))
    for (const { text, html } of mails) {
      expect(plain(text)).toContain(`\n\n${says}\n\n`)
      expect(html).toContain('PO-&lt;4711&gt;</p>')
    }
  })

  it('have no line for a purchase order number that was not given', async () => {
    const { id, email } = await aCustomer(app)
    await anOrderIn(app, id, 'paid')
    expect((await app.mail(email, 'order-paid')).text).not.toContain('référence d’achat')
  })

  it('have texts for every status', async () => {
    const { id, email } = await aCustomer(app)
    for (const status of orderStatuses) await anOrderIn(app, id, status)
    for (const { subject, text } of await mailsTo(email)) {
      expect(subject).not.toBe('')
      expect(text.split('\n\n').slice(0, 5).every(Boolean)).toBe(true)
    }
  })
})
