import { isConfirming } from '#lib/gateway/payment.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from '#ui/pay/pay.module.css'
import { PendingPayment } from '#ui/pay/payment-step.tsx'
import { Heading } from '#ui/text.tsx'
import { CostOutcome } from './cost-outcome.tsx'
import { type CostPayment, CostPaymentLoader } from './cost-payment-loader.tsx'

/**
 * The result of the payment of an additional cost (spec 2, /additional-cost/success). It comes from
 * the server, never from the URL (PAY-7).
 */
export function AdditionalCostSuccessPage() {
  const t = useTranslations('additional-cost.page')
  return (
    <CostPaymentLoader checkFirst loadingText={t('checking')}>
      {(payment) => <PaymentResult payment={payment} />}
    </CostPaymentLoader>
  )
}

function PaymentResult({ payment }: { payment: CostPayment }) {
  const t = useTranslations('additional-cost')
  const { result, number, unconfirmed } = payment.view
  const isByLink = payment.by === 'link'
  if (result === 'due') return <CostOutcome payment={payment} outcome="failed" />
  if (result !== 'pending') return <CostOutcome payment={payment} outcome={result} />
  if (!isConfirming(payment.view)) return <CostOutcome payment={payment} outcome="bank" />

  return (
    <div className={classes.page}>
      <Heading level={1}>{t('outcome.pendingTitle', { number })}</Heading>
      <PendingPayment
        unconfirmed={unconfirmed}
        isByLink={isByLink}
        text={t(isByLink ? 'page.linkPendingText' : 'page.pendingText')}
        onCheck={payment.calls.check}
      />
    </div>
  )
}
