import type { Coupon, Language } from '@cotation/domain'
import { loadTranslator } from '#core/translator.ts'

/** Says in one sentence what a coupon takes off. */
export type DescribeCoupon = (coupon: Coupon) => string

export async function loadCouponDescriber(language: Language): Promise<DescribeCoupon> {
  const translate = await loadTranslator(language, 'coupon')
  const text = (key: string, values?: Record<string, string>) => translate(`description.${key}`, values)

  const money = (usd: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: Number.isInteger(usd) ? 0 : 2,
    }).format(usd)
  const percentFormat = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })

  function worth(coupon: Coupon): string {
    switch (coupon.type) {
      case 'amount':
        return text('amount', { amount: money(coupon.usd) })
      case 'percent':
        return text('percent', { share: percentFormat.format(coupon.percent / 100) })
      case 'shipping':
        return text('shipping', { amount: money(coupon.usd) })
      case 'expressUpgrade':
        return text('expressUpgrade', { amount: money(coupon.capUsd) })
    }
  }

  return (coupon) => {
    const texts = [worth(coupon)]
    if ('minGoodsUsd' in coupon && coupon.minGoodsUsd > 0)
      texts.push(text('minimum', { amount: money(coupon.minGoodsUsd) }))
    if (coupon.type === 'percent' && coupon.capUsd !== undefined)
      texts.push(text('cap', { amount: money(coupon.capUsd) }))

    return texts.join(text('separator'))
  }
}
