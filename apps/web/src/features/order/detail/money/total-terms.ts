import type { OrderView } from '@cotation/contracts'
import type { TechnologyId } from '@cotation/domain'

export type TotalTerm = { minor: number } & (
  | { name: 'goods' | 'services' | 'coupon' | 'shipping' | 'freightCollect' | 'shippingCoupon' | 'vat' }
  | { name: 'smallOrder'; technologyId: TechnologyId }
)

/**
 * The terms that add up to the total of an order, in USD cents and in the sequence of an invoice.
 * Zero terms are omitted, except parts, shipping and VAT.
 */
export function totalTerms({ total, freightAccount }: Pick<OrderView, 'total' | 'freightAccount'>): TotalTerm[] {
  const { goodsMinor, servicesMinor, smallOrder, discountMinor, shipping, tax } = total
  const alwaysShown = ['goods', 'shipping', 'freightCollect', 'vat']
  const terms: TotalTerm[] = [
    { name: 'goods', minor: goodsMinor },
    { name: 'services', minor: servicesMinor },
    ...smallOrder.map(({ technologyId, minor }): TotalTerm => ({ name: 'smallOrder', technologyId, minor })),
    { name: 'coupon', minor: -discountMinor },
    { name: freightAccount === '' ? 'shipping' : 'freightCollect', minor: shipping.minor },
    { name: 'shippingCoupon', minor: -shipping.discountMinor },
    { name: 'vat', minor: tax.minor },
  ]

  return terms.filter(({ name, minor }) => minor !== 0 || alwaysShown.includes(name))
}
