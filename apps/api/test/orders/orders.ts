import { randomUUID } from 'node:crypto'
import type { Api, CheckoutView, LineView } from '@cotation/contracts'
import type { AddressBook, CarrierId, Coupon, ExportAnswer } from '@cotation/domain'
import { anAddress as aPostalAddress } from '@cotation/places/address-fixture'
import type { OrderRow } from '#db/order-rows.ts'
import type { AddressTable } from '#db/schema.generated.ts'
import { basketLine, orderedLine } from '#features/checkout/basket-line.ts'
import { priceBasket } from '#features/checkout/basket-price.ts'
import { insertOrder } from '#features/order/place-order.repository.ts'
import { readLinesToOrder, settleLinesToOrder } from '#features/quote/view/lines-to-order.service.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf } from '#test/builders.ts'
import { aProject, type PartName, someLines } from '#test/quote/quotes.ts'
import { insertRow, type RowStore } from '#test/rows.ts'

export type SubmitBody = Api['POST /global/checkout/submit']['input']['body']
export type PreviewBody = Api['POST /global/checkout/preview']['input']['body']

type AddressTraits = Partial<
  Pick<AddressTable, 'country' | 'vat_number' | 'company' | 'is_default' | 'state' | 'postcode'>
>

/** An address in a customer's book; in France by default. */
export async function anAddress(
  app: RowStore,
  customerId: string,
  book: AddressBook = 'shipping',
  traits: AddressTraits = {},
): Promise<string> {
  return insertRow(app.deps.db, 'address', {
    customer_id: customerId,
    book,
    first_name: 'Zoe',
    last_name: 'Martin',
    company: 'Atelier Martin',
    phone_code: '+33',
    phone: '612345678',
    vat_number: '',
    country: 'FR',
    line1: '12 rue des Lilas',
    line2: '',
    line3: '',
    postcode: '75011',
    city: 'Paris',
    state: '',
    is_default: false,
    created_at: app.clock.now,
    updated_at: app.clock.now,
    ...traits,
  })
}

/** An account of a customer at a carrier, for freight collect. */
export async function insertExpressAccount(
  app: TestApp,
  customerId: string,
  carrier: CarrierId,
  number: string,
): Promise<void> {
  await app.deps.db
    .insertInto('express_account')
    .values({ customer_id: customerId, carrier, number, is_current: true, created_at: app.clock.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A project of the browser's user with a priced line per part, ready to order. */
export async function aReadyProject(
  app: TestApp,
  browser: Browser,
  ...parts: PartName[]
): Promise<{ projectId: string; lines: LineView[] }> {
  const { id: projectId } = await aProject(browser)
  const lines = await someLines(app, browser, projectId, ...(parts.length > 0 ? parts : (['block'] as const)))
  const waiting = lines.find(({ status }) => status !== 'ready')
  if (waiting) throw new Error(`the line ${waiting.name} is ${waiting.status}`)
  return { projectId, lines }
}

/** A coupon of a customer. */
export async function aCoupon(
  app: TestApp,
  customerId: string,
  coupon: Coupon = { type: 'amount', usd: 5, minGoodsUsd: 0 },
  traits: { expiresAt?: Date; withdrawnAt?: Date } = {},
): Promise<string> {
  const code = `TEST-${randomUUID().toUpperCase()}`
  return insertRow(app.deps.db, 'coupon', {
    customer_id: customerId,
    code,
    coupon: JSON.stringify(coupon),
    source: `test:${code}`,
    issued_at: app.clock.now,
    expires_at: traits.expiresAt ?? null,
    withdrawn_at: traits.withdrawnAt ?? null,
  })
}

/** Answers the export-control question, without which nothing can be ordered. */
export const answerExportControl = (browser: Browser, projectId: string, answer: ExportAnswer = 'no') =>
  browser.call('POST /global/project/{projectId}/export-control', {
    params: { projectId },
    body: { answer, confirmed: answer === 'no' },
  })

/**
 * The submission of a checkout, with the price that the preview showed. The parts are declared not
 * to be subject to export control.
 */
export async function aCheckout(
  browser: Browser,
  basket: PreviewBody,
  change: Partial<SubmitBody> = {},
): Promise<{ view: CheckoutView; body: SubmitBody }> {
  await answerExportControl(browser, basket.projectId)
  const { data: view, error } = await browser.call('POST /global/checkout/preview', { body: basket })
  if (!view) throw new Error(`the preview was refused: ${error.code}`)

  const body: SubmitBody = {
    ...basket,
    shippingAddressId: String(basket.shippingAddressId),
    carrier: basket.carrier ?? 'dhl',
    submissionKey: randomUUID(),
    acceptedPriceKey: view.priceKey,
    agreeTerms: true,
    payment: { method: 'balance' },
    ...change,
  }

  return { view, body }
}

/** A basket of a customer, with a ready project and an address. */
export async function aBasket(
  app: TestApp,
  customerId: string,
  ...parts: PartName[]
): Promise<{ browser: Browser; basket: PreviewBody & { shippingAddressId: string }; lines: LineView[] }> {
  const browser = await aBrowserOf(app, customerId)
  const { projectId, lines } = await aReadyProject(app, browser, ...parts)
  const shippingAddressId = await anAddress(app, customerId)
  const lineIds = lines.map(({ id }) => id)
  return { browser, lines, basket: { projectId, lineIds, shippingAddressId, carrier: 'dhl' } }
}

/** An unpaid order without any payment; `totalMinor` replaces the price of the parts. */
export async function aPlacedOrder(
  app: TestApp,
  customerId: string,
  { parts = ['block'], totalMinor }: { parts?: PartName[]; totalMinor?: number } = {},
): Promise<OrderRow> {
  const { deps, clock } = app
  const { basket } = await aBasket(app, customerId, ...parts)

  const owner = { customerId, visitorHash: null }
  const stored = await readLinesToOrder(deps.db, owner, basket, clock.now)
  const { project } = stored
  const { catalogue, lines: settled } = await settleLinesToOrder(deps, owner, stored, clock.now)
  const lines = settled.flatMap((line) => basketLine(line, project.service, catalogue) ?? [])

  const address = aPostalAddress({ company: 'Atelier Martin', phone: '612345678', postcode: '75011' })
  const terms = {
    address,
    carrier: 'dhl',
    freightAccount: '',
    coupon: null,
    currency: 'USD',
    loyaltyLevel: 'bronze',
    isVatConfirmed: false,
  } as const

  const { total, dates } = priceBasket(lines, terms, catalogue, clock.now)
  if (!total || !dates) throw new Error('the parts cannot be ordered')

  const { order } = await deps.db.transaction().execute((trx) =>
    insertOrder(
      trx,
      {
        id: randomUUID(),
        status: 'awaiting_payment',
        customerId,
        projectId: project.id,
        submissionKey: randomUUID(),
        language: 'fr',
        catalogueVersion: project.catalogue_version,
        lines: lines.map(orderedLine),
        total: { ...total, totalMinor: totalMinor ?? total.totalMinor },
        currency: 'USD',
        couponId: null,
        shippingAddress: address,
        billingAddress: address,
        carrier: 'dhl',
        freightAccount: '',
        dates,
        poNumber: '',
        comment: '',
        entrust: null,
        exportDeclaration: null,
      },
      clock.now,
    ),
  )
  return order
}
