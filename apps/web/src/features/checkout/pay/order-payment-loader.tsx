import type { OrderPaymentView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { app } from '#lib/app-port.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import type { PaymentCalls } from '#lib/gateway/payment.ts'
import { useLiveQuery } from '#lib/gateway/use-live.ts'
import { useToken } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PaymentAnnouncement } from '#ui/pay/payment-announcement.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { orderPayment } from './payment.api.ts'

interface LoaderProps {
  /** Checks with the provider before anything is shown. */
  checkFirst?: boolean
  loadingText: string
  children: (view: OrderPaymentView, calls: PaymentCalls<OrderPaymentView>) => ReactNode
}

/**
 * Loads the payment of the order in the URL. Requires a login although the route is public: an
 * order id must reveal nothing (quality, decision 6).
 */
export function OrderPaymentLoader(props: LoaderProps) {
  const t = useTranslations('payment.page')
  const { order } = useSearch({ from: '__root__' })
  const token = useToken()

  if (token === null) {
    const logIn = (
      <Button onClick={() => void app.navigate(loginPath(app.currentRoute().fullPath))}>{t('logIn')}</Button>
    )
    return <EmptyState isPage title={t('logInTitle')} text={t('logInText')} action={logIn} />
  }

  if (order === undefined)
    return <EmptyState isPage title={t('noOrder')} text={t('noOrderText')} action={<ToOrders />} />

  return <LoadedPayment key={order} orderId={order} {...props} />
}

interface LoadedPaymentProps extends LoaderProps {
  orderId: string
}

function LoadedPayment({ orderId, checkFirst = false, loadingText, children }: LoadedPaymentProps) {
  const t = useTranslations('payment.success')
  const { query, ...calls } = useMemo(() => orderPayment(orderId, checkFirst), [orderId, checkFirst])
  const payment = useQuery(query)
  useLiveQuery(`order:${orderId}`, query.queryKey)
  if (payment.isPending) return <LoadingState label={loadingText} />
  if (!payment.data) return <PaymentFailure error={payment.error} onRetry={() => void payment.refetch()} />

  const { number } = payment.data
  const texts = { paid: t('title'), closed: t('closedTitle', { number }), failed: t('failedTitle') }

  return (
    <>
      <PaymentAnnouncement view={payment.data} texts={texts} />
      {children(payment.data, calls)}
    </>
  )
}

function PaymentFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const t = useTranslations('payment.page')
  const code = error instanceof ApiError ? error.code : 'UNEXPECTED'
  // The session has expired: the loader is about to request a login.
  if (code === 'UNAUTHENTICATED') return null
  if (code === 'NOT_FOUND' || code === 'VALIDATION')
    return <EmptyState isPage title={t('notFound')} text={t('notFoundText')} action={<ToOrders />} />
  return <ErrorState isPage onRetry={onRetry} />
}

function ToOrders() {
  const t = useTranslations('payment.page')
  return (
    <LinkButton to="/user/order/history" search={{}}>
      {t('orders')}
    </LinkButton>
  )
}
