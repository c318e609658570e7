import type { LinkPaymentView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { linkPayment, type PaymentCalls } from '#lib/gateway/payment.ts'
import { useLiveQuery } from '#lib/gateway/use-live.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PaidThroughLink } from '#ui/pay/paid-through-link.tsx'
import classes from '#ui/pay/pay.module.css'
import { PaymentAnnouncement } from '#ui/pay/payment-announcement.tsx'
import { AmountDue, PaymentStep } from '#ui/pay/payment-step.tsx'
import { SellerFacts } from '#ui/pay/seller-facts.tsx'
import { useLinkKey } from '#ui/pay/use-link-key.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { ShownOrderFacts } from './pay/shown-order.tsx'

/**
 * Payment on behalf of another person (spec 2, /checkout/agency-payment). The link replaces the
 * login, so the page shows the seller, what the payment needs and what the customer chose to show.
 */
export function AgencyPaymentPage() {
  const key = useLinkKey('agencyKey')
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
  const { query, ...calls } = useMemo(() => linkPayment(linkKey, checkFirst), [linkKey, checkFirst])
  const payment = useQuery(query)
  useLiveQuery(`link:${linkKey}`, query.queryKey)
  if (payment.isPending) return <LoadingState label={t(checkFirst ? 'success.checking' : 'page.loading')} />

  if (!payment.data) {
    const code = payment.error instanceof ApiError ? payment.error.code : 'UNEXPECTED'
    if (code === 'NOT_FOUND' || code === 'VALIDATION') return <InvalidLink />
    return <ErrorState isPage onRetry={() => void payment.refetch()} />
  }

  const texts = { paid: t('agency.paidTitle'), closed: t('agency.closedTitle'), failed: t('success.failedTitle') }

  return (
    <>
      <PaymentAnnouncement view={payment.data} texts={texts} />
      <LinkedOrder view={payment.data} calls={calls} />
    </>
  )
}

function LinkedOrder({ view, calls }: { view: LinkPaymentView; calls: PaymentCalls }) {
  const t = useTranslations('payment')
  const { date } = useFormats()
  const { number, seller, order, result, dueMinor, paid, expiresAt } = view
  if (result === 'paid' || result === 'closed')
    return (
      <div className={classes.page}>
        <EmptyState isPage title={t(`agency.${result}Title`)} text={t(`agency.${result}Text`, { number })} />
        <PaidThroughLink paid={paid} />
        <SellerFacts seller={seller} />
      </div>
    )

  return (
    <div className={classes.page}>
      <Heading level={1}>{t('agency.title', { number })}</Heading>
      <Hint>{t('agency.intro')}</Hint>
      {order ? <ShownOrderFacts order={order} /> : null}
      <SellerFacts seller={seller} />
      <PaidThroughLink paid={paid} />
      <AmountDue dueMinor={dueMinor} open={view.open} />
      <Hint>{t('agency.until', { date: date(expiresAt) })}</Hint>
      <PaymentStep
        view={{ ...view, balanceMinor: 0, pendingReloadMinor: 0, creditMinor: null }}
        calls={calls}
        pendingText={t('agency.pendingText')}
        isByLink
      />
    </div>
  )
}
