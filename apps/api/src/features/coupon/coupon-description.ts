import type { Coupon, Language } from '@cotation/domain'
import { loadMessagesWithFallback } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

/** Says in one sentence what a coupon takes off. */
export type DescribeCoupon = (coupon: Coupon) => string

async function createDescriber(language: Language): Promise<DescribeCoupon> {
  const messages = { coupons: await loadMessagesWithFallback(language, 'coupons') }
  // The keys are coupon types, known only at run time, so the library's typed keys do not apply.
  const translate: (key: string, values?: Record<string, string | number>) => string = createTranslator<
    Record<string, string>
  >({
    locale: language,
    messages: messages as unknown as Record<string, string>,
    onError: () => undefined,
    getMessageFallback: () => '',
  })
  const text = (key: string, values: Record<string, string>) => translate(`coupons.description.${key}`, values)

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

    return texts.join(text('separator', {}))
  }
}

const describers = new Map<Language, Promise<DescribeCoupon>>()

/** The describer of a language; its messages are loaded once. */
export function loadCouponDescriber(language: Language): Promise<DescribeCoupon> {
  const describer = describers.get(language) ?? createDescriber(language)
  describers.set(language, describer)
  return describer
}
