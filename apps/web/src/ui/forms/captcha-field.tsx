import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconRefresh, IconVolume } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react'
import { api, gatewayPath } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import classes from './captcha-field.module.css'

export interface CaptchaValue {
  captchaId: string
  answer: string
}

export const emptyCaptcha: CaptchaValue = { captchaId: '', answer: '' }

export interface CaptchaHandle {
  /** A used or wrong challenge is dead (ABU-4): ask for another and empty the answer. */
  reset(): void
}

interface CaptchaFieldProps {
  value: CaptchaValue
  onChange: (value: CaptchaValue) => void
  error?: string | undefined
  ref?: Ref<CaptchaHandle>
}

/** Digits to read or to hear. Every mounted field has its own challenge. */
export function CaptchaField({ value, onChange, error, ref }: CaptchaFieldProps) {
  const t = useTranslations('app.captcha')
  const queryKey = ['captcha', useId()]
  const client = useQueryClient()
  const challenge = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('GET /global/tools/captchaImage', {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    // The server forgets a challenge after a while; a fresh one must be there before the visitor types into a dead one.
    refetchInterval: ({ state }) => (state.data ? state.data.expiresIn * 900 : false),
  })
  const captchaId = challenge.data?.captchaId ?? ''

  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    latest.current({ captchaId, answer: '' })
  }, [captchaId])

  const reset = () => void client.invalidateQueries({ queryKey })
  useImperativeHandle(ref, () => ({ reset }))
  const listen = () => {
    const sound = new Audio(gatewayPath('/global/tools/captchaAudio', { query: { captchaId } }))
    sound.play().catch(() => toast.error(t('unavailable')))
  }

  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="center" mb={4}>
        <span className={classes.frame}>
          {challenge.data ? <img className={classes.picture} src={challenge.data.image} alt={t('imageAlt')} /> : null}
        </span>
        <ActionIcon
          variant="default"
          size="lg"
          onClick={reset}
          aria-label={t('refresh')}
          loading={challenge.isFetching}
        >
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" onClick={listen} aria-label={t('listen')} disabled={captchaId === ''}>
          <IconVolume size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {challenge.isError ? (
        <Text size="sm" role="alert">
          {t('unavailable')}
        </Text>
      ) : null}
      <TextInput
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
