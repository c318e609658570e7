import type { ReloadView } from '@cotation/contracts'
import { paymentLimits } from '@cotation/domain'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Heading, Text } from '#ui/text.tsx'
import { refreshBalance } from './balance.api.ts'
import classes from './reload.module.css'
import { ReloadForm } from './reload-form.tsx'
import { TransferDetails } from './transfer-details.tsx'

function BackLink() {
  const t = useTranslations('balance.reload')
  return (
    <p>
      <LinkButton to="/user/account/balance" search={{}} variant="secondary">
        {t('back')}
      </LinkButton>
    </p>
  )
}

/**
 * The bank details of the transfer to make. Takes the focus, because the form that had it is gone.
 */
function Transfer({ reload }: { reload: ReloadView }) {
  const t = useTranslations('balance.bank')
  const money = useMoney()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])

  return (
    <section className={classes.card} aria-labelledby="transfer-title">
      <h2 id="transfer-title" tabIndex={-1} ref={title}>
        {t('title')}
      </h2>
      <Text>{t('intro', { number: reload.number, amount: money(reload.amountMinor) })}</Text>
      {reload.payment?.bank ? <TransferDetails bank={reload.payment.bank} /> : null}
    </section>
  )
}

/** Reload of the balance (spec 2). The router admits only accounts that may reload. */
export function ReloadPage() {
  const t = useTranslations('balance.reload')
  const money = useMoney()
  const navigate = useNavigate()
  const [transfer, setTransfer] = useState<ReloadView | null>(null)
  const [leaving, setLeaving] = useState(false)

  const follow = (reload: ReloadView) => {
    void refreshBalance()
    if (reload.payment?.bank) return setTransfer(reload)

    if (reload.redirectUrl !== null) {
      setLeaving(true)
      return window.location.assign(reload.redirectUrl)
    }

    // A retry of a reload that was already sent: the balance page shows its state.
    void navigate({ to: '/user/account/balance', search: { reload: reload.id } })
  }

  return (
    <section className={classes.page} aria-labelledby="reload-title">
      <Heading level={1} id="reload-title">
        {t('title')}
      </Heading>
      {transfer ? (
        <Transfer reload={transfer} />
      ) : (
        <>
          <Text tone="soft">{t('intro', { min: money(paymentLimits.reloadMinUsd * 100) })}</Text>
          <ReloadForm onMade={follow} />
        </>
      )}
      <Text size="sm" tone="soft" role="status">
        {leaving ? t('leaving') : ''}
      </Text>
      <aside className={classes.aside} aria-labelledby="pending-title">
        <h2 id="pending-title">{t('pendingTitle')}</h2>
        <p>{t('pendingText')}</p>
      </aside>
      <BackLink />
    </section>
  )
}
