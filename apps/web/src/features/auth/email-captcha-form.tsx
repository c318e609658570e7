import { emailBody } from '@cotation/contracts'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { emptyCaptcha, FormCaptcha } from '#ui/forms/form-captcha.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useReturnPath } from './sign-in.ts'

interface EmailCaptchaFormProps {
  label: string
  email?: string
  submitLabel: string
  /** While nothing can be sent; the fields stay open for corrections. */
  isPaused?: boolean
  send: (body: z.output<typeof emailBody>) => Promise<void>
  /** Shown below the submit button. */
  children?: ReactNode
}

/** An address and a CAPTCHA: all that it takes to have a mail sent. */
export function EmailCaptchaForm(props: EmailCaptchaFormProps) {
  const { label, email = '', submitLabel, isPaused = false, send, children } = props
  const t = useTranslations('auth.fields')
  const redirect = useReturnPath()
  const form = useZodForm(emailBody, { email, captcha: emptyCaptcha })
  const { onSubmit, failure, sending, refusals } = useSubmission(
    form,
    (body) => send({ ...body, ...(redirect && { redirect }) }),
    { CAPTCHA_WRONG: 'captcha.answer' },
  )

  return (
    <form onSubmit={onSubmit} noValidate aria-label={label}>
      <Stack>
        <FormAlert failure={failure} />
        <TextField
          {...form.getInputProps('email')}
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
        />
        <FormCaptcha form={form} refusals={refusals} />
        <Button type="submit" loading={sending} disabled={isPaused} fullWidth>
          {submitLabel}
        </Button>
        {children}
      </Stack>
    </form>
  )
}
