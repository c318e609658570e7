import type { CouponView } from '@cotation/contracts'
import type { Coupon, Language } from '@cotation/domain'
import { loadTranslator } from '#core/texts.ts'
import type { CouponRow } from './issue-coupon.ts'

/** The state of a coupon now: used takes precedence over withdrawn, and withdrawn over expired. */
function couponState({ order_id, withdrawn_at, expires_at, has_ordered }: CouponRow, now: Date): CouponView['state'] {
  if (order_id !== null) return 'used'
  if (withdrawn_at !== null) return 'withdrawn'
  if (expires_at !== null && expires_at <= now) return 'expired'
  return has_ordered ? 'not-first' : 'active'
}

export function couponViewOf(row: CouponRow, now: Date, describe: DescribeCoupon): CouponView {
  const state = couponState(row, now)
  return {
    id: row.id,
    code: row.code,
    coupon: row.coupon,
    description: describe(row.coupon, { isFirstOrderOnly: row.first_order_only }),
    issuedAt: row.issued_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    status: state === 'active' ? 'active' : 'inactive',
    state,
    orderId: row.order_id,
  }
}

/** Says in one sentence what a coupon takes off. */
export type DescribeCoupon = (coupon: Coupon, traits?: { isFirstOrderOnly?: boolean }) => string

const describers = new Map<Language, Promise<DescribeCoupon>>()

/** Cached, because creating its number formats takes longer than a statement. */
export function loadCouponDescriber(language: Language): Promise<DescribeCoupon> {
  const describer = describers.get(language) ?? createDescriber(language)
  describers.set(language, describer)
  return describer
}

async function createDescriber(language: Language): Promise<DescribeCoupon> {
  const translate = await loadTranslator(language, 'coupon')
  const text = (key: string, values?: Record<string, string>) => translate(`description.${key}`, values)

  const dollars = { style: 'currency', currency: 'USD' } as const
  const wholeFormat = new Intl.NumberFormat(language, { ...dollars, minimumFractionDigits: 0 })
  const centsFormat = new Intl.NumberFormat(language, { ...dollars, minimumFractionDigits: 2 })
  const money = (usd: number) => (Number.isInteger(usd) ? wholeFormat : centsFormat).format(usd)
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

  return (coupon, { isFirstOrderOnly = false } = {}) => {
    const texts = [worth(coupon)]
    if ('minGoodsUsd' in coupon && coupon.minGoodsUsd > 0)
      texts.push(text('minimum', { amount: money(coupon.minGoodsUsd) }))
    if (coupon.type === 'percent' && coupon.capUsd !== undefined)
      texts.push(text('cap', { amount: money(coupon.capUsd) }))
    if (isFirstOrderOnly) texts.push(text('firstOrder'))

    return texts.join(text('separator'))
  }
}
