import { type CarrierId, type Catalogue, type Coupon, carrierIds, currencies, technologyIds } from '@cotation/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packagedCatalogue } from '../catalogue/packaged-catalogue.ts'
import { referralCoupon } from './coupon.ts'
import { convertedMinor } from './currency.ts'
import { orderRefusalCodes } from './order-refusal.ts'
import { type OrderRequest, type OrderTotal, orderTotal } from './order-total.ts'
import { tenParts as line } from './ten-parts.fixture.ts'

const request = (given: Partial<OrderRequest> = {}): OrderRequest => ({
  lines: [line()],
  destination: 'FR',
  carrier: 'dhl',
  ...given,
})

const fromFrance: Catalogue = { ...packagedCatalogue, tax: { ...packagedCatalogue.tax, seller: 'FR' } }

function total(given: Partial<OrderRequest> = {}, catalogue = packagedCatalogue): OrderTotal {
  const answer = orderTotal(request(given), catalogue)
  if ('refusals' in answer) throw new Error(answer.refusals.map(({ code, field }) => `${code} ${field}`).join())
  return answer
}

function refusals(given: Partial<OrderRequest>) {
  const answer = orderTotal(request(given), packagedCatalogue)
  return 'refusals' in answer ? answer.refusals : []
}

describe('the total of an order', () => {
  it('adds goods, services, shipping and VAT', () => {
    const lines = [line({ servicesMinor: 1720 }), line({ goodsMinor: 5000, quantity: 1, workingDays: 11 })]
    expect(total({ lines, loyaltyLevel: 'bronze' }, fromFrance)).toMatchObject({
      lines: [
        { goodsMinor: 11_260, servicesMinor: 1720, discountMinor: 0, paidMinor: 12_980 },
        { goodsMinor: 5000, servicesMinor: 0, discountMinor: 0, paidMinor: 5000 },
      ],
      goodsMinor: 16_260,
      servicesMinor: 1720,
      smallOrder: [],
      smallOrderMinor: 0,
      discountMinor: 0,
      shipping: { carrier: 'dhl', minor: 3450, discountMinor: 0, chargeableKg: 3, transitDays: [2, 4] },
      tax: { ratePercent: 20, reason: 'domestic', baseMinor: 21_430, minor: 4286 },
      totalMinor: 25_716,
      points: 162,
      workingDays: 11,
    })
  })

  it('has no VAT if sold EXW from China, because the buyer pays import VAT', () => {
    expect(total()).toMatchObject({
      tax: { ratePercent: 0, reason: 'import-by-buyer', minor: 0 },
      totalMinor: 11_260 + 3450,
    })
  })

  it('has no VAT for a company of another member of the union, and the rate of the destination for others', () => {
    expect(total({ destination: 'DE', vatNumber: 'DE123456789' }, fromFrance).tax).toMatchObject({
      reason: 'reverse-charge',
      minor: 0,
    })
    expect(total({ destination: 'DE' }, fromFrance).tax).toMatchObject({
      reason: 'destination',
      ratePercent: 19,
      minor: 2795,
    })
  })

  it.each([
    [22, 999, 1],
    [22, 1000, 0],
    [23, 2400, 100],
    [23, 2500, 0],
    [27, 1, 14_999],
    [27, 15_000, 0],
  ] as const)(
    'asks technology %i with goods of %i cents for %i more (minimum order, catalogue 3)',
    (technologyId, goodsMinor, minor) => {
      const { smallOrder, smallOrderMinor, totalMinor, shipping } = total({
        lines: [line({ technologyId, goodsMinor, servicesMinor: 5000 })],
      })
      expect(smallOrder).toEqual(minor > 0 ? [{ technologyId, minor }] : [])
      expect(smallOrderMinor).toBe(minor)
      expect(totalMinor).toBe(goodsMinor + 5000 + minor + shipping.minor)
    },
  )

  it('compares the lines of each technology together with its minimum', () => {
    const lines = [line({ goodsMinor: 600 }), line({ goodsMinor: 500 }), line({ technologyId: 23, goodsMinor: 1000 })]
    expect(total({ lines }).smallOrder).toEqual([{ technologyId: 23, minor: 1500 }])
    const both = [line({ goodsMinor: 600 }), line({ technologyId: 23, goodsMinor: 1000 })]
    expect(total({ lines: both })).toMatchObject({
      smallOrderMinor: 1900,
      smallOrder: [{ minor: 400 }, { minor: 1500 }],
    })
  })

  it('adds no small-order charge because of a coupon', () => {
    const coupon: Coupon = { type: 'amount', usd: 5, minGoodsUsd: 0 }
    expect(total({ lines: [line({ goodsMinor: 1000 })], coupon })).toMatchObject({
      smallOrderMinor: 0,
      discountMinor: 500,
    })
  })

  it('takes the referral coupon off goods, not off shipping, post-processing or tax (spec 9)', () => {
    const lines = [line({ goodsMinor: 10_000, servicesMinor: 40_000 }), line({ goodsMinor: 5005 })]
    const coupon = referralCoupon('referrer', packagedCatalogue.loyalty)
    const without = total({ lines }, fromFrance)
    const withCoupon = total({ lines, coupon, loyaltyLevel: 'bronze' }, fromFrance)

    expect(withCoupon.discountMinor).toBe(1501)
    expect(withCoupon.lines.map(({ discountMinor, paidMinor }) => [discountMinor, paidMinor])).toEqual([
      [1000, 49_000],
      [501, 4504],
    ])
    expect(withCoupon.shipping.minor).toBe(without.shipping.minor)
    expect(withCoupon.servicesMinor).toBe(40_000)
    expect(withCoupon.tax.baseMinor).toBe(without.tax.baseMinor - 1501)
    expect(withCoupon.points).toBe(135)
  })

  it('takes a coupon on shipping off shipping, before VAT', () => {
    const coupon: Coupon = { type: 'shipping', usd: 15, minGoodsUsd: 100 }
    expect(total({ coupon }, fromFrance)).toMatchObject({
      discountMinor: 0,
      shipping: { minor: 3450, discountMinor: 1500 },
      tax: { baseMinor: 13_210, minor: 2642 },
      totalMinor: 15_852,
      display: { shippingMinor: 1950 },
    })
  })

  it('has no shipping cost and no VAT on it if the carrier bills the buyer (catalogue 6, freight collect)', () => {
    const collected = total({ freightCollect: true }, fromFrance)
    expect(collected).toMatchObject({
      shipping: { carrier: 'dhl', minor: 0, discountMinor: 0, chargeableKg: 3, transitDays: [2, 4] },
      tax: { baseMinor: 11_260, minor: 2252 },
      totalMinor: 13_512,
      display: { shippingMinor: 0, totalMinor: 13_512 },
    })
    expect(total({ freightCollect: false }, fromFrance)).toEqual(total({}, fromFrance))
  })

  it('refuses a shipping coupon with freight collect, and a carrier that does not serve the country', () => {
    const coupon: Coupon = { type: 'shipping', usd: 15, minGoodsUsd: 0 }
    expect(refusals({ freightCollect: true, coupon })).toMatchObject([{ code: 'coupon-without-shipping' }])
    const tooLarge = [line({ sizeMm: [4000, 3000, 2500] })]
    expect(refusals({ freightCollect: true, lines: tooLarge })).toMatchObject([{ code: 'too-large-to-ship' }])
  })

  it('takes a coupon for express off what express costs', () => {
    const coupon: Coupon = { type: 'expressUpgrade', capUsd: 40 }
    expect(total({ lines: [line({ expressExtraMinor: 2919 })], coupon }).discountMinor).toBe(2919)
  })

  it.each([
    ['bronze', 11_260, 112],
    ['silver', 10_000, 110],
    ['silver', 11_260, 123],
    ['gold', 11_260, 140],
    ['platinum', 11_260, 168],
    ['diamond', 11_260, 225],
    ['diamond', 100, 2],
    ['diamond', 99, 0],
    ['silver', 30_000, 330],
    [undefined, 11_260, 0],
  ] as const)(
    'earns %s for %i cents of goods %i points, rounded down (catalogue 7)',
    (loyaltyLevel, goodsMinor, points) => {
      const lines = [line({ goodsMinor, servicesMinor: 9999 })]
      expect(total({ lines, ...(loyaltyLevel && { loyaltyLevel }) }).points).toBe(points)
    },
  )

  it('takes the share of the level off the express surcharge, before the coupon', () => {
    const lines = [line({ goodsMinor: 10_000, expressExtraMinor: 2919 })]
    const bronze = total({ lines, loyaltyLevel: 'bronze' })
    const silver = total({ lines, loyaltyLevel: 'silver' })
    expect(bronze).not.toHaveProperty('levelDiscount')
    expect(silver.levelDiscount).toEqual({ level: 'silver', percent: 5, minor: 145, byLine: [145] })
    expect(silver.totalMinor).toBe(bronze.totalMinor - 145)
    expect(silver.display.levelDiscountMinor).toBe(145)
    expect(silver.points).toBe(Math.floor((10_000 - 145) * 0.011))

    const upgraded = total({ lines, loyaltyLevel: 'silver', coupon: { type: 'expressUpgrade', capUsd: 40 } })
    expect(upgraded.discountMinor).toBe(2919 - 145)
  })

  it('compares the minimum of a coupon with the goods before the discount of the level', () => {
    const lines = [line({ goodsMinor: 10_000, expressExtraMinor: 2919 })]
    const coupon: Coupon = { type: 'amount', usd: 5, minGoodsUsd: 100 }
    expect(total({ lines, loyaltyLevel: 'diamond', coupon })).toMatchObject({ discountMinor: 500 })
  })

  it('earns as many points for a USD as the catalogue says', () => {
    const doubled = { ...packagedCatalogue, loyalty: { ...packagedCatalogue.loyalty, pointsPerUsd: 2 } }
    expect(total({ loyaltyLevel: 'bronze' }, doubled).points).toBe(225)
  })

  it('shows amounts in another currency that add up to the converted total', () => {
    const coupon = referralCoupon('friend', packagedCatalogue.loyalty)
    const lines = [line({ goodsMinor: 777, servicesMinor: 333 })]
    const { display, totalMinor } = total({ lines, coupon, currency: 'EUR' }, fromFrance)

    expect(display).toEqual({
      currency: 'EUR',
      goodsMinor: 668,
      servicesMinor: 287,
      smallOrderMinor: 192,
      discountMinor: 67,
      shippingMinor: 2967,
      taxMinor: 809,
      totalMinor: 4856,
    })
    expect(display.totalMinor).toBe(convertedMinor(totalMinor, 'EUR', packagedCatalogue.selling))
  })

  it('shows USD by default', () => {
    const { display, totalMinor } = total()
    expect(display).toMatchObject({ currency: 'USD', totalMinor, discountMinor: 0 })
    expect(Object.is(display.discountMinor, 0)).toBe(true)
  })
})

describe('an order without a total', () => {
  it.each([
    ['empty-order', 'lines', { lines: [] }],
    ['too-large-to-ship', 'lines.1.sizeMm', { lines: [line(), line({ sizeMm: [1500, 20, 20] })] }],
    ['too-heavy-to-ship', 'lines.0.weightG', { lines: [line({ weightG: 80_000 })] }],
    ['carrier-not-serving', 'carrier', { destination: 'MA', carrier: 'sf' }],
    ['carrier-not-serving', 'carrier', { carrier: 'pigeon' as CarrierId }],
    ['coupon-below-minimum', 'coupon', { coupon: { type: 'amount', usd: 50, minGoodsUsd: 500 } }],
    ['coupon-without-express', 'coupon', { coupon: { type: 'expressUpgrade', capUsd: 40 } }],
    ['coupon-worthless', 'coupon', { coupon: { type: 'percent', percent: 0 } }],
    ['invalid-line', 'lines.0.goodsMinor', { lines: [line({ goodsMinor: -1 })] }],
    ['invalid-line', 'lines.0.goodsMinor', { lines: [line({ goodsMinor: 10.5 })] }],
    ['invalid-line', 'lines.0.servicesMinor', { lines: [line({ servicesMinor: Number.NaN })] }],
    ['invalid-line', 'lines.0.expressExtraMinor', { lines: [line({ expressExtraMinor: -5 })] }],
    ['invalid-line', 'lines.0.quantity', { lines: [line({ quantity: 0 })] }],
    ['invalid-line', 'lines.0.quantity', { lines: [line({ quantity: 1.5 })] }],
    ['invalid-line', 'lines.0.weightG', { lines: [line({ weightG: Number.POSITIVE_INFINITY })] }],
    ['invalid-line', 'lines.0.weightG', { lines: [line({ weightG: -1 })] }],
    ['invalid-line', 'lines.0.sizeMm', { lines: [line({ sizeMm: [10, Number.NaN, 10] })] }],
    ['invalid-line', 'lines.0.workingDays', { lines: [line({ workingDays: -1 })] }],
  ] as const)('is refused with %s at %s', (code, field, given) => {
    expect(refusals(given).map((refusal) => [refusal.code, refusal.field])).toEqual([[code, field]])
    expect(orderRefusalCodes).toContain(code)
  })

  it('names the carrier and the country that it does not serve', () => {
    expect(refusals({ destination: 'MA', carrier: 'sf' })[0]?.detail).toEqual({ carrier: 'sf', country: 'MA' })
  })

  it('names every invalid line', () => {
    const lines = [line({ goodsMinor: -1 }), line(), line({ quantity: 0, weightG: Number.NaN })]
    expect(refusals({ lines }).map(({ field }) => field)).toEqual([
      'lines.0.goodsMinor',
      'lines.2.quantity',
      'lines.2.weightG',
    ])
  })

  it('may have lines that cost nothing', () => {
    expect(total({ lines: [line({ goodsMinor: 0, weightG: 0 })] })).toMatchObject({
      goodsMinor: 0,
      smallOrderMinor: 1000,
    })
  })
})

const anyLine = fc.record({
  technologyId: fc.constantFrom(...technologyIds),
  goodsMinor: fc.oneof(fc.nat(3000), fc.nat(2_000_000)),
  servicesMinor: fc.nat(100_000),
  expressExtraMinor: fc.nat(5000),
  quantity: fc.integer({ min: 1, max: 500 }),
  weightG: fc.double({ min: 0, max: 20_000, noNaN: true }),
  sizeMm: fc.tuple(
    fc.double({ min: 1, max: 500, noNaN: true }),
    fc.double({ min: 1, max: 300, noNaN: true }),
    fc.double({ min: 1, max: 300, noNaN: true }),
  ),
  fragile: fc.boolean(),
  workingDays: fc.nat(60),
})

const { loyalty } = packagedCatalogue

const coupons: Coupon[] = [
  ...loyalty.levels.flatMap(({ monthlyCoupons }) => monthlyCoupons),
  ...loyalty.exchange.offers.map(({ coupon }) => coupon),
  referralCoupon('referrer', loyalty),
]

const anyRequest = fc.record(
  {
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    destination: fc.constantFrom('FR', 'DE', 'FI', 'US', 'CN', 'ZA', 'GB'),
    carrier: fc.constantFrom(...carrierIds),
    vatNumber: fc.constantFrom('DE123456789', 'FI12345678', 'nonsense'),
    coupon: fc.constantFrom(...coupons),
    currency: fc.constantFrom(...currencies),
    loyaltyLevel: fc.constantFrom('bronze' as const, 'silver' as const, 'diamond' as const),
  },
  { requiredKeys: ['lines', 'destination', 'carrier'] },
)

describe('any order', () => {
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

  it('adds up to the cent, and is never negative (MON-2, CPN-2)', () => {
    fc.assert(
      fc.property(anyRequest, fc.boolean(), (given, inUnion) => {
        const answer = orderTotal(given, inUnion ? fromFrance : packagedCatalogue)
        if ('refusals' in answer) {
          expect(answer.refusals.length).toBeGreaterThan(0)
          return
        }

        const { lines, shipping, tax, display, ...sums } = answer
        expect(sums.goodsMinor).toBe(sum(given.lines.map(({ goodsMinor }) => goodsMinor)))
        expect(sums.servicesMinor).toBe(sum(given.lines.map(({ servicesMinor }) => servicesMinor)))
        expect(sums.discountMinor).toBe(sum(lines.map(({ discountMinor }) => discountMinor)))
        expect(sums.smallOrderMinor).toBe(sum(sums.smallOrder.map(({ minor }) => minor)))

        const levelOff = (index: number) => sums.levelDiscount?.byLine[index] ?? 0
        for (const [index, { goodsMinor, servicesMinor, discountMinor, paidMinor }] of lines.entries())
          expect(paidMinor).toBe(goodsMinor + servicesMinor - levelOff(index) - discountMinor)
        expect(sums.levelDiscount?.minor ?? 0).toBe(sum(lines.map((_, index) => levelOff(index))))

        const carriage = shipping.minor - shipping.discountMinor
        expect(tax.baseMinor).toBe(sum(lines.map(({ paidMinor }) => paidMinor)) + sums.smallOrderMinor + carriage)
        expect(sums.totalMinor).toBe(tax.baseMinor + tax.minor)
        expect(Math.abs(tax.minor - (tax.baseMinor * tax.ratePercent) / 100)).toBeLessThanOrEqual(0.5 + 1e-6)

        const { currency, totalMinor, discountMinor, levelDiscountMinor = 0, ...added } = display
        expect(sum(Object.values(added)) - discountMinor - levelDiscountMinor).toBe(totalMinor)
        expect(totalMinor).toBe(convertedMinor(sums.totalMinor, currency, packagedCatalogue.selling))

        const amounts = [
          sums.totalMinor,
          tax.minor,
          carriage,
          sums.points,
          ...lines.flatMap((own) => Object.values(own)),
        ]
        for (const amount of [...amounts, ...Object.values(added), discountMinor, levelDiscountMinor])
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)

        expect(sums.workingDays).toBe(Math.max(...given.lines.map(({ workingDays }) => workingDays)))
      }),
    )
  })

  it('never costs more with a coupon', () => {
    fc.assert(
      fc.property(anyRequest, ({ coupon, ...given }) => {
        const plain = orderTotal(given, fromFrance)
        const answer = orderTotal({ ...given, ...(coupon && { coupon }) }, fromFrance)
        if ('refusals' in plain || 'refusals' in answer) return
        expect(answer.totalMinor).toBeLessThanOrEqual(plain.totalMinor)
      }),
    )
  })
})
