import { accountTypes } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { api } from '#lib/gateway/api.ts'
import { channel } from '#lib/gateway/tracking.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormCaptcha } from '#ui/forms/form-captcha.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { NameFields, WorkFields } from '#ui/forms/person-fields.tsx'
import { PhoneFields } from '#ui/forms/phone-fields.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Stack } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AlreadyRegistered } from './already-registered.tsx'
import { emptySignUp, signUpSchema } from './sign-up-values.ts'

interface SignUpFormProps {
  onSent: (email: string) => void
  /** The address is taken: its owner wants the activation mail again. */
  onResend: (email: string) => void
}

export function SignUpForm({ onSent, onResend }: SignUpFormProps) {
  const t = useTranslations('auth')
  const form = useZodForm(signUpSchema, emptySignUp)
  const { onSubmit, failure, sending, refusals } = useSubmission(
    form,
    async (values) => {
      const cm = channel()
      const body = cm ? { ...values, cm } : values
      onSent((await api('POST /global/account/register', { body }, { quiet: true })).email)
    },
    { CAPTCHA_WRONG: 'captcha.answer' },
  )
  const isCompany = form.getValues().accountType === 'enterprise'

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('signUp.title')}>
      <Stack>
        <AlreadyRegistered failure={failure} onResend={() => onResend(form.getValues().email.trim())} />
        <Segmented
          {...form.getInputProps('accountType')}
          label={t('signUp.accountType')}
          options={accountTypes.map((value) => ({ value, label: t(`signUp.${value}`) }))}
        />
        {isCompany && (
          <>
            <NameFields field={form.getInputProps} required />
            <WorkFields field={form.getInputProps} required />
            <PhoneFields code={form.getInputProps('phoneCode')} phone={form.getInputProps('phone')} required />
          </>
        )}
        <TextField
          {...form.getInputProps('userName')}
          label={t('fields.userName')}
          description={t('fields.userNameHint')}
          autoComplete="nickname"
          required
        />
        <TextField
          {...form.getInputProps('email')}
          label={t('fields.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          required
        />
        <NewPasswordFields field={form.getInputProps} first />
        <FormCaptcha form={form} refusals={refusals} />
        <Checkbox
          {...form.getInputProps('agreeTerms', { type: 'checkbox' })}
          label={t.rich('signUp.agree', {
            terms: (chunks) => (
              <Link to="/terms-of-use" target="_blank">
                {chunks}
              </Link>
            ),
          })}
        />
        <Button type="submit" loading={sending} fullWidth>
          {t('signUp.submit')}
        </Button>
      </Stack>
    </form>
  )
}
