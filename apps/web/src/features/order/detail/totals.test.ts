import type { Messages } from '@cotation/messages'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { describe, expect, it } from 'vitest'
import { anOrder } from '#lib/testing/orders.ts'
import { anOrderLine } from '#lib/testing/views.ts'
import { catalogues, ensureMessages } from '#lib/texts/messages.ts'
import { totalTerms } from './totals.tsx'

it.each(['fr', 'en'] as const)('names the carrier’s service as checkout and documents do (%s)', async (language) => {
  await ensureMessages(['order'], language)
  const { order } = catalogues.get()[language] as Pick<Messages, 'order'>
  for (const { id, name, service } of packagedCatalogue.shipping.carriers)
    expect([order.carrier[id], order.carrierService[id]]).toEqual([name, service])
})

describe('the terms of a total', () => {
  it('add up to the total and name every surcharge and discount (MON)', () => {
    const { total } = anOrder()
    const whole = {
      ...total,
      smallOrder: [{ technologyId: 23 as const, minor: 700 }],
      smallOrderMinor: 700,
      levelDiscount: { level: 'silver' as const, percent: 5, minor: 100, byLine: [100] },
      shipping: { ...total.shipping, discountMinor: 400 },
      tax: { ...total.tax, minor: 2_000, ratePercent: 20 },
    }
    const terms = totalTerms({ total: whole, freightAccount: '' })

    expect(terms.map(({ name, minor }) => [name, minor])).toEqual([
      ['partsAndServices', 10_500],
      ['smallOrder', 700],
      ['levelDiscount', -100],
      ['coupon', -1_000],
      ['shipping', 2_845],
      ['shippingCoupon', -400],
      ['vat', 2_000],
    ])
    expect(terms.reduce((sum, { minor }) => sum + minor, 0)).toBe(12_345 + 700 - 100 - 400 + 2_000)
  })

  it('begin with the sum of the lines as they are listed, services included', () => {
    const order = anOrder({ lines: [anOrderLine({ totalMinor: 8_500 }), anOrderLine({ totalMinor: 2_000 })] })
    const [parts] = totalTerms(order)
    expect(parts?.minor).toBe(order.lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0))
  })

  it('omit zero terms, except shipping and VAT', () => {
    const { total } = anOrder()
    const bare = { ...total, servicesMinor: 0, discountMinor: 0, shipping: { ...total.shipping, minor: 0 } }
    expect(totalTerms({ total: bare, freightAccount: '123' }).map(({ name }) => name)).toEqual([
      'parts',
      'freightCollect',
      'vat',
    ])
  })
})
