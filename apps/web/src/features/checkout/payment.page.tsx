import type { OrderPaymentView } from '@cotation/contracts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { app } from '#lib/app-port.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { LoadingState } from '#ui/states.tsx'
import { MethodChoice } from './pay/method-choice.tsx'
import { OpenPayment } from './pay/open-payment.tsx'
import { OrderFailure, OrderWall } from './pay/order-payment-loader.tsx'
import classes from './pay/pay.module.css'
import { abandonPayment, beginPayment, checkPayment, paymentQuery } from './pay/payment.api.ts'
import { PaymentLink } from './pay/payment-link.tsx'
import { PaymentOutcome } from './pay/payment-outcome.tsx'
import { choiceOf, noPick, offeredPick, type PaymentPick } from './pay/payment-pick.ts'
import { PendingPayment } from './pay/pending-payment.tsx'

/** Pays the amount due of an order (spec 2, /checkout/payment). */
export function PaymentPage() {
  return <OrderWall>{(orderId) => <OrderPayment key={orderId} orderId={orderId} />}</OrderWall>
}

function OrderPayment({ orderId }: { orderId: string }) {
  const t = useTranslations('payment.page')
  const payment = useQuery(useMemo(() => paymentQuery(orderId, { checkFirst: false }), [orderId]))
  if (payment.isPending) return <LoadingState label={t('loading')} />
  if (!payment.data) return <OrderFailure error={payment.error} onRetry={() => void payment.refetch()} />

  const view = payment.data
  if (view.result === 'paid' || view.result === 'closed') return <PaymentOutcome view={view} />

  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('heading', { number: view.number })}</h1>
      <Due view={view} />
      <PaymentStep view={view} />
      <p>
        <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
          {t('see')}
        </Link>
      </p>
    </div>
  )
}

function Due({ view: { totalMinor, paidMinor, dueMinor } }: { view: OrderPaymentView }) {
  const t = useTranslations('payment.page')
  const { money } = useFormats()

  return (
    <dl className={classes.due}>
      {paidMinor > 0 ? (
        <>
          <div>
            <dt>{t('total')}</dt>
            <dd>{money(totalMinor)}</dd>
          </div>
          <div>
            <dt>{t('paid')}</dt>
            <dd>{money(paidMinor)}</dd>
          </div>
        </>
      ) : null}
      <div data-main>
        <dt>{t('due')}</dt>
        <dd>{money(dueMinor)}</dd>
      </div>
    </dl>
  )
}

/** The payment in progress, or the choice of a method. */
function PaymentStep({ view }: { view: OrderPaymentView }) {
  const t = useTranslations('payment')
  const { cancelled } = useSearch({ from: '__root__' })
  const { orderId, open, result, redirectUrl } = view

  if (result === 'pending' && !open?.bank) {
    const check = async () => {
      await checkPayment(orderId)
    }
    return <PendingPayment text={t('pending.text')} onCheck={check} />
  }

  return (
    <>
      {cancelled === '1' ? (
        <p role="status" className={classes.notice}>
          {t('page.cancelled')}
        </p>
      ) : null}
      {open ? (
        <OpenPayment
          payment={open}
          redirectUrl={redirectUrl}
          onContinue={async () => (await beginPayment(orderId, { method: 'card' })).redirectUrl}
          onAbandon={async () => {
            await abandonPayment(orderId)
          }}
        />
      ) : (
        <MethodForm view={view} />
      )}
    </>
  )
}

function MethodForm({ view }: { view: OrderPaymentView }) {
  const t = useTranslations('payment')
  const validation = useTranslations('validation')
  const { agency } = useSearch({ from: '__root__' })
  const { attempt, failure, busy } = useAttempt()
  const [chosen, setChosen] = useState<PaymentPick>(agency === '1' ? { ...noPick, method: 'agency' } : noPick)
  const [isTried, setTried] = useState(false)
  const pick = offeredPick(chosen, view.methods)

  const pay = () => {
    setTried(true)

    const choice = choiceOf(pick)
    if (!choice) return

    void attempt(async () => {
      const { redirectUrl, result } = await beginPayment(view.orderId, choice)
      if (redirectUrl !== null) window.location.assign(redirectUrl)
      else if (result === 'paid') await app.navigate(`/checkout/success?order=${view.orderId}`, { replace: true })
    })
  }

  return (
    <section className={classes.ways} aria-labelledby="ways">
      <h2 id="ways" className={classes.heading}>
        {t('methods.label')}
      </h2>
      <MethodChoice {...view} pick={pick} onPick={setChosen} />
      {isTried && pick.method === null ? (
        <p role="alert" className={classes.wrong}>
          {validation('PAYMENT_METHOD_REQUIRED')}
        </p>
      ) : null}
      <FormAlert failure={failure} />
      {pick.method === 'agency' ? (
        <PaymentLink view={view} />
      ) : (
        <PayButton view={view} pick={pick} busy={busy} onPay={pay} />
      )}
    </section>
  )
}

interface PayButtonProps {
  view: OrderPaymentView
  pick: PaymentPick
  busy: boolean
  onPay: () => void
}

function PayButton({ view: { dueMinor, balanceMinor }, pick, busy, onPay }: PayButtonProps) {
  const t = useTranslations('payment.page')
  const { money } = useFormats()
  const fromBalanceMinor = choiceOf(pick)?.useBalance ? Math.min(balanceMinor, dueMinor) : 0

  const getLabel = () => {
    if (pick.method === 'bank_transfer') return t('payBank')
    if (pick.method === 'card') return t('payCard', { amount: money(dueMinor - fromBalanceMinor) })
    return t('pay', { amount: money(dueMinor) })
  }

  return (
    <Button size="md" className={classes.pay ?? ''} loading={busy} onClick={onPay}>
      {getLabel()}
    </Button>
  )
}
