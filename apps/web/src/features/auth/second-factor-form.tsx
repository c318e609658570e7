import { type NeededSecondFactor, secondFactorRoutes } from '@cotation/contracts'
import { useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { hasPasskeys, signWithPasskey } from '#lib/passkeys.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Stack } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './auth.module.css'
import { enter } from './sign-in.ts'

interface SecondFactorFormProps {
  methods: NeededSecondFactor['methods']
  onSignedIn: () => void | Promise<void>
  /** Back to the first step, which a login that has expired needs too. */
  onRestart: () => void
}

/** The second step of a login: a passkey, a code of the customer's app, or a recovery code. */
export function SecondFactorForm({ methods, onSignedIn, onRestart }: SecondFactorFormProps) {
  const t = useTranslations('auth.secondFactor')
  const hasApp = methods.includes('app')
  const offersPasskey = methods.includes('passkey') && hasPasskeys()
  const [usesRecovery, setUsesRecovery] = useState(!hasApp)
  const signing = useAttempt()
  const form = useZodForm(secondFactorRoutes.finishLogin.body, { code: '' })
  const { onSubmit, failure, sending } = useSubmission(
    form,
    async (body) => {
      await enter(await api('POST /global/account/login/secondFactor', { body }, { quiet: true }))
      await onSignedIn()
    },
    { SECOND_FACTOR_WRONG: 'code' },
  )

  const confirmByPasskey = () =>
    signing.attempt(async () => {
      const challenge = await api('POST /global/account/login/passkey/begin', {}, { quiet: true })
      const body = await signWithPasskey(challenge)
      if (body === null) return

      await enter(await api('POST /global/account/login/passkey', { body }, { quiet: true }))
      await onSignedIn()
    })

  const changeKind = () => {
    setUsesRecovery(!usesRecovery)
    form.reset()
  }

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')}>
      <Stack>
        {offersPasskey && (
          <>
            <FormAlert failure={signing.failure} />
            <Button onClick={confirmByPasskey} loading={signing.busy} fullWidth>
              {t('usePasskey')}
            </Button>
            <p className={classes.or}>{t('or')}</p>
          </>
        )}
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
          autoFocus={!offersPasskey}
          required
        />
        <Button type="submit" variant={offersPasskey ? 'secondary' : 'primary'} loading={sending} fullWidth>
          {t('submit')}
        </Button>
        {hasApp && (
          <Button variant="quiet" onClick={changeKind} fullWidth>
            {usesRecovery ? t('useApp') : t('useRecovery')}
          </Button>
        )}
        <Button variant="quiet" onClick={onRestart} fullWidth>
          {t('back')}
        </Button>
      </Stack>
    </form>
  )
}
