import type { CouponView } from '@cotation/contracts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { redeemCode } from '#features/checkout/form/checkout.api.ts'
import { Section } from '#features/checkout/form/section.tsx'
import type { Checkout } from '#features/checkout/form/use-checkout.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './order.module.css'
import { useRefusalText } from './use-refusal-text.ts'

/** An order takes one coupon (spec 9): one that the customer owns, or one from a code. */
export function CouponChoice({ checkout }: { checkout: Checkout }) {
  const t = useTranslations('checkout.coupon')
  const { draft, preview, coupon } = checkout
  const coupons = preview.view?.coupons ?? []
  const optionText = useOptionText()

  return (
    <Section title={t('title')}>
      {coupons.length > 0 ? (
        <NativeSelect
          label={t('choose')}
          value={draft.couponId ?? ''}
          data={[{ value: '', label: t('none') }, ...coupons.map((one) => ({ value: one.id, label: optionText(one) }))]}
          onChange={({ currentTarget }) => coupon.choose(currentTarget.value === '' ? null : currentTarget.value)}
        />
      ) : (
        <p className={classes.soft}>{t('empty')}</p>
      )}
      <CouponEffect checkout={checkout} />
      <Redeem onRedeemed={coupon.choose} />
    </Section>
  )
}

function useOptionText() {
  const t = useTranslations('checkout.coupon')
  const { date } = useFormats()
  return ({ description, code, expiresAt }: CouponView) =>
    expiresAt === null
      ? t('option', { description, code })
      : t('optionUntil', { description, code, date: date(expiresAt) })
}

/** The discount of the coupon, or why it does not apply. */
function CouponEffect({ checkout: { draft, preview, coupon } }: { checkout: Checkout }) {
  const t = useTranslations('checkout.coupon')
  const { money } = useFormats()
  const refusalText = useRefusalText()
  const refusal = preview.view?.refusals.find(({ field }) => field === 'coupon')

  const getError = () => {
    if (coupon.gone) return t('gone')
    return draft.couponId !== null && refusal ? refusalText(refusal) : undefined
  }

  const error = getError()
  if (error)
    return (
      <p role="alert" className={classes.wrong}>
        {error}
      </p>
    )

  const total = preview.view?.total
  const offMinor = total ? total.discountMinor + total.shipping.discountMinor : 0
  if (draft.couponId === null || offMinor === 0 || preview.isUpdating) return null

  return (
    <p role="status" className={classes.good}>
      {t('takes', { amount: money(offMinor) })}
    </p>
  )
}

function Redeem({ onRedeemed }: { onRedeemed: (couponId: string) => void }) {
  const t = useTranslations('checkout.coupon')
  const validation = useTranslations('validation')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [code, setCode] = useState('')
  const [isEmpty, setEmpty] = useState(false)

  const redeem = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(code.trim() === '')
    if (code.trim() === '') return

    void attempt(async () => {
      onRedeemed((await redeemCode(code.trim())).id)
      setCode('')
    })
  }

  const getError = () => {
    if (isEmpty) return validation('COUPON_CODE_REQUIRED')
    return failure ? failureText(failure) : undefined
  }

  return (
    <form className={classes.redeem} onSubmit={redeem} noValidate>
      <TextInput
        label={t('code')}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        value={code}
        error={getError()}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value)
          setEmpty(false)
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        {t('redeem')}
      </Button>
    </form>
  )
}
