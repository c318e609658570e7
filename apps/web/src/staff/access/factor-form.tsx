import { staffAccessRoutes } from '@cotation/contracts'
import { useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { hasPasskeys } from '#lib/passkeys.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'

interface FactorFormProps {
  /** Without an app, the code is a recovery code. */
  hasApp: boolean
  offersPasskey: boolean
  onCode: (code: string) => Promise<void>
  onPasskey: () => Promise<void>
  /** A last button, such as the way back. */
  exit: { label: string; onClick: () => void }
}

/** Asks for the second factor: a code of the app, a recovery code or a passkey. */
export function FactorForm({ hasApp, offersPasskey, onCode, onPasskey, exit }: FactorFormProps) {
  const t = useTranslations('staff-access.factor')
  const [usesRecovery, setUsesRecovery] = useState(!hasApp)
  const showsPasskey = offersPasskey && hasPasskeys()
  const signing = useAttempt()
  const form = useZodForm(staffAccessRoutes.stepUp.body, { code: '' })
  const { onSubmit, failure, sending } = useSubmission(form, ({ code }) => onCode(code), {
    SECOND_FACTOR_WRONG: 'code',
  })

  const changeKind = () => {
    setUsesRecovery(!usesRecovery)
    form.reset()
  }

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        {showsPasskey ? (
          <>
            <FormAlert failure={signing.failure} />
            <Button onClick={() => void signing.attempt(onPasskey)} loading={signing.busy} fullWidth data-autofocus>
              {t('usePasskey')}
            </Button>
            <Hint>{t('or')}</Hint>
          </>
        ) : null}
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
          autoFocus={!showsPasskey}
          data-autofocus={showsPasskey ? undefined : true}
          required
        />
        <Button type="submit" variant={showsPasskey ? 'secondary' : 'primary'} loading={sending} fullWidth>
          {t('submit')}
        </Button>
        {hasApp ? (
          <Button variant="quiet" onClick={changeKind} fullWidth>
            {usesRecovery ? t('useApp') : t('useRecovery')}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={exit.onClick} fullWidth>
          {exit.label}
        </Button>
      </Stack>
    </form>
  )
}
