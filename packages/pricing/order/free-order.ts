import { accountingCurrency, type CarrierId, type Catalogue } from '@cotation/domain'
import type { OrderLine } from './order-line.ts'
import { type OrderTotal, orderTotal } from './order-total.ts'

interface FreeOrderRequest {
  lines: readonly OrderLine[]
  destination: string
  vatNumber: string
  carrier: CarrierId
}

/** A line at no cost. */
export const freeLine = (line: OrderLine, quantity: number): OrderLine => ({
  ...line,
  quantity,
  goodsMinor: 0,
  servicesMinor: 0,
  expressExtraMinor: 0,
})

/**
 * An order at no cost: packed, shipped and dated as any other, with every amount zero. Null if it
 * cannot be shipped.
 */
export function freeOrderTotal(request: FreeOrderRequest, catalogue: Catalogue): OrderTotal | null {
  const lines = request.lines.map((line) => freeLine(line, line.quantity))
  const priced = orderTotal({ ...request, lines }, catalogue)
  if ('refusals' in priced) return null

  return {
    ...priced,
    // Neither a minimum order nor carriage is charged.
    smallOrder: [],
    smallOrderMinor: 0,
    shipping: { ...priced.shipping, minor: 0 },
    tax: { ...priced.tax, baseMinor: 0, minor: 0 },
    totalMinor: 0,
    points: 0,
    display: {
      currency: accountingCurrency,
      goodsMinor: 0,
      servicesMinor: 0,
      smallOrderMinor: 0,
      discountMinor: 0,
      shippingMinor: 0,
      taxMinor: 0,
      totalMinor: 0,
    },
  }
}
