import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { app } from '#lib/app-port.ts'
import { visitStorage } from '#lib/browser-storage.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import classes from './pay/pay.module.css'
import { linkPayment, linkQueryKey } from './pay/payment.api.ts'
import { AmountDue, PaymentStep } from './pay/payment-step.tsx'

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
  const { date } = useFormats()
  const { done } = useSearch({ from: '__root__' })
  const checkFirst = done === '1'
  const { query, ...calls } = useMemo(() => linkPayment(linkKey, checkFirst), [linkKey, checkFirst])
  const payment = useQuery(query)
  if (payment.isPending) return <LoadingState label={t(checkFirst ? 'success.checking' : 'page.loading')} />

  if (!payment.data) {
    const code = payment.error instanceof ApiError ? payment.error.code : 'UNEXPECTED'
    if (code === 'NOT_FOUND' || code === 'VALIDATION') return <InvalidLink />
    return <ErrorState isPage onRetry={() => void payment.refetch()} />
  }

  const { number, result, dueMinor, expiresAt } = payment.data
  if (result === 'paid' || result === 'closed')
    return <EmptyState isPage title={t(`agency.${result}Title`)} text={t(`agency.${result}Text`, { number })} />

  return (
    <div className={classes.page}>
      <Heading level={1}>{t('agency.title', { number })}</Heading>
      <Hint>{t('agency.intro')}</Hint>
      <AmountDue dueMinor={dueMinor} />
      <Hint>{t('agency.until', { date: date(expiresAt) })}</Hint>
      <PaymentStep
        view={{ ...payment.data, balanceMinor: 0, creditMinor: null }}
        calls={calls}
        pendingText={t('agency.pendingText')}
      />
    </div>
  )
}
