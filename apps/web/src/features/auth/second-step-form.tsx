import { secondFactorRoutes } from '@cotation/contracts'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { enter } from './sign-in.ts'

interface SecondStepFormProps {
  onSignedIn: () => void | Promise<void>
  /** Back to the first step, which a login that has expired needs too. */
  onRestart: () => void
}

/** The second step of a login: a code of the customer's app, or a recovery code. */
export function SecondStepForm({ onSignedIn, onRestart }: SecondStepFormProps) {
  const t = useTranslations('auth.secondStep')
  const [usesRecovery, setUsesRecovery] = useState(false)
  const form = useZodForm(secondFactorRoutes.finishLogin.body, { code: '' })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      await enter(await api('POST /global/account/login/secondFactor', { body }, { quiet: true }))
      await onSignedIn()
    },
    { SECOND_FACTOR_WRONG: 'code' },
  )

  const changeKind = () => {
    setUsesRecovery(!usesRecovery)
    form.reset()
  }

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        <Text size="sm">{usesRecovery ? t('recoveryIntro') : t('intro')}</Text>
        <FormAlert failure={failure} />
        <TextField
          {...form.getInputProps('code')}
          // A field of its own for each kind: it takes the focus, and phones show the right keyboard.
          key={String(usesRecovery)}
          label={usesRecovery ? t('recoveryCode') : t('code')}
          inputMode={usesRecovery ? 'text' : 'numeric'}
          autoComplete={usesRecovery ? 'off' : 'one-time-code'}
          spellCheck={false}
          maxLength={40}
          autoFocus
          required
        />
        <Button type="submit" loading={sending} fullWidth>
          {t('submit')}
        </Button>
        <Button variant="quiet" onClick={changeKind} fullWidth>
          {usesRecovery ? t('useApp') : t('useRecovery')}
        </Button>
        <Button variant="quiet" onClick={onRestart} fullWidth>
          {t('back')}
        </Button>
      </Stack>
    </form>
  )
}
