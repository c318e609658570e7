import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { language } from '#lib/texts/language.ts'
import { Text } from '#ui/text.tsx'
import classes from './captcha-field.module.css'

/** What the frame of a CAPTCHA provider says to the page. */
interface FrameMessage {
  captcha: 'solved' | 'expired' | 'failed' | 'opened' | 'closed'
  token?: string
}

function isFrameMessage(data: unknown): data is FrameMessage {
  return typeof data === 'object' && data !== null && 'captcha' in data
}

interface CaptchaFrameProps {
  address: string
  /** With the token of a solved check; empty when it has expired. */
  onToken: (token: string) => void
  error?: string | undefined
}

/** The widget of a CAPTCHA provider, in a page of its own. */
export function CaptchaFrame({ address, onToken, error }: CaptchaFrameProps) {
  const t = useTranslations('app.captcha')
  const frame = useRef<HTMLIFrameElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  const latest = useRef(onToken)
  latest.current = onToken
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      const isOurs = source === frame.current?.contentWindow && origin === location.origin
      if (!isOurs || !isFrameMessage(data)) return

      if (data.captcha === 'solved') latest.current(data.token ?? '')
      if (data.captcha === 'expired') latest.current('')
      // A check with pictures needs more room than its button.
      if (data.captcha === 'opened') setIsOpen(true)
      if (data.captcha === 'closed' || data.captcha === 'solved') setIsOpen(false)
      setHasFailed(data.captcha === 'failed')
    }

    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])

  return (
    <div>
      <iframe
        ref={frame}
        className={isOpen ? classes.openWidget : classes.widget}
        src={`${address}?language=${language.get()}`}
        title={t('frame')}
        data-path="captcha.answer"
      />
      {hasFailed || error ? (
        <Text size="sm" role="alert">
          {hasFailed ? t('frameFailed') : error}
        </Text>
      ) : null}
    </div>
  )
}
