import {
  accountingCurrency,
  type CarrierId,
  type Catalogue,
  type Coupon,
  type Currency,
  type LoyaltyLevel,
  minorOf,
  type TechnologyId,
} from '@cotation/domain'
import { type CouponDiscount, couponDiscount, noDiscount } from './coupon.ts'
import { convertedParts } from './currency.ts'
import { lineRefusals, type OrderLine } from './order-line.ts'
import type { OrderRefusal } from './order-refusal.ts'
import { type Carton, packingOf } from './packing.ts'
import { shippingOffers } from './shipping.ts'
import { type TaxTerms, taxMinor, taxTerms } from './tax.ts'

export interface OrderRequest {
  lines: readonly OrderLine[]
  /** ISO 3166 code of the country of delivery. */
  destination: string
  vatNumber?: string
  carrier: CarrierId
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
  discountMinor: number
  /** Goods and services after the discount. */
  paidMinor: number
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

/** Sums for display. `totalMinor`: goods + services + small order − discount + shipping + tax. */
export interface DisplayedTotal {
  currency: Currency
  goodsMinor: number
  servicesMinor: number
  smallOrderMinor: number
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
  smallOrder: readonly { technologyId: TechnologyId; minor: number }[]
  smallOrderMinor: number
  /** Off goods. */
  discountMinor: number
  shipping: OrderShipping
  tax: TaxTerms & { baseMinor: number; minor: number }
  totalMinor: number
  points: number
  /** Of the slowest line. */
  workingDays: number
  display: DisplayedTotal
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Shortfall of each technology's goods below its minimum order (catalogue 3), before coupons. */
function smallOrderOf(lines: readonly OrderLine[], { technologies }: Catalogue): OrderTotal['smallOrder'] {
  return technologies.flatMap(({ id, minOrderUsd }) => {
    const ofTechnology = lines.filter(({ technologyId }) => technologyId === id)
    const missing = minorOf(minOrderUsd) - sum(ofTechnology.map(({ goodsMinor }) => goodsMinor))
    return ofTechnology.length > 0 && missing > 0 ? [{ technologyId: id, minor: missing }] : []
  })
}

/** Points for goods paid (cents) after the coupon, rounded down (catalogue 7). */
function pointsFor(paidMinor: number, levelId: LoyaltyLevel['id'] | undefined, { loyalty }: Catalogue): number {
  const level = loyalty.levels.find(({ id }) => id === levelId)
  if (!level || paidMinor < minorOf(loyalty.minOrderUsd)) return 0
  return Math.floor((paidMinor * loyalty.pointsPerUsd * level.multiplier) / 100 + 1e-6)
}

type Carriage = Omit<OrderShipping, 'discountMinor'>

/** The cartons, and the price of the chosen carrier. */
function shippingOf(
  { lines, destination, carrier, freightCollect = false }: OrderRequest,
  { shipping }: Catalogue,
): Carriage | { refusal: OrderRefusal } {
  const packing = packingOf(lines, shipping)
  if ('refusal' in packing) return packing

  const offer = shippingOffers(packing.cartons, destination, shipping).find(
    (candidate) => candidate.carrier === carrier,
  )
  if (!offer?.served)
    return { refusal: { code: 'carrier-not-serving', field: 'carrier', detail: { carrier, country: destination } } }

  const { chargeableKg, transitDays } = offer
  return { carrier, minor: freightCollect ? 0 : offer.minor, chargeableKg, transitDays, cartons: packing.cartons }
}

const lineTotals = (lines: readonly OrderLine[], { byLine }: CouponDiscount): LineTotal[] =>
  lines.map(({ goodsMinor, servicesMinor }, index) => {
    const discountMinor = byLine[index] ?? 0
    return { goodsMinor, servicesMinor, discountMinor, paidMinor: goodsMinor - discountMinor + servicesMinor }
  })

function displayed(total: Omit<OrderTotal, 'display'>, currency: Currency, { selling }: Catalogue): DisplayedTotal {
  const { goodsMinor, servicesMinor, smallOrderMinor, discountMinor, shipping, tax } = total
  const shippingMinor = shipping.minor - shipping.discountMinor
  const usdParts = [goodsMinor, servicesMinor, smallOrderMinor, -discountMinor, shippingMinor, tax.minor] as const
  const parts = convertedParts(usdParts, currency, selling)
  const [goods, services, smallOrder, discount, carriage, vat] = parts

  return {
    currency,
    goodsMinor: goods,
    servicesMinor: services,
    smallOrderMinor: smallOrder,
    discountMinor: -discount || 0,
    shippingMinor: carriage,
    taxMinor: vat,
    totalMinor: sum(parts),
  }
}

function totalOf(
  request: OrderRequest,
  shipping: Carriage,
  discount: CouponDiscount,
  catalogue: Catalogue,
): OrderTotal {
  const lines = lineTotals(request.lines, discount)
  const smallOrder = smallOrderOf(request.lines, catalogue)
  const smallOrderMinor = sum(smallOrder.map(({ minor }) => minor))
  const goodsMinor = sum(lines.map((line) => line.goodsMinor))
  const shippingMinor = shipping.minor - discount.shippingMinor

  const baseMinor = sum(lines.map(({ paidMinor }) => paidMinor)) + smallOrderMinor + shippingMinor
  const terms = taxTerms(request.destination, request.vatNumber, catalogue.tax)
  const tax = { ...terms, baseMinor, minor: taxMinor(baseMinor, terms) }

  const total = {
    lines,
    goodsMinor,
    servicesMinor: sum(lines.map(({ servicesMinor }) => servicesMinor)),
    smallOrder,
    smallOrderMinor,
    discountMinor: discount.goodsMinor,
    shipping: { ...shipping, discountMinor: discount.shippingMinor },
    tax,
    totalMinor: baseMinor + tax.minor,
    points: pointsFor(goodsMinor - discount.goodsMinor, request.loyaltyLevel, catalogue),
    workingDays: Math.max(...request.lines.map(({ workingDays }) => workingDays)),
  }

  return { ...total, display: displayed(total, request.currency ?? accountingCurrency, catalogue) }
}

/**
 * The price of an order: goods, services, small-order adjustment, coupon, shipping and VAT, to the
 * cent; or why it is refused. An invalid coupon is a reason: nobody pays more than the form shows.
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

  const discount = coupon ? couponDiscount(coupon, lines, shipping.minor) : noDiscount(lines)
  if ('refusal' in discount) return { refusals: [discount.refusal] }

  return totalOf(request, shipping, discount, catalogue)
}
