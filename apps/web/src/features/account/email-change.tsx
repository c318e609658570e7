import { changeEmailBody } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { customerLook } from '#lib/gateway/customer-look.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormButtons } from '#ui/forms/form-buttons.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Notice } from '#ui/notice.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { AccountCard } from './account-card.tsx'
import { NoPasswordAdvice } from './no-password-advice.tsx'
import { CurrentPasswordField, SecondFactorCodeField } from './proof-fields.tsx'
import { secondFactorQuery } from './second-factor.api.ts'

interface EmailChangeProps {
  email: string
  hasPassword: boolean
}

/** The address of the account, and the request for another one. */
export function EmailChange({ email, hasPassword }: EmailChangeProps) {
  const t = useTranslations('account.emailChange')
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<string | null>(null)

  const finish = (address: string) => {
    setOpen(false)
    setSentTo(address)
  }

  return (
    <AccountCard id="email" title={t('title')} intro={t('intro')}>
      <strong>{email}</strong>
      {sentTo !== null && (
        <Notice
          kind="sent"
          title={t('sentTitle')}
          text={t.rich('sent', { address: () => <strong>{sentTo}</strong> })}
        />
      )}
      {customerLook === null && (
        <Row>
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            {t('change')}
          </Button>
        </Row>
      )}
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('dialogTitle')} keepsOpenOutside>
        <EmailChangeForm hasPassword={hasPassword} onSent={finish} onCancel={() => setOpen(false)} />
      </Dialog>
    </AccountCard>
  )
}

interface EmailChangeFormProps {
  hasPassword: boolean
  onSent: (address: string) => void
  onCancel: () => void
}

/** Waits for the state of the second factor, which decides whether a code is needed. */
function EmailChangeForm(props: EmailChangeFormProps) {
  const t = useTranslations('account.secondFactor')
  const factor = useQuery(secondFactorQuery)
  if (factor.isPending) return <LoadingState />
  if (factor.isLoadingError) return <ErrorState message={t('failed')} onRetry={() => factor.refetch()} />
  return <EmailChangeFields {...props} needsCode={factor.data.isOn} />
}

function EmailChangeFields({
  hasPassword,
  needsCode,
  onSent,
  onCancel,
}: EmailChangeFormProps & { needsCode: boolean }) {
  const t = useTranslations('account.emailChange')
  const form = useZodForm(changeEmailBody, {
    email: '',
    password: hasPassword ? '' : undefined,
    code: needsCode ? '' : undefined,
  })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      await api('POST /global/account/email', { body }, { quiet: true })
      onSent(body.email)
    },
    { PASSWORD_WRONG: 'password', SECOND_FACTOR_WRONG: 'code' },
  )

  if (failure?.code === 'PASSWORD_REQUIRED') return <NoPasswordAdvice offerPassword />

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('dialogTitle')}>
      <Stack>
        <Text size="sm">{t('text')}</Text>
        <FormAlert failure={failure} />
        <TextField
          {...form.getInputProps('email')}
          label={t('newEmail')}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          data-autofocus
        />
        {hasPassword && <CurrentPasswordField {...form.getInputProps('password')} />}
        {needsCode && <SecondFactorCodeField {...form.getInputProps('code')} />}
        <FormButtons submit={t('submit')} sending={sending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}
