import { accountTypes } from '@cotation/domain'
import { Button, Checkbox, Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useId } from 'react'
import { api } from '#lib/gateway/api.ts'
import { channel } from '#lib/session/tracking.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { NewPasswordFields } from '#ui/account-fields/new-password-fields.tsx'
import { NameFields, WorkFields } from '#ui/account-fields/person-fields.tsx'
import { PhoneFields } from '#ui/account-fields/phone-fields.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormCaptcha } from '#ui/forms/form-captcha.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { TextLink } from '#ui/text-link.tsx'
import { AlreadyRegistered } from './already-registered.tsx'
import { emptySignUp, signUpSchema } from './sign-up-values.ts'

interface SignUpFormProps {
  onSent: (email: string) => void
  /** The address is taken: its owner wants the activation mail again. */
  onResend: (email: string) => void
}

export function SignUpForm({ onSent, onResend }: SignUpFormProps) {
  const t = useTranslations('auth')
  const typeLabel = useId()
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
      <Stack gap="md">
        <AlreadyRegistered failure={failure} onResend={() => onResend(form.getValues().email.trim())} />
        <div>
          <Input.Label id={typeLabel}>{t('signUp.accountType')}</Input.Label>
          <SegmentedControl
            {...form.getInputProps('accountType')}
            aria-labelledby={typeLabel}
            data={accountTypes.map((value) => ({ value, label: t(`signUp.${value}`) }))}
            fullWidth
          />
        </div>
        {isCompany && (
          <>
            <NameFields field={form.getInputProps} required />
            <WorkFields field={form.getInputProps} required />
            <PhoneFields code={form.getInputProps('phoneCode')} phone={form.getInputProps('phone')} required />
          </>
        )}
        <TextInput
          {...form.getInputProps('userName')}
          label={t('fields.userName')}
          description={t('fields.userNameHint')}
          autoComplete="nickname"
          required
          withAsterisk={false}
        />
        <TextInput
          {...form.getInputProps('email')}
          label={t('fields.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          required
          withAsterisk={false}
        />
        <NewPasswordFields field={form.getInputProps} first />
        <FormCaptcha form={form} refusals={refusals} />
        <Checkbox
          {...form.getInputProps('agreeTerms', { type: 'checkbox' })}
          label={t.rich('signUp.agree', {
            terms: (chunks) => (
              <TextLink to="/terms-of-use" target="_blank" underline="always" inherit>
                {chunks}
              </TextLink>
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
