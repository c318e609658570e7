import type { BillPayment } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
import { TextField } from '#ui/text-field.tsx'
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
  /** Gives the key of a new link that is shown; undefined if it was mailed, or not created. */
  create: () => Promise<{ key: string } | undefined>
  revoke: () => Promise<void>
  /** What the holder sees, and to whom the link is mailed. */
  children?: ReactNode
}

/**
 * A link that lets another person pay. The server stores only a hash of the key, so the link can be
 * shown only when it is created.
 */
export function PaymentLink(props: PaymentLinkProps) {
  const { link, text, path, language, isMailed = false, create, revoke, children } = props
  const t = useTranslations('payment.link')
  const { date } = useFormats()
  const base = useRouter().basepath.replace(/\/$/, '')
  const { attempt, failure, busy } = useAttempt()
  const [key, setKey] = useState<string>()
  const [isRevoked, setRevoked] = useState(false)
  const [isAsking, setAsking] = useState(false)

  const createLink = () =>
    attempt(async () => {
      setKey((await create())?.key)
      setRevoked(false)
    })

  const revokeLink = () =>
    attempt(async () => {
      setAsking(false)
      await revoke()
      setKey(undefined)
      setRevoked(true)
    })

  const linkText = ({ expiresAt, recipients }: NonNullable<BillPayment['link']>) => {
    const values = { date: date(expiresAt), recipients: recipients.join(', ') }
    if (recipients.length > 0) return t('sentTo', values)
    return t(key === undefined ? 'renewText' : 'until', values)
  }

  const createText = () => {
    if (isMailed) return t('send')
    return t(link ? 'renew' : 'create')
  }

  // In the fragment, so that no server, log or referrer sees the key.
  const address = key === undefined ? undefined : `${window.location.origin}${base}${path}?lang=${language}#key=${key}`

  return (
    <Stack>
      <Hint>{text}</Hint>
      {address === undefined ? null : (
        <div className={classes.address}>
          <TextField label={t('link')} value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={address} label={t('link')} size="md" />
        </div>
      )}
      <Hint role="status">
        {isRevoked ? t('revoked') : null}
        {link ? linkText(link) : null}
      </Hint>
      {key === undefined ? children : null}
      <FormAlert failure={failure} />
      <Row>
        {key === undefined ? (
          <Button loading={busy} onClick={() => void createLink()}>
            {createText()}
          </Button>
        ) : null}
        {link ? (
          <Button variant="secondary" disabled={busy} onClick={() => setAsking(true)}>
            {t('revoke')}
          </Button>
        ) : null}
      </Row>
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
