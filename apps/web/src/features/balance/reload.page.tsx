import type { ReloadView } from '@cotation/contracts'
import { paymentLimits } from '@cotation/domain'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { useMoney } from '#lib/texts/money.ts'
import buttons from '#ui/button.module.css'
import { refreshBalance } from './balance.api.ts'
import { BankDetails } from './bank-details.tsx'
import classes from './reload.module.css'
import { ReloadForm } from './reload-form.tsx'

function BackLink() {
  const t = useTranslations('balance.reload')
  return (
    <p>
      <Link to="/user/account/balance" search={{}} className={buttons.secondary}>
        {t('back')}
      </Link>
    </p>
  )
}

/** The transfer that the customer makes now. It takes the focus: the form that had it is gone. */
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
      <p>{t('intro', { number: reload.number, amount: money(reload.amountMinor) })}</p>
      {reload.payment?.bank ? <BankDetails bank={reload.payment.bank} /> : null}
    </section>
  )
}

/** Reload of the balance (spec 2): the router lets in only those who may. */
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

    // It was sent before and is already on its way: where it stands is told there.
    void navigate({ to: '/user/account/balance', search: { reload: reload.id } })
  }

  return (
    <section className={classes.page} aria-labelledby="reload-title">
      <h1 className={classes.title} id="reload-title">
        {t('title')}
      </h1>
      {transfer ? (
        <Transfer reload={transfer} />
      ) : (
        <>
          <p className={classes.intro}>{t('intro', { min: money(paymentLimits.reloadMinUsd * 100) })}</p>
          <ReloadForm onMade={follow} />
        </>
      )}
      <p role="status" className={classes.hint}>
        {leaving ? t('leaving') : ''}
      </p>
      <aside className={classes.aside} aria-labelledby="pending-title">
        <h2 id="pending-title">{t('pendingTitle')}</h2>
        <p>{t('pendingText')}</p>
      </aside>
      <BackLink />
    </section>
  )
}
