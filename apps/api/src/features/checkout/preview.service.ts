import type { CheckoutView, checkoutRoutes, ParsedInput, ShippingOfferView } from '@cotation/contracts'
import { billedAddress, type Catalogue, type Language, partsMinorOf } from '@cotation/domain'
import {
  billedWeight,
  type Carton,
  type LandedCost,
  landedCostOf,
  type OrderTotal,
  packingOf,
  promisedDates,
  shippingOffers,
} from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { pipeline } from '#db/pipeline.ts'
import { getUsableCoupon, listUsableCoupons } from '#features/coupon/coupon.service.ts'
import { checkNames } from '#features/order/accepted-risks.service.ts'
import { methodOffers, readFunds } from '#features/payment/methods/method-offers.service.ts'
import { exportControlOf } from '#features/quote/commands/export-control.service.ts'
import { lineOrderView } from '#features/quote/view/line-view.service.ts'
import { readLinesToOrder, settleLinesToOrder } from '#features/quote/view/lines-to-order.service.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import { type BasketLine, basketLine, basketLineView } from './basket-line.ts'
import { findFreightAccount, freightAccountOf, loyaltyLevelOf, priceBasket } from './basket-price.ts'
import { type Buyer, getBuyer } from './checkout.repository.ts'
import { priceKeyOf } from './price-key.ts'
import { checkBuyerVat } from './vat-check.service.ts'

type Basket = ParsedInput<typeof checkoutRoutes.preview>['body']

/** Empty if the lines fit no carton. */
function cartonsOf(lines: readonly BasketLine[], { shipping }: Catalogue): readonly Carton[] {
  const orderLines = lines.map(({ orderLine }) => orderLine)
  const packing = packingOf(orderLines, shipping)
  return 'refusal' in packing ? [] : packing.cartons
}

interface Offered {
  lines: readonly BasketLine[]
  cartons: readonly Carton[]
  buyer: Buyer
  catalogue: Catalogue
  now: Date
}

/** Price and dates of every carrier to a country; empty if there is nothing to ship. */
function offersOf({ lines, cartons, buyer, catalogue, now }: Offered): ShippingOfferView[] {
  const country = buyer.shipping?.country
  const { shipping } = catalogue
  if (country === undefined || cartons.length === 0) return []

  const workingDays = Math.max(...lines.map(({ orderLine }) => orderLine.workingDays))
  const offers = new Map(shippingOffers(cartons, country, shipping).map((offer) => [offer.carrier, offer]))

  return shipping.carriers.map(({ id, name, service, freightCollect }) => {
    const account = findFreightAccount(buyer, id, catalogue)
    const freight = {
      freightCollect,
      freightAccount: account?.number ?? null,
      isFreightConfirmed: account?.isConfirmed ?? false,
    }
    const carrier = { carrier: id, name, service, ...freight }
    const offer = offers.get(id)
    if (!offer?.served)
      return { ...carrier, served: false, minor: null, chargeableKg: null, transitDays: [], dates: null }

    const { minor, chargeableKg, transitDays } = offer
    const dates = promisedDates({ orderedAt: now.getTime(), workingDays, transitDays, country }, catalogue)
    return { ...carrier, served: true, minor, chargeableKg, transitDays: [...transitDays], dates }
  })
}

/** What customs charge for a priced order. */
function landedOf(
  lines: readonly BasketLine[],
  total: OrderTotal | null,
  country: string | undefined,
  catalogue: Catalogue,
): LandedCost | null {
  if (!total || country === undefined) return null

  const orderLines = lines.map(({ orderLine }) => orderLine)
  return landedCostOf(orderLines, total, country, catalogue)
}

const cartonView = (carton: Carton, { shipping }: Catalogue): CheckoutView['cartons'][number] => ({
  count: carton.count,
  sizeMm: [...carton.sizeMm],
  ...billedWeight(carton, shipping),
})

/** The name and number on a company's papers if the delivery address is billed. */
function sameBillingOf(buyer: Buyer): CheckoutView['sameBilling'] {
  if (!buyer.shipping || buyer.accountType === 'personal') return null

  const { company, vatNumber } = billedAddress(buyer, { shipping: buyer.shipping, billing: null })
  return { company, vatNumber }
}

/** Everything that the checkout shows for the current choices. Nothing is stored. */
export async function previewCheckout(
  deps: Deps,
  { customerId, language }: { customerId: string; language: Language },
  basket: Basket,
): Promise<CheckoutView> {
  const now = deps.clock()
  const { shippingAddressId, couponId, currency } = basket
  const owner = { customerId, visitorHash: null }
  const [stored, buyer, coupons, funds] = await pipeline(deps.db, (one) => [
    readLinesToOrder(one, owner, basket, now),
    getBuyer(one, customerId, { shippingAddressId, billingAddressId: null }),
    listUsableCoupons(one, customerId, { now }, language),
    readFunds(one, customerId, now),
  ])
  if (shippingAddressId !== null && !buyer.shipping) throw new AppError('NOT_FOUND')

  const { project, isOrdered } = stored
  const found = await settleLinesToOrder(deps, owner, stored, now)
  const { catalogue } = found
  const lines = found.lines.flatMap((line) => basketLine(line, project.service, catalogue) ?? [])
  const lineIds = lines.map(({ line }) => line.id)
  const uploadIds = lines.map(({ line }) => line.uploadId)
  const cartons = cartonsOf(lines, catalogue)
  const leftOut = found.lines.filter(({ id }) => !lineIds.includes(id))

  const coupon = couponId === null ? null : await getUsableCoupon(deps.db, customerId, couponId, now)
  const vat = await checkBuyerVat(deps, buyer, catalogue.tax)
  const terms = {
    ...basket,
    isVatConfirmed: vat === 'confirmed',
    freightAccount: freightAccountOf(buyer, basket, catalogue),
    address: buyer.shipping,
    coupon: coupon?.coupon ?? null,
    loyaltyLevel: loyaltyLevelOf(buyer),
  }
  const { total, refusals, dates } = priceBasket(lines, terms, catalogue, now)
  const partsMinor = lines.reduce((sum, { orderLine }) => sum + partsMinorOf(orderLine), 0)

  const shown = { catalogueVersion: project.catalogue_version, lines, couponId, total }
  const { wording } = catalogue.shipping
  const words = await paperWords(language)
  const thumbnailKey = deps.thumbnails.within({ kind: 'project', id: project.id })

  return {
    projectId: project.id,
    projectName: project.name,
    lines: lines.map((line) => ({
      ...basketLineView(line, catalogue, words, checkNames(deps.texts, language)),
      thumbnailId: thumbnailKey(line.line.thumbnailId),
    })),
    left: leftOut.map(({ id, name, status, order }) => ({
      lineId: id,
      name,
      status,
      order: order && lineOrderView(order),
    })),
    validUntil: project.valid_until.toISOString(),
    exportControl: exportControlOf({ declaration: project.export_declaration, isOrdered }, uploadIds),
    offers: offersOf({ lines, cartons, buyer, catalogue, now }),
    cartons: cartons.map((carton) => cartonView(carton, catalogue)),
    volumetricCm3PerKg: catalogue.shipping.volumetricCm3PerKg,
    display: { currency, rate: catalogue.selling.exchangeRates[currency] },
    total,
    landed: landedOf(lines, total, buyer.shipping?.country, catalogue),
    dates,
    refusals: [...refusals],
    coupons,
    priceKey: priceKeyOf(shown),
    ...methodOffers(deps, funds, total?.totalMinor ?? partsMinor),
    entrust: buyer.entrusts,
    sameBilling: sameBillingOf(buyer),
    vat,
    wording: { exw: wording.exw[language], freightCollect: wording.freightCollect[language] },
  }
}
