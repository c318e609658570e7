import type { BillPayment } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { IconCopy, IconMailCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton, useCopy } from '#ui/copy-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
import { resendSeconds, useCountdown } from '#ui/use-countdown.ts'
import classes from './pay.module.css'

interface PaymentLinkProps {
  link: BillPayment['link']
  /** What the link is for, and what its holder sees. */
  text: string
  /** The page that it opens, without the base path. */
  path: string
  /** The payer's: the page opens in it. */
  language: Language
  /** The link goes to the payers by e-mail and is not shown. */
  isMailed?: boolean
  /** Gives the key of a new link that is shown, none if it was mailed; undefined if it was not created. */
  create: () => Promise<{ key?: string } | undefined>
  /** Gives the key of a link that was mailed. */
  copy?: (recipient: string) => Promise<{ key: string }>
  /** Mails the links again. */
  resend?: () => Promise<void>
  revoke: () => Promise<void>
  /** What the holder sees, and to whom the link is mailed. */
  children?: ReactNode
}

/**
 * A link that lets another person pay. The server stores only a hash of the key, so a link that was not
 * mailed can be shown only when it is created.
 */
export function PaymentLink(props: PaymentLinkProps) {
  const { link, path, language, create, copy, resend, revoke } = props
  const t = useTranslations('payment.link')
  const { date, moment } = useFormats()
  const base = useRouter().basepath.replace(/\/$/, '')

  const { attempt, failure, busy } = useAttempt()
  const copyText = useCopy()

  const [key, setKey] = useState<string>()
  const [copied, setCopied] = useState<{ recipient: string; key: string }>()
  const [done, setDone] = useState<'copied' | 'resent'>()
  const [isReplacing, setReplacing] = useState(false)
  const pause = useCountdown(resendSeconds)
  const status = useRef<HTMLParagraphElement>(null)
  const [isRevoked, setRevoked] = useState(false)
  const [isAsking, setAsking] = useState(false)

  const createLink = () =>
    attempt(async () => {
      const created = await create()
      if (!created) return

      setKey(created.key)
      setCopied(undefined)
      setDone(undefined)
      setRevoked(false)
      setReplacing(false)
      // The form is gone, and with it the button that had the focus.
      status.current?.focus()
    })

  const revokeLink = () =>
    attempt(async () => {
      setAsking(false)
      await revoke()
      setKey(undefined)
      setCopied(undefined)
      setDone(undefined)
      setReplacing(false)
      setRevoked(true)
    })

  // In the fragment, so that no server, log or referrer sees the key.
  const addressOf = (linkKey: string) => `${window.location.origin}${base}${path}?lang=${language}#key=${linkKey}`

  // The address is also shown: some browsers allow no copy after a request.
  const copyLink = (recipient: string) =>
    attempt(async () => {
      const mailed = await copy?.(recipient)
      if (!mailed) return

      setCopied({ recipient, key: mailed.key })
      const isCopied = await copyText(addressOf(mailed.key))
      setDone(isCopied ? 'copied' : undefined)
      // The button is gone: the one beside the address takes its place.
      status.current?.focus()
    })

  const resendLink = () =>
    attempt(async () => {
      await resend?.()
      setDone('resent')
      pause.start()
      status.current?.focus()
    })

  const linkText = ({ createdAt, expiresAt, recipients }: NonNullable<BillPayment['link']>) => {
    const values = { sent: moment(createdAt), date: date(expiresAt), recipients: recipients.join(', ') }
    if (recipients.length > 0) return t('sentTo', values)
    return t(key === undefined ? 'renewText' : 'until', values)
  }

  // A link that exists is what counts: the form for another one would look like an unfinished task.
  const isFormShown = key === undefined && (link === null || isReplacing)

  const isSent = link !== null && link.recipients.length > 0
  const shownKey = key ?? copied?.key
  const address = shownKey === undefined ? undefined : addressOf(shownKey)

  return (
    <Stack className={isSent ? classes.sent : undefined}>
      {isSent ? (
        <Row>
          <IconMailCheck className={classes.tick} size={28} stroke={1.5} aria-hidden />
          <Heading level={2}>{t('sentTitle')}</Heading>
        </Row>
      ) : null}
      {address === undefined ? null : (
        <div className={classes.address}>
          <TextField label={t('link')} value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={address} label={t('link')} size="md" />
        </div>
      )}
      <Text role="status" ref={status} tabIndex={-1}>
        {isRevoked ? t('revoked') : null}
        {done ? `${t(done)} ` : null}
        {link ? linkText(link) : null}
      </Text>
      {isSent && copy && resend ? (
        <SentLinkActions
          recipients={link.recipients}
          shownRecipient={copied?.recipient}
          secondsLeft={pause.secondsLeft}
          busy={busy}
          onCopy={(recipient) => void copyLink(recipient)}
          onResend={() => void resendLink()}
        />
      ) : null}
      {isFormShown ? (
        <LinkForm {...props} isFocused={isReplacing} busy={busy} onCreate={() => void createLink()} />
      ) : null}
      <FormAlert failure={failure} />
      {link ? (
        <Row>
          {isFormShown || key !== undefined ? null : (
            <Button variant="secondary" disabled={busy} onClick={() => setReplacing(true)}>
              {t('renew')}
            </Button>
          )}
          <Button variant="quietDanger" disabled={busy} onClick={() => setAsking(true)}>
            {t('revoke')}
          </Button>
        </Row>
      ) : null}
      <Confirm
        opened={isAsking}
        danger
        title={t('revokeTitle')}
        confirmLabel={t('revoke')}
        onConfirm={() => void revokeLink()}
        onCancel={() => setAsking(false)}
      >
        {t('revokeText')}
      </Confirm>
    </Stack>
  )
}

interface SentLinkActionsProps {
  recipients: readonly string[]
  /** The one whose link is shown, with a button to copy it. */
  shownRecipient: string | undefined
  /** Until the links can be mailed again. */
  secondsLeft: number
  busy: boolean
  onCopy: (recipient: string) => void
  onResend: () => void
}

/** Passes mailed links on: each recipient has another one. */
function SentLinkActions(props: SentLinkActionsProps) {
  const { recipients, shownRecipient, secondsLeft, busy, onCopy, onResend } = props
  const t = useTranslations('payment.link')
  const isOne = recipients.length === 1
  const others = recipients.filter((recipient) => recipient !== shownRecipient)

  return (
    <Row>
      {others.map((recipient) => (
        <Button key={recipient} variant="secondary" disabled={busy} onClick={() => onCopy(recipient)}>
          <IconCopy size={16} aria-hidden />
          {isOne ? t('copy') : t('copyOf', { recipient })}
        </Button>
      ))}
      <Button variant="secondary" disabled={busy || secondsLeft > 0} onClick={onResend}>
        {secondsLeft > 0 ? t('resendIn', { seconds: secondsLeft }) : t('resend')}
      </Button>
    </Row>
  )
}

interface LinkFormProps extends Pick<PaymentLinkProps, 'link' | 'text' | 'isMailed' | 'children'> {
  /** It was opened by a button, which is gone. */
  isFocused: boolean
  busy: boolean
  onCreate: () => void
}

/** What a new link shows, and the button that creates it. */
function LinkForm({ link, text, isMailed = false, children, isFocused, busy, onCreate }: LinkFormProps) {
  const t = useTranslations('payment.link')
  const form = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isFocused) form.current?.focus()
  }, [isFocused])

  const createText = () => {
    if (isMailed) return t('send')
    return t(link ? 'renew' : 'create')
  }

  return (
    <Stack ref={form} tabIndex={-1} role="group" aria-label={t('title')}>
      <Hint>{text}</Hint>
      {children}
      <Row>
        <Button loading={busy} onClick={onCreate}>
          {createText()}
        </Button>
      </Row>
    </Stack>
  )
}
