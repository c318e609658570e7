import { registerBody } from '@cotation/contracts'
import { type AccountType, accountTypes, type Industry, type Title } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { z } from 'zod'
import { api } from '#lib/gateway/api.ts'
import type { ApiError } from '#lib/gateway/api-error.ts'
import { channel } from '#lib/gateway/tracking.ts'
import { findReferralCode } from '#lib/referral-code.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { emptyCaptcha, FormCaptcha } from '#ui/forms/form-captcha.tsx'
import { NewPasswordFields } from '#ui/forms/new-password-fields.tsx'
import { NameFields, WorkFields } from '#ui/forms/person-fields.tsx'
import { PhoneFields } from '#ui/forms/phone-fields.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ReferralCodeField } from './referral-code-field.tsx'
import { useReturnPath } from './sign-in.ts'

const company = {
  firstName: '',
  lastName: '',
  company: '',
  title: null as Title | null,
  industry: null as Industry | null,
  phoneCode: '',
  phone: '',
}

const emptySignUp = {
  accountType: 'personal' as AccountType,
  ...company,
  userName: '',
  email: '',
  password: '',
  confirmPassword: '',
  captcha: emptyCaptcha,
  referralCode: '',
  agreeTerms: false,
}

type SignUpValues = typeof emptySignUp

/** What a form that was sent keeps: no passwords, no digits of an old picture, no consent. */
export type TypedSignUp = Omit<SignUpValues, 'password' | 'confirmPassword' | 'captcha' | 'agreeTerms'>

function typedIn({ password, confirmPassword, captcha, agreeTerms, ...typed }: SignUpValues): TypedSignUp {
  return typed
}

/**
 * What the chosen kind of account asks for: a person who tried "company" first must not send, or be
 * held up by, its fields.
 */
function relevantValues(values: SignUpValues): Partial<SignUpValues> {
  if (values.accountType === 'enterprise') return values
  return Object.fromEntries(Object.entries(values).filter(([field]) => !(field in company)))
}

const signUpSchema = z.preprocess((values) => relevantValues(values as SignUpValues), registerBody)

interface SignUpFormProps {
  /** What was typed before, if the customer comes back to correct it. */
  typed: TypedSignUp | undefined
  onTyped: (typed: TypedSignUp) => void
  onSent: (email: string) => void
  /** The address is taken: its owner wants the activation mail again. */
  onResend: (email: string) => void
}

export function SignUpForm({ typed, onTyped, onSent, onResend }: SignUpFormProps) {
  const t = useTranslations('auth')
  const redirect = useReturnPath()
  const form = useZodForm(signUpSchema, { ...emptySignUp, referralCode: findReferralCode() ?? '', ...typed })
  const { onSubmit, failure, sending, refusals } = useSubmission(
    form,
    async ({ referralCode, ...values }) => {
      const cm = channel()
      const body = {
        ...values,
        ...(cm && { cm }),
        ...(referralCode && { referralCode }),
        ...(redirect && { redirect }),
      }
      const { email } = await api('POST /global/account/register', { body }, { quiet: true })
      onTyped(typedIn(form.getValues()))
      onSent(email)
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
            <NameFields field={form.getInputProps} />
            <WorkFields field={form.getInputProps} companyRequired />
            <PhoneFields code={form.getInputProps('phoneCode')} phone={form.getInputProps('phone')} />
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
        <ReferralCodeField {...form.getInputProps('referralCode')} />
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

interface AlreadyRegisteredProps {
  failure: ApiError | null
  onResend: () => void
}

/**
 * A refused sign-up. For an address with an account, offers to send the activation mail again
 * (spec 4).
 */
function AlreadyRegistered({ failure, onResend }: AlreadyRegisteredProps) {
  const t = useTranslations('auth.signUp')
  if (failure?.code !== 'ALREADY_REGISTERED') return <FormAlert failure={failure} />
  return (
    <FormAlert failure={failure} title={t('registeredTitle')}>
      <Row gap="md">
        <Button variant="secondary" size="xs" onClick={onResend}>
          {t('registeredResend')}
        </Button>
        <Link to="/login">{t('registeredLogIn')}</Link>
      </Row>
    </FormAlert>
  )
}
