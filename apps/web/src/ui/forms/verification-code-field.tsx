import { useEffect, useId, useRef, useState } from 'react'
import { api } from '#lib/gateway/api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { resendSeconds, useCountdown } from '#ui/use-countdown.ts'
import type { FieldBinding } from './form.ts'
import { FormAlert } from './form-alert.tsx'
import classes from './verification-code-field.module.css'

interface VerificationCodeFieldProps {
  field: FieldBinding
  /** For a field that appears because the server refused the code. */
  takesFocus?: boolean
}

/** The code that confirms a change of password, and the button that mails it (spec 5). */
export function VerificationCodeField({ field, takesFocus = false }: VerificationCodeFieldProps) {
  const t = useTranslations('auth.code')
  const fields = useTranslations('auth.fields')
  const input = useRef<HTMLInputElement>(null)
  const statusId = useId()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { secondsLeft, start } = useCountdown(resendSeconds)
  const { attempt, failure, busy } = useAttempt()

  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])

  const send = () =>
    attempt(async () => {
      const { email } = await api('POST /global/account/password/codeSend', {}, { quiet: true })
      setSentTo(email)
      start()
      // The button is disabled from now on and would lose the keyboard focus.
      input.current?.focus()
    })

  const sendLabel = sentTo === null ? t('send') : t('sendAgain')

  return (
    <Stack gap="xs">
      <FormAlert failure={failure} />
      <div className={classes.row}>
        <TextField
          {...field}
          ref={input}
          label={fields('verificationCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          aria-describedby={statusId}
          required
        />
        <Button
          variant="secondary"
          className={classes.send}
          onClick={() => void send()}
          loading={busy}
          disabled={secondsLeft > 0}
        >
          {secondsLeft > 0 ? t('wait', { seconds: secondsLeft }) : sendLabel}
        </Button>
      </div>
      <Hint id={statusId} role="status">
        {sentTo === null ? t('hint') : t('sent', { email: sentTo })}
      </Hint>
    </Stack>
  )
}
