import { couponRoutes } from '@cotation/contracts'
import type { ButtonVariant } from '#ui/button.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './coupon-code-form.module.css'
import { useZodForm } from './form.ts'
import { FormAlert } from './form-alert.tsx'
import { useSubmission } from './submission.ts'

interface CouponCodeFormProps {
  label: string
  submitLabel: string
  variant?: ButtonVariant
  /** Gets the code in capitals: codes have no small letters, even if a leaflet prints some. */
  onCode: (code: string) => Promise<void>
}

/** Takes the code of a coupon and shows why the server refuses it. */
export function CouponCodeForm({ label, submitLabel, variant, onCode }: CouponCodeFormProps) {
  const form = useZodForm(couponRoutes.redeem.body, { code: '' })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async ({ code }) => {
      await onCode(code.toUpperCase())
      form.reset()
    },
    { COUPON_CODE_INVALID: 'code', COUPON_CODE_USED: 'code' },
  )

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <FormAlert failure={failure} />
      <TextField
        {...form.getInputProps('code')}
        label={label}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className={classes.code}
        required
      />
      <Button type="submit" variant={variant} loading={sending} className={classes.submit}>
        {submitLabel}
      </Button>
    </form>
  )
}
