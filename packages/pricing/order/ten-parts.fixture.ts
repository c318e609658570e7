import type { OrderLine } from './order-line.ts'

/** Ten parts of 100 × 60 × 30 mm for 112.60 USD: 3 kg billed. */
export const tenParts = (given: Partial<OrderLine> = {}): OrderLine => ({
  technologyId: 22,
  goodsMinor: 11_260,
  servicesMinor: 0,
  expressExtraMinor: 0,
  quantity: 10,
  weightG: 47.5,
  sizeMm: [100, 60, 30],
  fragile: false,
  workingDays: 3,
  ...given,
})
