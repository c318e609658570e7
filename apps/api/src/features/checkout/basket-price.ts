import type { Address, CarrierId, Catalogue, Coupon, Currency, LoyaltyLevel } from '@cotation/domain'
import { type OrderRefusal, type OrderTotal, orderTotal, type PromisedDates, promisedDates } from '@cotation/pricing'
import type { BasketLine } from './basket-line.ts'
import type { Buyer, BuyerAccount } from './checkout.repository.ts'

/** What the price depends on besides the lines. */
export interface BasketTerms {
  address: Address | null
  carrier: CarrierId | null
  /** Empty if the shop pays the carrier. */
  freightAccount: string
  coupon: Coupon | null
  currency: Currency
  loyaltyLevel: LoyaltyLevel['id'] | null
  /** Whether the VAT number of the address is registered; any other number counts for nothing. */
  isVatConfirmed: boolean
}

/** The total, or why there is none; neither while the address or the carrier is not chosen yet. */
interface BasketPrice {
  total: OrderTotal | null
  refusals: readonly OrderRefusal[]
  dates: PromisedDates | null
}

/** The level of a person; companies are not in the loyalty programme. */
export const loyaltyLevelOf = ({
  accountType,
  level,
}: Pick<Buyer, 'accountType' | 'level'>): LoyaltyLevel['id'] | null => (accountType === 'personal' ? level : null)

/** The customer's account at a carrier that bills accounts of customers. */
export function findFreightAccount(
  { expressAccounts }: Pick<Buyer, 'expressAccounts'>,
  carrier: CarrierId | null,
  { shipping }: Catalogue,
): BuyerAccount | undefined {
  const isOffered = shipping.carriers.some(({ id, freightCollect }) => id === carrier && freightCollect)
  return isOffered ? expressAccounts.find((account) => account.carrier === carrier) : undefined
}

/** The account that the carrier bills for this order; empty if the shop pays the carrier. */
export function freightAccountOf(
  buyer: Pick<Buyer, 'expressAccounts'>,
  { carrier, freightCollect }: { carrier: CarrierId | null; freightCollect: boolean },
  catalogue: Catalogue,
): string {
  return freightCollect ? (findFreightAccount(buyer, carrier, catalogue)?.number ?? '') : ''
}

export function priceBasket(
  lines: readonly BasketLine[],
  terms: BasketTerms,
  catalogue: Catalogue,
  now: Date,
): BasketPrice {
  const { address, carrier, coupon, currency, loyaltyLevel } = terms
  if (!address || !carrier || lines.length === 0) return { total: null, refusals: [], dates: null }

  const total = orderTotal(
    {
      lines: lines.map(({ orderLine }) => orderLine),
      destination: address.country,
      carrier,
      freightCollect: terms.freightAccount !== '',
      currency,
      ...(terms.isVatConfirmed && { vatNumber: address.vatNumber }),
      ...(coupon && { coupon }),
      ...(loyaltyLevel && { loyaltyLevel }),
    },
    catalogue,
  )
  if ('refusals' in total) return { total: null, refusals: total.refusals, dates: null }

  const { workingDays, shipping } = total
  const shipment = { workingDays, transitDays: shipping.transitDays, country: address.country }
  return { total, refusals: [], dates: promisedDates({ orderedAt: now.getTime(), ...shipment }, catalogue) }
}
