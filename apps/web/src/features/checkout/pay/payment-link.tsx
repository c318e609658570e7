import type { OrderPaymentView } from '@cotation/contracts'
import { Button, Group, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createLink, revokeLink } from '#features/checkout/pay/payment.api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import classes from './pay.module.css'

/**
 * A link that lets another person pay. The server stores only a hash of the key, so the link can be
 * shown only when it is created.
 */
export function PaymentLink({ view: { orderId, link } }: { view: OrderPaymentView }) {
  const t = useTranslations('payment.link')
  const { date } = useFormats()
  const base = useRouter().basepath.replace(/\/$/, '')
  const { attempt, failure, busy } = useAttempt()
  const [key, setKey] = useState<string>()
  const [isRevoked, setRevoked] = useState(false)
  const [isAsking, setAsking] = useState(false)

  const create = () =>
    attempt(async () => {
      setKey((await createLink(orderId)).key)
      setRevoked(false)
    })

  const revoke = () =>
    attempt(async () => {
      setAsking(false)
      await revokeLink(orderId)
      setKey(undefined)
      setRevoked(true)
    })

  // In the fragment, so that no server, log or referrer sees the key.
  const address = key === undefined ? undefined : `${window.location.origin}${base}/checkout/agency-payment#key=${key}`

  return (
    <div className={classes.link}>
      <p className={classes.soft}>{t('text')}</p>
      {address === undefined ? null : (
        <div className={classes.address}>
          <TextInput label={t('link')} value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={address} label={t('link')} size="sm" />
        </div>
      )}
      <p role="status" className={classes.soft}>
        {isRevoked ? t('revoked') : null}
        {link && key !== undefined ? t('until', { date: date(link.expiresAt) }) : null}
        {link && key === undefined ? t('renewText', { date: date(link.expiresAt) }) : null}
      </p>
      <FormAlert failure={failure} />
      <Group>
        {key === undefined ? (
          <Button loading={busy} onClick={() => void create()}>
            {t(link ? 'renew' : 'create')}
          </Button>
        ) : null}
        {link ? (
          <Button variant="default" disabled={busy} onClick={() => setAsking(true)}>
            {t('revoke')}
          </Button>
        ) : null}
      </Group>
      <Confirm
        opened={isAsking}
        danger
        title={t('revokeTitle')}
        confirmLabel={t('revoke')}
        onConfirm={() => void revoke()}
        onCancel={() => setAsking(false)}
      >
        {t('revokeText')}
      </Confirm>
    </div>
  )
}
