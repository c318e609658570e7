import type { OrderView } from '@cotation/contracts'
import type { TechnologyId } from '@cotation/domain'

export type TotalTerm = { minor: number } & (
  | { name: 'goods' | 'services' | 'coupon' | 'shipping' | 'freightCollect' | 'shippingCoupon' | 'vat' }
  | { name: 'smallOrder'; technologyId: TechnologyId }
)

/** Every term of an order's total, in the order of an invoice; they add up to it. Terms that are nothing are left out, but for carriage and VAT. */
export function totalTerms({ total, freightAccount }: Pick<OrderView, 'total' | 'freightAccount'>): TotalTerm[] {
  const { goodsMinor, servicesMinor, smallOrder, discountMinor, shipping, tax } = total
  const always = ['goods', 'shipping', 'freightCollect', 'vat']
  const terms: TotalTerm[] = [
    { name: 'goods', minor: goodsMinor },
    { name: 'services', minor: servicesMinor },
    ...smallOrder.map(({ technologyId, minor }): TotalTerm => ({ name: 'smallOrder', technologyId, minor })),
    { name: 'coupon', minor: -discountMinor },
    { name: freightAccount === '' ? 'shipping' : 'freightCollect', minor: shipping.minor },
    { name: 'shippingCoupon', minor: -shipping.discountMinor },
    { name: 'vat', minor: tax.minor },
  ]

  return terms.filter(({ name, minor }) => minor !== 0 || always.includes(name))
}
