import type { CouponView } from '@cotation/contracts'
import type { OrderRefusal } from '@cotation/pricing'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { CouponCodeForm } from '#ui/forms/coupon-code-form.tsx'
import { Select } from '#ui/select.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { redeemCode } from './checkout.api.ts'
import { Section } from './section.tsx'
import { useShownAmounts } from './shown-amounts.ts'
import type { CheckoutProps } from './use-checkout.ts'

/** The message for a refused basket. */
export function useRefusalText() {
  const t = useTranslations('pricing.refusals')
  // Each message uses only details that its code provides; extra details are ignored.
  return ({ code, detail }: OrderRefusal) => t(code, detail as never)
}

/** An order takes one coupon (spec 9): one that the customer owns, or one from a code. */
export function CouponChoice({ checkout }: CheckoutProps) {
  const t = useTranslations('checkout.coupon')
  const { date } = useFormats()
  const { draft, preview, coupon } = checkout
  const coupons = preview.view?.coupons ?? []

  const redeem = async (code: string) => coupon.choose((await redeemCode(code)).id)

  const optionOf = ({ id, description, code, expiresAt }: CouponView) => {
    const label = expiresAt
      ? t('optionUntil', { description, code, date: date(expiresAt) })
      : t('option', { description, code })
    return { value: id, label }
  }

  return (
    <Section title={t('title')}>
      {coupons.length > 0 ? (
        <Select
          label={t('choose')}
          value={draft.couponId ?? ''}
          options={[{ value: '', label: t('none') }, ...coupons.map(optionOf)]}
          onChange={({ currentTarget }) => coupon.choose(currentTarget.value || null)}
        />
      ) : (
        <Hint>{t('empty')}</Hint>
      )}
      <CouponEffect checkout={checkout} />
      <CouponCodeForm label={t('code')} submitLabel={t('redeem')} variant="secondary" onCode={redeem} />
    </Section>
  )
}

/** The discount of the coupon, or why it does not apply. */
function CouponEffect({ checkout: { draft, preview, coupon } }: CheckoutProps) {
  const t = useTranslations('checkout.coupon')
  const { fromUsd } = useShownAmounts(preview.view)
  const refusalText = useRefusalText()
  const refusal = preview.view?.refusals.find(({ field }) => field === 'coupon')

  const findError = () => {
    if (coupon.gone) return t('gone')
    return draft.couponId !== null && refusal ? refusalText(refusal) : undefined
  }

  const error = findError()
  if (error)
    return (
      <Text role="alert" size="sm" tone="danger">
        {error}
      </Text>
    )

  const total = preview.view?.total
  const offMinor = total ? total.discountMinor + total.shipping.discountMinor : 0
  if (draft.couponId === null || offMinor === 0 || preview.isStale) return null

  return (
    <Text role="status" size="sm">
      <strong>{t('takes', { amount: fromUsd(offMinor) })}</strong>
    </Text>
  )
}
