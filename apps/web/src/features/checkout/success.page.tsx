import type { OrderPaymentView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { LoadingState } from '#ui/states.tsx'
import { OrderFailure, OrderWall } from './pay/order-payment-loader.tsx'
import classes from './pay/pay.module.css'
import { checkPayment, paymentQuery } from './pay/payment.api.ts'
import { PaymentOutcome } from './pay/payment-outcome.tsx'
import { PendingPayment } from './pay/pending-payment.tsx'

/**
 * The result of a payment (spec 2, /checkout/success). It comes from the server, never from the URL
 * (PAY-7).
 */
export function SuccessPage() {
  return <OrderWall>{(orderId) => <PaymentResult key={orderId} orderId={orderId} />}</OrderWall>
}

function PaymentResult({ orderId }: { orderId: string }) {
  const t = useTranslations('payment.success')
  const payment = useQuery(useMemo(() => paymentQuery(orderId, { checkFirst: true }), [orderId]))
  if (payment.isPending) return <LoadingState label={t('checking')} />
  if (!payment.data) return <OrderFailure error={payment.error} onRetry={() => void payment.refetch()} />

  const view = payment.data
  if (view.result === 'paid' || view.result === 'closed') return <PaymentOutcome view={view} />
  if (view.result === 'due') return <NotPaid view={view} kind="failed" />

  return view.open?.bank ? <NotPaid view={view} kind="bank" /> : <Pending view={view} />
}

function Pending({ view: { orderId, number } }: { view: OrderPaymentView }) {
  const t = useTranslations('payment')
  const check = async () => {
    await checkPayment(orderId)
  }

  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('success.pendingTitle', { number })}</h1>
      <PendingPayment text={t('pending.text')} onCheck={check} />
      <p>
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
          {t('success.see')}
        </Link>
      </p>
    </div>
  )
}

/** The payer still has to act: the card payment failed, or the transfer is not sent yet. */
function NotPaid({ view: { orderId, number }, kind }: { view: OrderPaymentView; kind: 'failed' | 'bank' }) {
  const t = useTranslations('payment.success')
  const isBank = kind === 'bank'

  return (
    <div className={classes.outcome} role={isBank ? undefined : 'alert'}>
      <h1 className={classes.title}>{isBank ? t('bankTitle', { number }) : t('failedTitle')}</h1>
      <p className={classes.soft}>{isBank ? t('bankText') : t('failedText', { number })}</p>
      <div className={classes.buttons}>
        <Link to="/checkout/payment" search={{ order: orderId }} className={buttons.primary}>
          {t(isBank ? 'bankSee' : 'retry')}
        </Link>
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}} className={buttons.secondary}>
          {t('see')}
        </Link>
      </div>
    </div>
  )
}
