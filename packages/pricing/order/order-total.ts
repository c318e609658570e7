import {
  accountingCurrency,
  type CarrierId,
  type Catalogue,
  type Coupon,
  type Currency,
  type LoyaltyLevel,
  minorOf,
  type SmallOrderTerm,
  smallOrderOf,
} from '@cotation/domain'
import { type CouponDiscount, couponDiscount, noDiscount } from './coupon.ts'
import { convertedParts } from './currency.ts'
import { lineRefusals, type OrderLine } from './order-line.ts'
import type { OrderRefusal } from './order-refusal.ts'
import { type Carton, packingOf } from './packing.ts'
import { cheapestOffer, shippingOffers } from './shipping.ts'
import { type TaxTerms, taxMinor, taxTerms } from './tax.ts'

export interface OrderRequest {
  lines: readonly OrderLine[]
  /** ISO 3166 code of the country of delivery. */
  destination: string
  vatNumber?: string
  /** Estimates take the carrier with the lowest price. */
  carrier: CarrierId | 'cheapest'
  /** The buyer's account pays the carrier: no shipping cost (catalogue 6, `freightCollect`). */
  freightCollect?: boolean
  /** One per order (spec 9). */
  coupon?: Coupon
  /** For display; USD is charged. */
  currency?: Currency
  /** Absent for accounts that earn no points (enterprise). */
  loyaltyLevel?: LoyaltyLevel['id']
}

export interface LineTotal {
  goodsMinor: number
  servicesMinor: number
  /** The coupon's. */
  discountMinor: number
  /** Goods and services after the coupon and the level's discount. */
  paidMinor: number
}

/** What the member's level takes off the express surcharge (catalogue 7). */
export interface LevelDiscount {
  level: LoyaltyLevel['id']
  percent: number
  minor: number
  byLine: readonly number[]
}

export interface OrderShipping {
  carrier: CarrierId
  /** Before the coupon. */
  minor: number
  discountMinor: number
  chargeableKg: number
  transitDays: readonly [fastest: number, slowest: number]
  cartons: readonly Carton[]
}

/**
 * Sums for display. `totalMinor`: goods + services + small order − level discount − discount +
 * shipping + tax.
 */
export interface DisplayedTotal {
  currency: Currency
  goodsMinor: number
  servicesMinor: number
  smallOrderMinor: number
  /** Absent if there is none. */
  levelDiscountMinor?: number
  discountMinor: number
  /** After the coupon. */
  shippingMinor: number
  taxMinor: number
  totalMinor: number
}

/** The price of an order in cents (USD); every sum is exactly that of its parts. */
export interface OrderTotal {
  lines: readonly LineTotal[]
  goodsMinor: number
  servicesMinor: number
  /** What is missing to a technology's minimum order; those that reach it are not listed. */
  smallOrder: readonly SmallOrderTerm[]
  smallOrderMinor: number
  /** Off goods; absent if there is none. */
  levelDiscount?: LevelDiscount
  /** The coupon's, off goods. */
  discountMinor: number
  shipping: OrderShipping
  tax: TaxTerms & { baseMinor: number; minor: number }
  totalMinor: number
  points: number
  /** Working days of the slowest line. */
  workingDays: number
  display: DisplayedTotal
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Points for goods paid (cents) after the coupon, rounded down (catalogue 7). */
function pointsFor(paidMinor: number, levelId: LoyaltyLevel['id'] | undefined, { loyalty }: Catalogue): number {
  const level = loyalty.levels.find(({ id }) => id === levelId)
  if (!level || paidMinor < minorOf(loyalty.minOrderUsd)) return 0
  return Math.floor((paidMinor * loyalty.pointsPerUsd * level.multiplier) / 100 + 1e-6)
}

/** The level's percentage of each line's express surcharge, rounded down to the cent. */
function levelDiscountOf(
  lines: readonly OrderLine[],
  levelId: LoyaltyLevel['id'] | undefined,
  { loyalty }: Catalogue,
): LevelDiscount | undefined {
  const level = loyalty.levels.find(({ id }) => id === levelId)
  if (!level) return undefined

  const { expressDiscountPercent: percent } = level
  const byLine = lines.map(({ goodsMinor, expressExtraMinor }) =>
    Math.floor((Math.min(expressExtraMinor, goodsMinor) * percent) / 100 + 1e-6),
  )
  const minor = sum(byLine)
  return minor > 0 ? { level: level.id, percent, minor, byLine } : undefined
}

type Carriage = Omit<OrderShipping, 'discountMinor'>

/** The cartons, and the price of the chosen carrier. */
function shippingOf(
  { lines, destination, carrier, freightCollect = false }: OrderRequest,
  { shipping }: Catalogue,
): Carriage | { refusal: OrderRefusal } {
  const packing = packingOf(lines, shipping)
  if ('refusal' in packing) return packing

  const offers = shippingOffers(packing.cartons, destination, shipping)
  const wanted = carrier === 'cheapest' ? offers : offers.filter((candidate) => candidate.carrier === carrier)
  const offer = cheapestOffer(wanted)
  if (!offer) {
    const code = carrier === 'cheapest' ? 'country-not-served' : 'carrier-not-serving'
    return { refusal: { code, field: 'carrier', detail: { carrier, country: destination } } }
  }

  const { chargeableKg, transitDays } = offer
  const minor = freightCollect ? 0 : offer.minor
  return { carrier: offer.carrier, minor, chargeableKg, transitDays, cartons: packing.cartons }
}

/** What is taken off an order: by the member's level, then by a coupon. */
interface Discounts {
  level: LevelDiscount | undefined
  coupon: CouponDiscount
}

const lineTotals = (lines: readonly OrderLine[], { level, coupon }: Discounts): LineTotal[] =>
  lines.map(({ goodsMinor, servicesMinor }, index) => {
    const discountMinor = coupon.byLine[index] ?? 0
    const paidGoodsMinor = goodsMinor - (level?.byLine[index] ?? 0) - discountMinor
    return { goodsMinor, servicesMinor, discountMinor, paidMinor: paidGoodsMinor + servicesMinor }
  })

function displayed(total: Omit<OrderTotal, 'display'>, currency: Currency, { selling }: Catalogue): DisplayedTotal {
  const { goodsMinor, servicesMinor, smallOrderMinor, levelDiscount, discountMinor, shipping, tax } = total
  const shippingMinor = shipping.minor - shipping.discountMinor
  const levelMinor = levelDiscount?.minor ?? 0
  const usdParts = [
    goodsMinor,
    servicesMinor,
    smallOrderMinor,
    -levelMinor,
    -discountMinor,
    shippingMinor,
    tax.minor,
  ] as const
  const parts = convertedParts(usdParts, currency, selling)
  const [goods, services, smallOrder, level, discount, carriage, vat] = parts

  return {
    currency,
    goodsMinor: goods,
    servicesMinor: services,
    smallOrderMinor: smallOrder,
    ...(levelDiscount && { levelDiscountMinor: -level }),
    discountMinor: -discount || 0,
    shippingMinor: carriage,
    taxMinor: vat,
    totalMinor: sum(parts),
  }
}

function totalOf(request: OrderRequest, shipping: Carriage, discounts: Discounts, catalogue: Catalogue): OrderTotal {
  const { level, coupon } = discounts
  const lines = lineTotals(request.lines, discounts)
  const smallOrder = smallOrderOf(request.lines, catalogue.technologies)
  const smallOrderMinor = sum(smallOrder.map(({ minor }) => minor))
  const goodsMinor = sum(lines.map((line) => line.goodsMinor))
  const shippingMinor = shipping.minor - coupon.shippingMinor
  const paidGoodsMinor = goodsMinor - (level?.minor ?? 0) - coupon.goodsMinor

  const baseMinor = sum(lines.map(({ paidMinor }) => paidMinor)) + smallOrderMinor + shippingMinor
  const terms = taxTerms(request.destination, request.vatNumber, catalogue.tax)
  const tax = { ...terms, baseMinor, minor: taxMinor(baseMinor, terms) }

  const total = {
    lines,
    goodsMinor,
    servicesMinor: sum(lines.map(({ servicesMinor }) => servicesMinor)),
    smallOrder,
    smallOrderMinor,
    ...(level && { levelDiscount: level }),
    discountMinor: coupon.goodsMinor,
    shipping: { ...shipping, discountMinor: coupon.shippingMinor },
    tax,
    totalMinor: baseMinor + tax.minor,
    points: pointsFor(paidGoodsMinor, request.loyaltyLevel, catalogue),
    workingDays: Math.max(...request.lines.map(({ workingDays }) => workingDays)),
  }

  return { ...total, display: displayed(total, request.currency ?? accountingCurrency, catalogue) }
}

/**
 * The price of an order: goods, services, small-order adjustment, level discount, coupon, shipping
 * and VAT, to the cent; or why it is refused. An invalid coupon is a reason: nobody pays more than
 * the form shows.
 */
export function orderTotal(
  request: OrderRequest,
  catalogue: Catalogue,
): OrderTotal | { refusals: readonly OrderRefusal[] } {
  const { lines, coupon } = request
  if (lines.length === 0) return { refusals: [{ code: 'empty-order', field: 'lines', detail: {} }] }

  const invalid = lineRefusals(lines)
  if (invalid.length > 0) return { refusals: invalid }

  const shipping = shippingOf(request, catalogue)
  if ('refusal' in shipping) return { refusals: [shipping.refusal] }

  const level = levelDiscountOf(lines, request.loyaltyLevel, catalogue)
  const reducedLines = lines.map((line, index) => ({ ...line, levelDiscountMinor: level?.byLine[index] ?? 0 }))
  const discount = coupon ? couponDiscount(coupon, reducedLines, shipping.minor) : noDiscount(lines)
  if ('refusal' in discount) return { refusals: [discount.refusal] }

  return totalOf(request, shipping, { level, coupon: discount }, catalogue)
}
