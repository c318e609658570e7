import type { LinkPaymentView } from '@cotation/contracts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { app } from '#lib/app-port.ts'
import { visitStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { MethodChoice } from './pay/method-choice.tsx'
import { OpenPayment } from './pay/open-payment.tsx'
import classes from './pay/pay.module.css'
import { abandonByLink, beginByLink, checkByLink, linkQuery, linkQueryKey } from './pay/payment.api.ts'
import { noPick, offeredPick, type PaymentPick } from './pay/payment-pick.ts'
import { PendingPayment } from './pay/pending-payment.tsx'

const storedKey = 'agencyKey'

/** The key format of the contract. */
const isKey = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text)

/**
 * The secret key of the link. It is removed from the URL at once, so that it does not stay in the
 * browser history, and stored for the tab, because the return from the provider's page needs it.
 */
function useLinkKey(): string | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  const given = new URLSearchParams(hash).get('key')

  useEffect(() => {
    if (given === null) return

    if (isKey(given)) visitStorage.set(storedKey, given)
    // A truncated link must not open the payment of an earlier link.
    else visitStorage.remove(storedKey)

    queryClient.removeQueries({ queryKey: linkQueryKey })
    void app.navigate('/checkout/agency-payment', { replace: true })
  }, [given])

  const key = given ?? visitStorage.get(storedKey)
  return isKey(key) ? key : undefined
}

/**
 * Payment on behalf of another person (spec 2, /checkout/agency-payment). The link replaces the
 * login, so the page shows only what the payment needs.
 */
export function AgencyPaymentPage() {
  const key = useLinkKey()
  return key === undefined ? <InvalidLink /> : <LinkPayment key={key} linkKey={key} />
}

function InvalidLink() {
  const t = useTranslations('payment.agency')
  return <EmptyState isPage title={t('missingTitle')} text={t('missingText')} />
}

function LinkPayment({ linkKey }: { linkKey: string }) {
  const t = useTranslations('payment')
  const { done } = useSearch({ from: '__root__' })
  const checkFirst = done === '1'
  const payment = useQuery(useMemo(() => linkQuery(linkKey, { checkFirst }), [linkKey, checkFirst]))
  if (payment.isPending) return <LoadingState label={t(checkFirst ? 'success.checking' : 'page.loading')} />

  if (!payment.data) {
    const code = payment.error instanceof ApiError ? payment.error.code : 'UNEXPECTED'
    if (code === 'NOT_FOUND' || code === 'VALIDATION') return <InvalidLink />
    return <ErrorState isPage onRetry={() => void payment.refetch()} />
  }

  const view = payment.data
  if (view.result === 'paid' || view.result === 'closed') return <NothingToPay view={view} />

  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('agency.title', { number: view.number })}</h1>
      <p className={classes.soft}>{t('agency.intro')}</p>
      <Due view={view} />
      <PaymentStep view={view} linkKey={linkKey} />
    </div>
  )
}

function NothingToPay({ view: { result, number } }: { view: LinkPaymentView }) {
  const t = useTranslations('payment.agency')
  const kind = result === 'paid' ? 'paid' : 'closed'
  return <EmptyState isPage title={t(`${kind}Title`)} text={t(`${kind}Text`, { number })} />
}

function Due({ view: { dueMinor, expiresAt } }: { view: LinkPaymentView }) {
  const t = useTranslations('payment')
  const { money, date } = useFormats()

  return (
    <>
      <dl className={classes.due}>
        <div data-main>
          <dt>{t('page.due')}</dt>
          <dd>{money(dueMinor)}</dd>
        </div>
      </dl>
      <p className={classes.soft}>{t('agency.until', { date: date(expiresAt) })}</p>
    </>
  )
}

interface PaymentStepProps {
  view: LinkPaymentView
  linkKey: string
}

/** The payment in progress, or the choice of a method. */
function PaymentStep({ view, linkKey }: PaymentStepProps) {
  const t = useTranslations('payment')
  const { open, result, redirectUrl } = view

  if (result === 'pending' && !open?.bank) {
    const check = async () => {
      await checkByLink(linkKey)
    }
    return <PendingPayment text={t('agency.pendingText')} onCheck={check} />
  }

  if (!open) return <MethodForm view={view} linkKey={linkKey} />

  return (
    <OpenPayment
      payment={open}
      redirectUrl={redirectUrl}
      onContinue={async () => (await beginByLink({ key: linkKey, method: 'card' })).redirectUrl}
      onAbandon={async () => {
        await abandonByLink(linkKey)
      }}
    />
  )
}

function MethodForm({ view, linkKey }: PaymentStepProps) {
  const t = useTranslations('payment')
  const validation = useTranslations('validation')
  const { money } = useFormats()
  const { attempt, failure, busy } = useAttempt()
  const [chosen, setChosen] = useState<PaymentPick>(noPick)
  const [isTried, setTried] = useState(false)
  const { method, bankCurrency } = offeredPick(chosen, view.methods)

  const pay = () => {
    setTried(true)
    if (method !== 'card' && method !== 'bank_transfer') return

    const currency = method === 'bank_transfer' ? { bankCurrency } : {}
    void attempt(async () => {
      const { redirectUrl } = await beginByLink({ key: linkKey, method, ...currency })
      if (redirectUrl !== null) window.location.assign(redirectUrl)
    })
  }

  const label = method === 'bank_transfer' ? t('page.payBank') : t('page.payCard', { amount: money(view.dueMinor) })

  return (
    <section className={classes.ways} aria-labelledby="ways">
      <h2 id="ways" className={classes.heading}>
        {t('methods.label')}
      </h2>
      <MethodChoice
        methods={view.methods}
        bankAmounts={view.bankAmounts}
        dueMinor={view.dueMinor}
        balanceMinor={0}
        creditMinor={null}
        pick={{ ...chosen, method }}
        onPick={setChosen}
      />
      {isTried && method === null ? (
        <p role="alert" className={classes.wrong}>
          {validation('PAYMENT_METHOD_REQUIRED')}
        </p>
      ) : null}
      <FormAlert failure={failure} />
      <Button size="md" className={classes.pay ?? ''} loading={busy} onClick={pay}>
        {method === null ? t('page.pay', { amount: money(view.dueMinor) }) : label}
      </Button>
    </section>
  )
}
