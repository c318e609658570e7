import { authRoutes } from '@cotation/contracts'
import { useRef, useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { FormButtons } from '#ui/forms/form-buttons.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { NoPasswordAdvice } from './no-password-advice.tsx'
import { CurrentPasswordField } from './proof-fields.tsx'

/** Runs a call that may need a recent password; `null` when the person gives up. */
export type WithProof = <T>(call: () => Promise<T>) => Promise<T | null>

/**
 * Runs calls that the server may refuse until the password was proved again (AUT-7): asks for it,
 * then tries once more. Place `dialog` anywhere on the screen.
 */
export function usePasswordProof(hasPassword: boolean) {
  const [asking, setAsking] = useState(false)
  const answer = useRef<(proved: boolean) => void>(() => {})

  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve
      setAsking(true)
    })

  const finish = (proved: boolean) => {
    setAsking(false)
    answer.current(proved)
  }

  const withProof: WithProof = async (call) => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'PASSWORD_REQUIRED') throw error
      return (await ask()) ? call() : null
    }
  }

  const dialog = <PasswordProofDialog opened={asking} hasPassword={hasPassword} onFinish={finish} />
  return { withProof, dialog }
}

interface PasswordProofDialogProps {
  opened: boolean
  hasPassword: boolean
  onFinish: (proved: boolean) => void
}

function PasswordProofDialog({ opened, hasPassword, onFinish }: PasswordProofDialogProps) {
  const t = useTranslations('account.confirmPassword')
  return (
    <Dialog
      opened={opened}
      onClose={() => onFinish(false)}
      title={hasPassword ? t('title') : t('noPasswordTitle')}
      closeLabel={t('cancel')}
    >
      {hasPassword ? <PasswordProofForm onFinish={onFinish} /> : <NoPasswordAdvice offerPassword />}
    </Dialog>
  )
}

function PasswordProofForm({ onFinish }: Pick<PasswordProofDialogProps, 'onFinish'>) {
  const t = useTranslations('account.confirmPassword')
  const form = useZodForm(authRoutes.confirmPassword.body, { password: '' })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      await api('POST /global/account/password/confirm', { body }, { quiet: true })
      onFinish(true)
    },
    { PASSWORD_WRONG: 'password' },
  )

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        <Text size="sm">{t('intro')}</Text>
        <FormAlert failure={failure} />
        <CurrentPasswordField {...form.getInputProps('password')} data-autofocus />
        <FormButtons submit={t('submit')} sending={sending} cancel={t('cancel')} onCancel={() => onFinish(false)} />
      </Stack>
    </form>
  )
}
