import type { Language, OrderDocument } from '@cotation/domain'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderRow } from '#db/order-rows.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer } from '#test/builders.ts'
import { anAddress } from '#test/orders/addresses.ts'
import { aPaymentOf, funded } from '#test/orders/ledger.ts'
import { anOrderIn, moveTo } from '#test/orders/order-status.ts'
import { aBasket, aCheckout, aCoupon } from '#test/orders/orders.ts'
import { aCreditLimit, OrderPayer } from '#test/orders/payments.ts'
import { pdfPages } from '#test/quote/pdf-text.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { useSharedApp } from '#test/use-app.ts'

const app = useSharedApp()
let customerId: string
let browser: Browser

beforeAll(async () => {
  customerId = (await aCustomer(app)).id
  browser = await aBrowserOf(app, customerId)
})

function paper(orderId: string, kind: OrderDocument, language: Language = 'fr', reader = browser) {
  reader.language = language
  return reader.fetch(`/gateway/global/order/${orderId}/document/${kind}`)
}

/** The text on one line, with non-breaking spaces as plain spaces. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f\n]/g, ' ')

async function read(orderId: string, kind: OrderDocument, language: Language = 'fr', reader = browser) {
  const answer = await paper(orderId, kind, language, reader)
  expect(answer.status).toBe(200)
  return plain(pdfPages(new Uint8Array(await answer.arrayBuffer())).join('\n'))
}

const dollars = (minor: number, language: Language = 'fr') =>
  plain(new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(minor / 100))
const change = (order: OrderRow, fields: Record<string, unknown>) =>
  app.deps.db.updateTable('customer_order').set(fields).where('id', '=', order.id).execute()

describe('order documents', () => {
  it.each([
    ['pro-forma', 'fr', 'Facture pro forma', 'facture-pro-forma-PF-'],
    ['pro-forma', 'en', 'Pro-forma invoice', 'pro-forma-invoice-PF-'],
    ['invoice', 'fr', 'Facture', 'facture-F-'],
    ['invoice', 'en', 'Invoice', 'invoice-F-'],
    ['packing-list', 'fr', 'Liste de colisage', 'liste-de-colisage-LC-'],
    ['packing-list', 'en', 'Packing list', 'packing-list-LC-'],
  ] as const)('%s in the language of the request (%s), saved under its number', async (kind, language, title, file) => {
    const order = await anOrderIn(app, customerId, 'shipped', { poNumber: 'PO-4711' })
    const answer = await paper(order.id, kind, language)

    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain(`filename="${file}${order.number}.pdf"`)

    const text = await read(order.id, kind, language)
    const { brand, vatNumber } = app.deps.config
    for (const words of [title, order.number, 'PO-4711', brand.legalEntity, vatNumber, 'Atelier Martin', '75011 Paris'])
      expect(text).toContain(words)

    expect(text).toContain(language === 'fr' ? '2 mars 2026' : 'March 2, 2026')
    expect(text).toContain('EXW (Incoterms® 2020)')
    expect(text).toContain(language === 'fr' ? 'Chine' : 'China')
    expect(text).not.toMatch(/[{}]|undefined|NaN/)
  })

  it('include no invoice before payment and no packing list before shipment', async () => {
    const order = await anOrderIn(app, customerId)
    expect((await paper(order.id, 'pro-forma')).status).toBe(200)
    expect((await paper(order.id, 'invoice')).status).toBe(404)
    const paid = await anOrderIn(app, customerId, 'paid')
    expect((await paper(paid.id, 'invoice')).status).toBe(200)
    expect((await paper(paid.id, 'packing-list')).status).toBe(404)
    expect((await paper(paid.id, 'receipt' as OrderDocument)).status).toBe(422)
  })

  it('keep the invoice of a refunded order, which shows the refund', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const minor = Number(order.total_minor)
    const sums = { refunded_minor: minor, state: 'refunded' } as const
    await app.deps.db.updateTable('payment_intent').set(sums).where('order_id', '=', order.id).execute()
    await moveTo(app, order.id, 'refunded')

    const text = await read(order.id, 'invoice')
    expect(text).toContain(`Remboursé ${dollars(-minor)}`)
    expect(text).toContain(`Reste à payer ${dollars(0)}`)
    expect(text).toContain('Facture remboursée')
    expect(text).toContain('cette facture est créditée en totalité, il n’y a rien à payer.')
    expect(text).not.toContain('Expédition prévue')
  })

  it('void the invoice of an order on credit that was cancelled, and ask for no payment', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const minor = Number(order.total_minor)
    const sums = { method: 'credit', refunded_minor: minor, state: 'refunded' } as const
    await app.deps.db.updateTable('payment_intent').set(sums).where('order_id', '=', order.id).execute()
    await moveTo(app, order.id, 'cancelled')

    const text = await read(order.id, 'invoice')
    expect(text).toContain('Facture annulée')
    expect(text).toMatch(/La commande a été annulée le .+ : cette facture est annulée, il n’y a rien à payer\./)
    expect(text).toContain(`Reste à payer ${dollars(0)}`)
    for (const demand of ['à régler au plus tard', 'Expédition prévue']) expect(text).not.toContain(demand)

    const english = await read(order.id, 'invoice', 'en')
    expect(english).toContain('this invoice is void, there is nothing to pay.')
    expect(english).not.toContain('to be paid by')
  })

  it('show a partial refund on the invoice, which stays valid', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const sums = { refunded_minor: 500, state: 'partially_refunded' } as const
    await app.deps.db.updateTable('payment_intent').set(sums).where('order_id', '=', order.id).execute()

    const text = await read(order.id, 'invoice')
    expect(text).toContain(`Remboursement partiel Remboursé : ${dollars(500)}, à déduire du total de cette facture.`)
    expect(text).toContain('Expédition prévue')
    expect(text).not.toMatch(/Facture (annulée|remboursée)/)
  })
})

describe('what the law asks of an invoice (B30)', () => {
  it.each([
    ['fr', 'SAS au capital de 10 000 € · SIREN 999 999 999 · RCS Paris Nº TVA : FR00999999999'],
    ['en', 'SAS with a share capital of 10 000 € · SIREN 999 999 999 · RCS Paris VAT number: FR00999999999'],
  ] as const)('every document names form, capital, number and register of the seller (%s)', async (language, says) => {
    const order = await anOrderIn(app, customerId, 'shipped')
    for (const kind of ['pro-forma', 'invoice', 'packing-list'] as const)
      expect(await read(order.id, kind, language)).toContain(says)
  })

  it.each([
    ['fr', 'Échéance 2 mars 2026', 'indemnité forfaitaire de 40 €', 'Banque centrale européenne majoré de 10 points'],
    ['en', 'Due date March 2, 2026', 'fixed charge of €40', 'European Central Bank plus 10 points'],
  ] as const)('an invoice has a due date and the terms of late payment (%s)', async (language, ...says) => {
    const order = await anOrderIn(app, customerId, 'paid')
    const invoice = await read(order.id, 'invoice', language)
    for (const words of says) expect(invoice).toContain(words)

    const proForma = await read(order.id, 'pro-forma', language)
    for (const words of says) expect(proForma).not.toContain(words)
  })

  it('an invoice is due when the credit is', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const sums = { method: 'credit', state: 'captured' } as const
    await app.deps.db.updateTable('payment_intent').set(sums).where('order_id', '=', order.id).execute()
    expect(await read(order.id, 'invoice')).toContain('Échéance 1er avril 2026')
  })

  it('an invoice says when the parts were shipped and delivered, once they were', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    expect(await read(order.id, 'invoice')).toMatch(/Expédition prévue le .+, livraison entre le/)

    const { id: sentId } = await anOrderIn(app, customerId, 'shipped')
    const shipped = await read(sentId, 'invoice')
    expect(shipped).toContain('Expédiée le 2 mars 2026, livraison prévue entre le')
    expect(shipped).not.toContain('Expédition prévue')

    await moveTo(app, sentId, 'delivered')
    const delivered = await read(sentId, 'invoice')
    expect(delivered).toContain('Livrée le 2 mars 2026')
    expect(delivered).toContain('Expédiée le 2 mars 2026, livrée le 2 mars 2026.')
    expect(delivered).not.toContain('prévue')
  })
})

describe('papers of a company', () => {
  it('name the company, its VAT number and the person, as they were when it ordered', async () => {
    const { id } = await aCustomer(app, { accountType: 'enterprise' })
    await updateRows(app, 'customer', { id }, { company: 'Atelier Martin SARL' })
    await funded(app.deps.db, id, 100_000_00, app.clock.now)

    // The rule for parcels replaces the company of a delivery address by the recipient's name.
    const { browser: buyer, basket } = await aBasket(app, id)
    const delivery = { company: 'Atelier Martin SARL', vatNumber: 'FR40303265045' }
    const { id: shippingAddressId, company } = await anAddress(buyer, 'shipping', {
      ...delivery,
      phone: '06 12 34 56 78',
    })
    expect(company).toBe('Zoe Martin')

    const { view, body } = await aCheckout(buyer, { ...basket, shippingAddressId })
    expect(view.sameBilling).toEqual(delivery)
    const { data } = await buyer.call('POST /global/checkout/submit', { body })
    await updateRows(app, 'customer', { id }, { company: 'Martin et Filles SA' })

    for (const kind of ['pro-forma', 'invoice'] as const) {
      const text = await read(data.orderId, kind, 'fr', buyer)
      expect(text).toContain('Facturer à Atelier Martin SARL Zoe Martin 12 rue des Lilas')
      expect(text).toContain('Livrer à Zoe Martin 12 rue des Lilas')
      expect(text.match(/Nº TVA ou EORI : FR40303265045/g)).toHaveLength(2)
      expect(text).toContain('+33 6 12 34 56 78')
      expect(text).not.toContain('Martin et Filles')
    }

    const { data: order } = await buyer.call('GET /global/order/{orderId}', { params: { orderId: data.orderId } })
    expect(order.billingAddress).toMatchObject(delivery)
  })
})

describe('invoices', () => {
  it.each(['fr', 'en'] as const)(
    'add up lines, terms, VAT and its reason, total, paid and due (%s)',
    async (language) => {
      const order = await anOrderIn(app, customerId, 'paid', { parts: ['block', 'largerBlock'] })
      const { total } = order
      const text = await read(order.id, 'invoice', language)
      const lines = await app.deps.db.selectFrom('order_line').selectAll().where('order_id', '=', order.id).execute()

      for (const line of lines) {
        expect(text).toContain(line.name)
        expect(text).toContain(dollars(Number(line.total_minor), language))
      }

      expect(lines.reduce((sum, { total_minor }) => sum + Number(total_minor), 0)).toBe(
        total.goodsMinor + total.servicesMinor,
      )

      const fr = language === 'fr'
      for (const [name, minor] of [
        [fr ? 'Pièces HT' : 'Parts excl. VAT', total.goodsMinor],
        [`${fr ? 'Transport' : 'Shipping'}, DHL Express Worldwide`, total.shipping.minor],
        [fr ? 'Total HT' : 'Total excl. VAT', total.tax.baseMinor],
        [fr ? 'TVA 0 %' : 'VAT 0%', 0],
        [fr ? 'Total TTC, en dollars des États-Unis' : 'Total incl. VAT, in US dollars', total.totalMinor],
        [fr ? 'Déjà payé' : 'Paid', total.totalMinor],
        [fr ? 'Reste à payer' : 'Amount due', 0],
      ] as const)
        expect(text).toContain(`${name} ${dollars(minor, language)}`)

      expect(text).toContain(fr ? 'la TVA à l’importation est due par l’acheteur' : 'import VAT')
      expect(text).toContain(`${fr ? 'Carte :' : 'Card:'} ${dollars(total.totalMinor, language)}`)
      expect(text).toMatch(fr ? /Poids net : [\d,]+ g/ : /Net weight: [\d.]+ g/)
      expect(text).toContain(
        fr ? 'Code SH 3926.90 (proposé) · origine : Chine' : 'HS code 3926.90 (proposed) · origin: China',
      )
      expect(text).toContain(fr ? 'Stéréolithographie (SLA)' : 'Stereolithography (SLA)')
    },
  )

  it('show small-order fee, services, coupon, carriage discount and VAT by name', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const couponId = await aCoupon(app, customerId)
    const total = {
      ...order.total,
      goodsMinor: 10_000,
      servicesMinor: 2500,
      smallOrderMinor: 700,
      discountMinor: 1000,
      shipping: { ...order.total.shipping, minor: 3000, discountMinor: 1500 },
      tax: { ratePercent: 20, reason: 'domestic', baseMinor: 13_700, minor: 2740 },
      totalMinor: 16_440,
      display: { ...order.total.display, currency: 'CNY', totalMinor: 118_368 },
    }
    await change(order, { total: JSON.stringify(total), total_minor: 16_440, coupon_id: couponId })

    const text = await read(order.id, 'invoice')
    for (const [name, minor] of [
      ['Pièces, services compris, HT', 12_500],
      ['Complément de petite commande', 700],
      ['Remise sur le transport', -1500],
      ['Total HT', 13_700],
      ['TVA 20 %', 2740],
      ['Total TTC, en dollars des États-Unis', 16_440],
    ] as const)
      expect(text).toContain(`${name} ${dollars(minor)}`)

    expect(text).toMatch(new RegExp(`Coupon TEST-[0-9A-F -]+ ${dollars(-1000).replace('$', '\\$')}`))
    expect(text).toContain('TVA du pays du vendeur')
    expect(text).toContain('le total représente 1 183,68 RMB')
  })

  it('show both addresses with customs details, and the end customer', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const billing = {
      ...order.billing_address,
      company: 'Holding Inc.',
      vatNumber: 'FR40303265045',
      city: 'Cupertino',
      state: 'California',
      postcode: '95014',
      country: 'US',
    }
    await change(order, {
      billing_address: JSON.stringify(billing),
      entrust: JSON.stringify({ customerEmail: 'end@example.com', platformOrderNumber: 'MKT-88' }),
    })

    const text = await read(order.id, 'invoice')
    for (const words of ['Facturer à Holding Inc.', 'Livrer à Atelier Martin', 'FR40303265045', 'MKT-88'])
      expect(text).toContain(words)

    expect(text).toContain('Tél. +33 6 12 34 56 78')
    expect(text).toContain('Cupertino, CA 95014 États-Unis')
    expect(text).toContain('75011 Paris France')
  })

  it('show the price of each service, or that it is included', async () => {
    const order = await anOrderIn(app, customerId, 'shipped')
    const { id, ordered } = await rowOf(app, 'order_line', { order_id: order.id })
    if (!ordered.configuration || !ordered.price) throw new Error('not priced')

    const services = [
      { id: 'inspection', option: 'report-all' },
      { id: 'certificate', option: 'conformity' },
    ]
    const breakdown = [
      ...ordered.price.breakdown,
      { term: 'certificate', minor: 2000, reason: { code: '', values: {} } },
    ]
    const changed = {
      ...ordered,
      configuration: { ...ordered.configuration, services },
      price: { ...ordered.price, breakdown },
    }
    const lines = app.deps.db.updateTable('order_line').where('id', '=', id)
    await lines.set({ ordered: JSON.stringify(changed) }).execute()

    const text = await read(order.id, 'invoice')
    expect(text).toContain(`Certificat de conformité · ${dollars(2000)}`)
    expect(text).toContain('toutes les pièces · inclus')
    expect(await read(order.id, 'packing-list')).not.toMatch(/\$|inclus/)
  })

  it('show when credit is due and that the carrier bills the buyer’s account', async () => {
    const { id } = await aCustomer(app, { accountType: 'enterprise' })
    await aCreditLimit(app, id, 100_000_00)
    const company = await aBrowserOf(app, id)
    const order = await anOrderIn(app, id)
    await new OrderPayer(company, order.id).begin({ method: 'credit' })
    await change(order, { freight_account: '123456789' })

    const text = await read(order.id, 'invoice', 'fr', company)
    expect(text).toContain(`${dollars(Number(order.total_minor))} à régler au plus tard le 1er avril 2026`)
    expect(text).toContain(`Reste à payer ${dollars(Number(order.total_minor))}`)
    expect(text).not.toContain('Déjà payé')
    expect(text).toContain('Transport en port dû, DHL Express Worldwide')
    expect(text).toContain('le fret est facturé directement par le transporteur')
  })

  it('span pages for 200 lines, repeat the column heads and lose no line', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const line = await rowOf(app, 'order_line', { order_id: order.id })
    const { id: _id, ordered, unit_minor, goods_minor, services_minor, discount_minor, total_minor, ...rest } = line
    const sums = { unit_minor, goods_minor, services_minor, discount_minor, total_minor }
    const minors = Object.fromEntries(Object.entries(sums).map(([name, minor]) => [name, Number(minor)]))

    await app.deps.db
      .insertInto('order_line')
      .values(
        Array.from({ length: 199 }, (_, index) => ({
          ...rest,
          ...(minors as Record<keyof typeof sums, number>),
          ordered: JSON.stringify(ordered),
          position: index + 2,
          name: `${'long-name-'.repeat(12)}${index}.stl`,
        })),
      )
      .execute()

    const answer = await paper(order.id, 'invoice')
    const pages = pdfPages(new Uint8Array(await answer.arrayBuffer())).map(plain)

    expect(pages.length).toBeGreaterThan(10)

    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} sur ${pages.length}`)
      if (page.includes('.stl')) expect(page).toContain('Prix unitaire HT')
    }

    const all = pages.join(' ').replaceAll(' ', '')
    for (let index = 0; index < 199; index++) expect(all).toContain(`-${index}.stl`)
  }, 30_000)
})

describe('pro-forma invoices', () => {
  it('show the bank account, and the reference once a transfer is chosen', async () => {
    const order = await anOrderIn(app, customerId)
    const open = await read(order.id, 'pro-forma')
    for (const words of ['FR76 3000 6000 0112 3456 7890 189', 'DEMOFRPP', 'pour obtenir la référence à indiquer'])
      expect(open).toContain(words)

    expect(open).toContain(`Reste à payer ${dollars(Number(order.total_minor))}`)
    expect(open).toContain('Document établi avant paiement.')
    expect(open).toContain('ne vaut pas facture')

    const intent = await aPaymentOf(app.deps.db, customerId, {
      orderId: order.id,
      method: 'bank_transfer',
      state: 'awaiting_funds',
      amountMinor: 12_345,
    })
    const transfer = { currency: 'GBP', reference: 'CT-PRO', expires_at: new Date('2026-03-16T09:00:00Z') } as const
    await app.deps.db.updateTable('payment_intent').set(transfer).where('id', '=', intent).execute()

    const text = await read(order.id, 'pro-forma')
    const list = [
      'Titulaire du compte : Cotation (installation de démonstration)',
      'Banque : Banque de démonstration',
      'IBAN ou numéro de compte : GB33 BUKB 2020 1555 5555 55',
      'BIC (SWIFT) : DEMOFRPP',
      'Référence à indiquer : CT-PRO',
      'Montant : 123,45 £GB, garanti s’il arrive au plus tard le 16 mars 2026',
      'Prenez tous les frais bancaires à votre charge (OUR), afin que le montant arrive en entier.',
    ]
    expect(text).toContain(list.join(' '))
  })

  it('do not exist for a cancelled order, also once its money is refunded', async () => {
    const order = await anOrderIn(app, customerId, 'cancelled')
    expect((await paper(order.id, 'pro-forma')).status).toBe(404)

    const paid = await anOrderIn(app, customerId, 'paid')
    await moveTo(app, paid.id, 'cancelled')
    await moveTo(app, paid.id, 'refunded')
    expect((await paper(paid.id, 'pro-forma')).status).toBe(404)
    expect(await read(paid.id, 'invoice')).toContain('Facture annulée')
  })

  it('exist for an order that was refunded without being cancelled', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    await moveTo(app, order.id, 'refunded')
    expect(await read(order.id, 'pro-forma')).not.toContain('annulée')
  })

  it('say that the dates of an unpaid order count from its payment', async () => {
    const order = await anOrderIn(app, customerId)
    const condition = 'Ces dates valent pour un paiement le 2 mars 2026.'
    expect(await read(order.id, 'pro-forma')).toContain(condition)

    await moveTo(app, order.id, 'paid')
    const paid = await read(order.id, 'pro-forma')
    expect(paid).toContain('Expédition prévue')
    expect(paid).not.toContain(condition)
  })

  it('request no payment once the order is paid', async () => {
    const order = await anOrderIn(app, customerId, 'paid')
    const text = await read(order.id, 'pro-forma')
    expect(text).not.toContain('Paiement par virement')
    expect(text).toContain(`Reste à payer ${dollars(0)}`)
    expect(text).not.toContain('avant paiement')
    expect(text).toContain(`Document remplacé par la facture F-${order.number}.`)
    expect(text).toContain('ne vaut pas facture')
  })
})

describe('packing lists', () => {
  it('show cartons, sizes and weights, and no price', async () => {
    const order = await anOrderIn(app, customerId, 'shipped', { parts: ['block', 'largerBlock'] })
    const cartons = [
      { sizeMm: [400, 300, 255], weightKg: 7.456, count: 3, parts: [{ part: 0, quantity: 20 }] },
      {
        sizeMm: [200, 100, 100],
        weightKg: 1.2,
        count: 1,
        parts: [
          { part: 0, quantity: 2 },
          { part: 1, quantity: 5 },
        ],
      },
    ]
    const total = { ...order.total, shipping: { ...order.total.shipping, cartons } }
    await change(order, { total: JSON.stringify(total) })

    const text = await read(order.id, 'packing-list')
    for (const words of [
      '1 à 3 20 × block.stl (ligne 1) 40 × 30 × 25,5 7,46',
      '4 2 × block.stl (ligne 1) 5 × largerBlock.stl (ligne 2) 20 × 10 × 10 1,2',
      'Cartons 4',
      'Poids brut 23,57 kg',
      'Volume 0,094 m³',
      `JD${order.number}`,
      'DHL Express Worldwide',
    ])
      expect(text).toContain(words)

    expect(text).not.toContain('$')
    expect(text).not.toMatch(/Prix|TVA \d/)
  })

  it.each([
    ['fr', 'Volume 0,0016 m³'],
    ['en', 'Volume 0.0016 m³'],
  ] as const)('give a small volume as it is, not rounded up (%s)', async (language, volume) => {
    const order = await anOrderIn(app, customerId, 'shipped', { poNumber: 'PO-4711' })
    const cartons = [{ sizeMm: [200, 100, 80], weightKg: 0.4, count: 1, parts: [{ part: 0, quantity: 1 }] }]
    const total = { ...order.total, shipping: { ...order.total.shipping, cartons } }
    await change(order, { total: JSON.stringify(total) })

    const text = await read(order.id, 'packing-list', language)
    expect(text).toContain(volume)
    expect(text).toContain('PO-4711')
  })
})
