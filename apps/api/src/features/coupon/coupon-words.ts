import type { Coupon, Language } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

/** Says what a coupon takes off. */
export type DescribeCoupon = (coupon: Coupon) => string

async function loadWords(language: Language): Promise<DescribeCoupon> {
  const messages = { coupons: await loadMessagesWithFallback(language, 'coupons') }
  // Keys are kinds of coupons, known only at run time: the library's typed keys do not apply.
  const say: (key: string, values?: Record<string, string | number>) => string = createTranslator<
    Record<string, string>
  >({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
    getMessageFallback: () => '',
  })
  const text = (key: string, values: Record<string, string>) => say(`coupons.description.${key}`, values)
  const money = (usd: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: Number.isInteger(usd) ? 0 : 2,
    }).format(usd)
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })

  return (coupon) => {
    const { minGoodsUsd = 0, capUsd }: { type: string; minGoodsUsd?: number; capUsd?: number } = coupon
    const conditions = [
      ...(minGoodsUsd > 0 ? [text('minimum', { amount: money(minGoodsUsd) })] : []),
      ...(coupon.type === 'percent' && capUsd !== undefined ? [text('cap', { amount: money(capUsd) })] : []),
    ]
    return [worth(coupon), ...conditions].join(text('separator', {}))
  }

  function worth(coupon: Coupon): string {
    switch (coupon.type) {
      case 'amount':
        return text('amount', { amount: money(coupon.usd) })
      case 'percent':
        return text('percent', { share: percents.format(coupon.percent / 100) })
      case 'shipping':
        return text('shipping', { amount: money(coupon.usd) })
      case 'expressUpgrade':
        return text('expressUpgrade', { amount: money(coupon.capUsd) })
    }
  }
}

const loaded = new Map<Language, Promise<DescribeCoupon>>()

/** How one language speaks of coupons; read once. */
export function couponWords(language: Language): Promise<DescribeCoupon> {
  const known = loaded.get(language) ?? loadWords(language)
  loaded.set(language, known)
  return known
}
