import type { Address, CarrierId, Catalogue, Coupon, Currency, LoyaltyLevel } from '@cotation/domain'
import { type OrderRefusal, type OrderTotal, orderTotal, type PromisedDates, promisedDates } from '@cotation/pricing'
import type { BasketLine } from './basket-line.ts'

/** What the price of lines depends on besides the lines. */
export interface BasketTerms {
  address: Address | null
  carrier: CarrierId | null
  freightAccount: string
  coupon: Coupon | null
  currency: Currency
  loyaltyLevel: LoyaltyLevel['id'] | null
}

/** All sums of an order, or why it has none; neither while address or carrier are still to be chosen. */
export interface BasketPrice {
  total: OrderTotal | null
  refusals: readonly OrderRefusal[]
  dates: PromisedDates | null
}

/** The account that the carrier bills; none for a carrier that does not do so. */
export function freightAccountOf(
  { carrier, freightAccount }: Pick<BasketTerms, 'carrier' | 'freightAccount'>,
  { shipping }: Catalogue,
): string {
  return shipping.carriers.find(({ id }) => id === carrier)?.freightCollect ? freightAccount : ''
}

export function pricedBasket(
  lines: readonly BasketLine[],
  terms: BasketTerms,
  catalogue: Catalogue,
  now: Date,
): BasketPrice {
  const { address, carrier, coupon, currency, loyaltyLevel } = terms
  if (!address || !carrier || lines.length === 0) return { total: null, refusals: [], dates: null }

  const answer = orderTotal(
    {
      lines: lines.map(({ orderLine }) => orderLine),
      destination: address.country,
      vatNumber: address.vatNumber,
      carrier,
      freightCollect: freightAccountOf(terms, catalogue) !== '',
      currency,
      ...(coupon && { coupon }),
      ...(loyaltyLevel && { loyaltyLevel }),
    },
    catalogue,
  )
  if ('refusals' in answer) return { total: null, refusals: answer.refusals, dates: null }

  const { transitDays } = answer.shipping
  const request = { orderedAt: now.getTime(), workingDays: answer.workingDays, transitDays, country: address.country }
  return { total: answer, refusals: [], dates: promisedDates(request, catalogue) }
}
