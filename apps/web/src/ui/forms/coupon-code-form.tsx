import { type SyntheticEvent, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { ButtonVariant } from '#ui/button.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './coupon-code-form.module.css'
import { FormAlert } from './form-alert.tsx'
import { focusFirst } from './server-issues.ts'
import { useSubmission } from './submission.ts'

interface CouponCodeFormProps {
  label: string
  submitLabel: string
  variant?: ButtonVariant
  /** Gets the code in capitals: codes have no small letters, even if a leaflet prints some. */
  onCode: (code: string) => Promise<void>
}

/**
 * One required field, checked here and not by the contract's schema: the checkout shows it at once,
 * and zod takes longer to load than the page.
 */
function useCodeField() {
  const t = useTranslations('validation')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  const enter = (next: string) => {
    setCode(next)
    setError(undefined)
  }

  const onSubmit = (handle: (code: string) => Promise<void>) => (event?: SyntheticEvent<HTMLFormElement>) => {
    event?.preventDefault()
    const entered = code.trim()
    if (entered !== '') return void handle(entered)

    setError(t('COUPON_CODE_REQUIRED'))
    focusFirst(['code'])
  }

  return {
    code,
    enter,
    error,
    onSubmit,
    setErrors: (errors: Record<string, unknown>) => setError(String(errors.code ?? '')),
  }
}

/** Takes the code of a coupon and shows why the server refuses it. Needs the texts `validation`. */
export function CouponCodeForm({ label, submitLabel, variant, onCode }: CouponCodeFormProps) {
  const field = useCodeField()
  const { onSubmit, failure, sending } = useSubmission(
    field,
    async (code) => {
      await onCode(code.toUpperCase())
      field.enter('')
    },
    { COUPON_CODE_INVALID: 'code', COUPON_CODE_USED: 'code' },
  )

  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <FormAlert failure={failure} />
      <TextField
        data-path="code"
        value={field.code}
        error={field.error}
        onChange={({ currentTarget }) => field.enter(currentTarget.value)}
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
