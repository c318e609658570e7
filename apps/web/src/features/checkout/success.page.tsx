import type { OrderPaymentView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { isConfirming, type PaymentCalls } from '#lib/gateway/payment.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from '#ui/pay/pay.module.css'
import { PendingPayment } from '#ui/pay/payment-step.tsx'
import { Heading } from '#ui/text.tsx'
import { OrderPaymentLoader } from './pay/order-payment-loader.tsx'
import { PaymentOutcome } from './pay/payment-outcome.tsx'

/**
 * The result of a payment (spec 2, /checkout/success). It comes from the server, never from the URL
 * (PAY-7).
 */
export function SuccessPage() {
  const t = useTranslations('payment.success')
  return (
    <OrderPaymentLoader checkFirst loadingText={t('checking')}>
      {(view, calls) => <PaymentResult view={view} calls={calls} />}
    </OrderPaymentLoader>
  )
}

function PaymentResult({ view, calls }: { view: OrderPaymentView; calls: PaymentCalls }) {
  const t = useTranslations('payment')
  const { orderId, number, result, unconfirmed } = view
  if (result === 'due') return <PaymentOutcome view={view} outcome="failed" />
  if (result !== 'pending') return <PaymentOutcome view={view} outcome={result} />
  if (!isConfirming(view)) return <PaymentOutcome view={view} outcome="bank" />

  return (
    <div className={classes.page}>
      <Heading level={1}>{t('success.pendingTitle', { number })}</Heading>
      <PendingPayment unconfirmed={unconfirmed} text={t('pending.text')} onCheck={calls.check} />
      <p>
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
          {t('success.see')}
        </Link>
      </p>
    </div>
  )
}
