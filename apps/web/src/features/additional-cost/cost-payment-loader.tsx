import type { AdditionalCostPaymentView, LinkedAdditionalCost, LinkPaymentView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { app } from '#lib/app-port.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { linkPayment, type PaymentCalls } from '#lib/gateway/payment.ts'
import { useLiveQuery } from '#lib/gateway/use-live.ts'
import { useToken } from '#lib/gateway/user.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PaymentAnnouncement } from '#ui/pay/payment-announcement.tsx'
import { useLinkKey } from '#ui/pay/use-link-key.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/states.tsx'
import { costPayment } from './additional-cost.api.ts'

/** The payment of an additional cost, by its customer or by the holder of a link. */
export type CostPayment =
  | { by: 'customer'; view: AdditionalCostPaymentView; calls: PaymentCalls }
  | { by: 'link'; view: LinkPaymentView & { additionalCost: LinkedAdditionalCost }; calls: PaymentCalls }

interface LoaderProps {
  /** Checks with the provider before anything is shown. */
  checkFirst?: boolean
  loadingText: string
  children: (payment: CostPayment) => ReactNode
}

/**
 * Loads the payment that the address names. The customer has all methods; without a login, or for
 * another account, the key of the link shows what a payer may see.
 */
export function CostPaymentLoader(props: LoaderProps) {
  const t = useTranslations('additional-cost.page')
  const { cost } = useSearch({ from: '__root__' })
  const token = useToken()
  const key = useLinkKey('costKey')

  const byLink = key === undefined ? undefined : <PaymentByLink key={key} linkKey={key} {...props} />
  if (token !== null && cost !== undefined)
    return <OwnPayment key={cost} costId={cost} {...props} otherwise={byLink ?? <UnknownCost />} />
  if (byLink) return byLink
  if (cost === undefined) return <EmptyState isPage title={t('missingTitle')} text={t('missingText')} />

  const logIn = <Button onClick={() => void app.navigate(loginPath(app.currentRoute().fullPath))}>{t('logIn')}</Button>
  return <EmptyState isPage title={t('logInTitle')} text={t('logInText')} action={logIn} />
}

interface OwnPaymentProps extends LoaderProps {
  costId: string
  /** Shown if the caller has no such cost. */
  otherwise: ReactNode
}

function OwnPayment({ costId, checkFirst = false, loadingText, otherwise, children }: OwnPaymentProps) {
  const { query, ...calls } = useMemo(() => costPayment(costId, checkFirst), [costId, checkFirst])
  const payment = useQuery(query)
  useLiveQuery(payment.data && `order:${payment.data.cost.orderId}`, query.queryKey)
  if (payment.isPending) return <LoadingState label={loadingText} />
  if (payment.data) return <Loaded payment={{ by: 'customer', view: payment.data, calls }}>{children}</Loaded>

  const code = payment.error instanceof ApiError ? payment.error.code : 'UNEXPECTED'
  // The session has expired: the loader is about to offer a login or the link.
  if (code === 'UNAUTHENTICATED') return null
  if (code === 'NOT_FOUND' || code === 'VALIDATION') return otherwise
  return <ErrorState isPage onRetry={() => void payment.refetch()} />
}

/** The page with its live region, which stays mounted while the result changes. */
function Loaded({ payment, children }: { payment: CostPayment } & Pick<LoaderProps, 'children'>) {
  const t = useTranslations('additional-cost.outcome')
  const { number } = payment.view
  const texts = { paid: t('paidTitle', { number }), closed: t('closedTitle'), failed: t('failedTitle') }

  return (
    <>
      <PaymentAnnouncement view={payment.view} texts={texts} />
      {children(payment)}
    </>
  )
}

function UnknownCost() {
  const t = useTranslations('additional-cost.page')
  const allLink = (
    <LinkButton to="/user/order/additional-cost" search={{}}>
      {t('all')}
    </LinkButton>
  )
  return <EmptyState isPage title={t('notFoundTitle')} text={t('notFoundText')} action={allLink} />
}

function PaymentByLink({ linkKey, checkFirst = false, loadingText, children }: LoaderProps & { linkKey: string }) {
  const t = useTranslations('additional-cost.page')
  const { query, ...calls } = useMemo(() => linkPayment(linkKey, checkFirst), [linkKey, checkFirst])
  const payment = useQuery(query)
  useLiveQuery(`link:${linkKey}`, query.queryKey)
  if (payment.isPending) return <LoadingState label={loadingText} />

  const { data } = payment
  if (data?.additionalCost) {
    const view = { ...data, additionalCost: data.additionalCost }
    return <Loaded payment={{ by: 'link', view, calls }}>{children}</Loaded>
  }

  // A link of an order opens another page.
  const code = payment.error instanceof ApiError ? payment.error.code : 'NOT_FOUND'
  if (code === 'NOT_FOUND' || code === 'VALIDATION')
    return <EmptyState isPage title={t('missingTitle')} text={t('missingText')} />
  return <ErrorState isPage onRetry={() => void payment.refetch()} />
}
