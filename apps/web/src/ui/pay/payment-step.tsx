import type { BillPayment, CustomerPayment, PaymentView, UnconfirmedPayment } from '@cotation/contracts'
import { isUnpaidPayment } from '@cotation/domain'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { isConfirming, type PaymentCalls } from '#lib/gateway/payment.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Stack } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import { CustomerPaymentNotice } from './customer-payment.tsx'
import { MethodChoice } from './method-choice.tsx'
import { OpenPayment } from './open-payment.tsx'
import classes from './pay.module.css'
import { balancePartMinor, choiceOf, noPick, offeredPick, type PaymentPick } from './payment-pick.ts'

interface AmountDueProps {
  totalMinor?: number
  /** Names what the total is of; the order unless given. */
  totalLabel?: string
  paidMinor?: number
  dueMinor: number
  /** The payment in progress. */
  open?: PaymentView | null
}

/** The amount to pay. An open transfer has a fixed amount in its own currency, which is named instead. */
export function AmountDue({ dueMinor, totalMinor, totalLabel, paidMinor = 0, open }: AmountDueProps) {
  const t = useTranslations('payment.page')
  const { money } = useFormats()
  const transfer = open?.method === 'bank_transfer' && isUnpaidPayment(open.state) ? open : null
  const isConverted = transfer !== null && transfer.currency !== 'USD'
  const due = transfer
    ? { label: t('transferDue'), amount: money(transfer.amountMinor, transfer.currency) }
    : { label: t('due'), amount: money(dueMinor) }

  const amounts = [
    {
      label: totalLabel ?? t('total'),
      amount: money(totalMinor ?? dueMinor),
      isShown: paidMinor > 0 || (isConverted && totalMinor !== undefined),
    },
    { label: t('paid'), amount: money(paidMinor), isShown: paidMinor > 0 },
    { ...due, isShown: true },
  ]

  return (
    <dl className={classes.due}>
      {amounts
        .filter(({ isShown }) => isShown)
        .map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
    </dl>
  )
}

type ShownPayment = Pick<
  BillPayment,
  | 'result'
  | 'open'
  | 'unconfirmed'
  | 'redirectUrl'
  | 'currency'
  | 'dueMinor'
  | 'methods'
  | 'bankAmounts'
  | 'balanceMinor'
  | 'pendingReloadMinor'
  | 'creditMinor'
>

interface PayableView extends ShownPayment {
  /** What the customer has started, for the holder of a link. */
  customerPayment?: CustomerPayment | null
}

interface MethodFormProps {
  view: PayableView
  calls: PaymentCalls
  /** Preselected. */
  method?: PaymentPick['method']
  /** Shown in place of the button while the method is that another person pays. */
  paymentLink?: ReactNode
  /** A link exists: it comes first, so that what was done is seen before what could be done. */
  hasLink?: boolean
  onPaid?: () => Promise<void>
}

interface PaymentStepProps extends MethodFormProps {
  /** While a card payment is being confirmed. */
  pendingText: string
  /** The payer holds a link: mails go to the customer, and the payer has no account. */
  isByLink?: boolean
}

/** The payment in progress, or the choice of a method. */
export function PaymentStep({ pendingText, isByLink = false, ...props }: PaymentStepProps) {
  const { view, calls } = props
  const { open, unconfirmed, redirectUrl, customerPayment } = view
  if (isConfirming(view)) {
    const pending = { unconfirmed, isByLink, text: pendingText }
    return <PendingPayment {...pending} onCheck={calls.check} />
  }
  if (customerPayment) return <CustomerPaymentNotice payment={customerPayment} />
  if (!open) return <MethodForm {...props} />

  return <OpenPayment payment={open} isByLink={isByLink} redirectUrl={redirectUrl} calls={calls} />
}

interface PendingPaymentProps {
  unconfirmed: UnconfirmedPayment | null
  isByLink?: boolean
  /** Text for a payment that is no transfer. */
  text: string
  onCheck: () => Promise<unknown>
}

/** The payer has paid but the result is unknown (spec 4): ordering or paying again is blocked. */
export function PendingPayment({ unconfirmed, isByLink = false, text, onCheck }: PendingPaymentProps) {
  const t = useTranslations('payment.pending')
  const { money, date } = useFormats()
  const { attempt, failure, busy } = useAttempt()

  const transferText = ({ amountMinor, currency, at }: UnconfirmedPayment) =>
    t(isByLink ? 'linkTransfer' : 'transfer', { amount: money(amountMinor, currency), date: date(at) })

  const cardText = ({ amountMinor, currency }: UnconfirmedPayment) =>
    t(isByLink ? 'linkCard' : 'card', { amount: money(amountMinor, currency) })

  return (
    <Alert role="status" icon={<Spinner />}>
      <Heading level={2}>{t(isByLink ? 'linkTitle' : 'title')}</Heading>
      {unconfirmed?.method === 'card' ? <p>{cardText(unconfirmed)}</p> : null}
      <p>{unconfirmed?.method === 'bank_transfer' ? transferText(unconfirmed) : text}</p>
      <Text tone="soft">{t('leave')}</Text>
      <FormAlert failure={failure} />
      <Button variant="secondary" size="sm" loading={busy} onClick={() => void attempt(onCheck)}>
        {t('check')}
      </Button>
    </Alert>
  )
}

/** A transfer is suggested in the currency in which the customer saw the prices. */
function firstPick({ currency, bankAmounts }: PayableView, method: PaymentPick['method']): PaymentPick {
  const hasAccount = bankAmounts.some((amount) => amount.currency === currency)
  return { ...noPick, method, bankCurrency: hasAccount ? currency : noPick.bankCurrency }
}

function MethodForm({ view, calls, method = null, paymentLink, hasLink = false, onPaid }: MethodFormProps) {
  const t = useTranslations('payment.methods')
  const validation = useTranslations('validation')
  const { attempt, failure, busy } = useAttempt()
  const [chosen, setChosen] = useState<PaymentPick>(() => firstPick(view, method))
  const [isTried, setTried] = useState(false)
  const id = useId()
  const pick = offeredPick(chosen, view.methods)

  const pay = () => {
    setTried(true)

    const choice = choiceOf(pick)
    if (!choice) return

    const shownMinor = view.dueMinor - balancePartMinor(pick, view)
    void attempt(async () => {
      const { redirectUrl, result, open } = await calls.begin(choice)
      // Begun in another tab with another amount: this page now shows it, and the payer decides.
      if (open && open.usdMinor !== shownMinor) return

      if (redirectUrl !== null) window.location.assign(redirectUrl)
      else if (result === 'paid') await onPaid?.()
    })
  }

  // The keys let the link keep its state when it moves.
  const link = <Fragment key="link">{pick.method === 'agency' ? paymentLink : null}</Fragment>
  const choice = (
    <Fragment key="choice">
      <Heading level={2} id={id}>
        {t('label')}
      </Heading>
      <MethodChoice {...view} pick={pick} onPick={setChosen} />
    </Fragment>
  )

  return (
    <Stack role="region" aria-labelledby={id}>
      {hasLink ? [link, choice] : [choice, link]}
      {isTried && pick.method === null ? (
        <Text role="alert" tone="danger">
          {validation('PAYMENT_METHOD_REQUIRED')}
        </Text>
      ) : null}
      <FormAlert failure={failure} />
      {pick.method === 'agency' ? null : <PayButton view={view} pick={pick} busy={busy} onPay={pay} />}
    </Stack>
  )
}

interface PayButtonProps {
  view: PayableView
  pick: PaymentPick
  busy: boolean
  onPay: () => void
}

function PayButton({ view, pick, busy, onPay }: PayButtonProps) {
  const t = useTranslations('payment.page')
  const { money } = useFormats()
  const { dueMinor } = view

  const getLabel = () => {
    if (pick.method === 'bank_transfer') return t('payBank')
    if (pick.method === 'card') return t('payCard', { amount: money(dueMinor - balancePartMinor(pick, view)) })
    return t('pay', { amount: money(dueMinor) })
  }

  return (
    <Button className={classes.pay} loading={busy} onClick={onPay}>
      {getLabel()}
    </Button>
  )
}
