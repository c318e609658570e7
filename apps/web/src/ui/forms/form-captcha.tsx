import { IconRefresh, IconVolume } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { api, gatewayPath } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { language } from '#lib/texts/language.ts'
import { toast } from '#lib/toast.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Row } from '#ui/stack.tsx'
import { Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './captcha-field.module.css'
import { CaptchaFrame } from './captcha-frame.tsx'

export interface CaptchaValue {
  captchaId: string
  answer: string
}

export const emptyCaptcha: CaptchaValue = { captchaId: '', answer: '' }

export interface CaptchaHandle {
  /** A challenge can be answered once (ABU-4): fetches another and empties the answer. */
  reset(): void
}

interface CaptchaFieldProps {
  value: CaptchaValue
  onChange: (value: CaptchaValue) => void
  error?: string | undefined
  ref?: Ref<CaptchaHandle>
}

/** Digits to read or to hear, or the widget of a provider. Every mounted field has its own challenge. */
export function CaptchaField({ value, onChange, error, ref }: CaptchaFieldProps) {
  const t = useTranslations('app.captcha')
  const queryKey = ['captcha', useId()]
  const client = useQueryClient()
  const challenge = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /global/tools/captchaImage', {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    // Replaced shortly before it expires on the server: an expired one cannot be answered.
    refetchInterval: ({ state }) => (state.data ? state.data.expiresIn * 900 : false),
  })
  const captchaId = challenge.data?.captchaId ?? ''

  const latest = useRef({ onChange, answer: value.answer })
  latest.current = { onChange, answer: value.answer }
  const isAskedFor = useRef(false)
  const [hasExpired, setHasExpired] = useState(false)
  useEffect(() => {
    // What was typed belongs to the former picture. Only a visitor who asked for another expects it.
    setHasExpired(latest.current.answer !== '' && !isAskedFor.current)
    isAskedFor.current = false
    latest.current.onChange({ captchaId, answer: '' })
  }, [captchaId])

  const reset = () => {
    isAskedFor.current = true
    void client.invalidateQueries({ queryKey })
  }
  useImperativeHandle(ref, () => ({ reset }))

  const listen = () => {
    const sound = new Audio(
      gatewayPath('/global/tools/captchaAudio', { query: { captchaId, language: language.get() } }),
    )
    sound.play().catch(() => toast.error(t('unavailable')))
  }

  if (challenge.data?.frame !== undefined) {
    return (
      <CaptchaFrame
        key={captchaId}
        address={challenge.data.frame}
        onToken={(answer) => onChange({ captchaId, answer })}
        error={error}
      />
    )
  }

  return (
    <div>
      <Row gap="xs" noWrap className={classes.challenge}>
        <span className={classes.frame}>
          {challenge.data ? <img className={classes.picture} src={challenge.data.image} alt={t('imageAlt')} /> : null}
        </span>
        <IconButton variant="secondary" onClick={reset} aria-label={t('refresh')} loading={challenge.isFetching}>
          <IconRefresh size={18} aria-hidden />
        </IconButton>
        <IconButton variant="secondary" onClick={listen} aria-label={t('listen')} disabled={captchaId === ''}>
          <IconVolume size={18} aria-hidden />
        </IconButton>
      </Row>
      <Text size="sm" role="status">
        {hasExpired ? t('expired') : null}
      </Text>
      {challenge.isError ? (
        <Text size="sm" role="alert">
          {t('unavailable')}
        </Text>
      ) : null}
      <TextField
        label={t('label')}
        description={t('hint')}
        inputMode="numeric"
        autoComplete="off"
        aria-required
        maxLength={12}
        data-path="captcha.answer"
        value={value.answer}
        onChange={(event) => onChange({ captchaId, answer: event.currentTarget.value })}
        error={error}
      />
    </div>
  )
}

interface FormWithCaptcha {
  getValues(): { captcha: CaptchaValue }
  setFieldValue(path: 'captcha', value: CaptchaValue): void
  clearFieldError(path: 'captcha.answer' | 'captcha.captchaId'): void
  errorText(path: string): string | undefined
}

interface FormCaptchaProps {
  form: FormWithCaptcha
  /** How often the server refused the form: each refusal uses up the challenge (ABU-4). */
  refusals: number
}

/** The CAPTCHA as the `captcha` field of a form. */
export function FormCaptcha({ form, refusals }: FormCaptchaProps) {
  const handle = useRef<CaptchaHandle>(null)
  useEffect(() => {
    if (refusals > 0) handle.current?.reset()
  }, [refusals])

  const change = (captcha: CaptchaValue) => {
    form.setFieldValue('captcha', captcha)
    // A new challenge clears the answer: the error must stay until the visitor types again.
    if (captcha.answer === '') return
    form.clearFieldError('captcha.answer')
    form.clearFieldError('captcha.captchaId')
  }

  return (
    <CaptchaField
      ref={handle}
      value={form.getValues().captcha}
      onChange={change}
      error={form.errorText('captcha.answer') ?? form.errorText('captcha.captchaId')}
    />
  )
}
