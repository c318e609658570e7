import { couponRoutes } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { TextField } from '#ui/text-field.tsx'
import { redeemCode } from './coupon.api.ts'
import classes from './coupons.module.css'

/** Turns a code into a coupon; codes have no small letters, whatever a leaflet shows. */
export function RedeemForm({ onRedeemed }: { onRedeemed: () => void }) {
  const t = useTranslations('coupon.redeem')
  const form = useZodForm(couponRoutes.redeem.body, { code: '' })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async ({ code }) => {
      const { description } = await redeemCode(code.toUpperCase())
      toast.success(t('done', { description }))
      form.reset()
      onRedeemed()
    },
    { COUPON_CODE_INVALID: 'code', COUPON_CODE_USED: 'code' },
  )

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')} className={classes.redeem}>
      <FormAlert failure={failure} />
      <h2 className={classes.heading}>{t('title')}</h2>
      <div className={classes.entry}>
        <TextField
          {...form.getInputProps('code')}
          label={t('label')}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={classes.input}
        />
        <Button type="submit" loading={sending} className={classes.submit}>
          {t('submit')}
        </Button>
      </div>
    </form>
  )
}
