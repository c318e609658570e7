import type { OrderPaymentView } from '@cotation/contracts'
import { Link, useSearch } from '@tanstack/react-router'
import { app } from '#lib/app-port.ts'
import type { PaymentCalls } from '#lib/gateway/payment.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from '#ui/pay/pay.module.css'
import { AmountDue, PaymentStep } from '#ui/pay/payment-step.tsx'
import { UnpaidReturn } from '#ui/pay/unpaid-return.tsx'
import { Heading } from '#ui/text.tsx'
import { OrderLink } from './pay/order-link.tsx'
import { OrderPaymentLoader } from './pay/order-payment-loader.tsx'
import { PaymentOutcome } from './pay/payment-outcome.tsx'

/** Pays the amount due of an order (spec 2, /checkout/payment). */
export function PaymentPage() {
  const t = useTranslations('payment.page')
  return (
    <OrderPaymentLoader loadingText={t('loading')}>
      {(view, calls) => <OrderPayment view={view} calls={calls} />}
    </OrderPaymentLoader>
  )
}

/** A customer who asked another person to pay has nothing to pay here. */
function headingOf({ link }: OrderPaymentView, isForwarded: boolean): 'heading' | 'headingLink' | 'headingWaiting' {
  if (!isForwarded) return 'heading'
  return link ? 'headingWaiting' : 'headingLink'
}

function OrderPayment({ view, calls }: { view: OrderPaymentView; calls: PaymentCalls }) {
  const t = useTranslations('payment')
  const { agency } = useSearch({ from: '__root__' })
  const isForwarded = agency === '1'
  const { orderId, number, result } = view
  if (result === 'paid' || result === 'closed') return <PaymentOutcome view={view} outcome={result} />

  return (
    <div className={classes.page}>
      <Heading level={1}>{t(`page.${headingOf(view, isForwarded)}`, { number })}</Heading>
      <AmountDue {...view} />
      <UnpaidReturn view={view} payments={view.payments} />
      <PaymentStep
        view={view}
        calls={calls}
        pendingText={t('pending.text')}
        method={isForwarded || view.link ? 'agency' : null}
        paymentLink={<OrderLink view={view} />}
        hasLink={view.link !== null}
        onPaid={() => app.navigate(`/checkout/success?order=${orderId}`, { replace: true })}
      />
      <p>
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
          {t('page.see')}
        </Link>
      </p>
    </div>
  )
}
