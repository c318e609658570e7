import type { BillPayment, CustomerPayment } from '@cotation/contracts'
import { type ReactNode, useId, useState } from 'react'
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
import { BegunByCustomer } from './begun-by-customer.tsx'
import { MethodChoice } from './method-choice.tsx'
import { OpenPayment } from './open-payment.tsx'
import classes from './pay.module.css'
import { balancePartMinor, choiceOf, noPick, offeredPick, type PaymentPick } from './payment-pick.ts'

interface AmountDueProps {
  totalMinor?: number
  paidMinor?: number
  dueMinor: number
}

export function AmountDue({ dueMinor, totalMinor = dueMinor, paidMinor = 0 }: AmountDueProps) {
  const t = useTranslations('payment.page')
  const { money } = useFormats()
  const amounts = [
    { name: 'total', minor: totalMinor },
    { name: 'paid', minor: paidMinor },
    { name: 'due', minor: dueMinor },
  ] as const

  return (
    <dl className={classes.due}>
      {amounts
        .filter(({ name }) => name === 'due' || paidMinor > 0)
        .map(({ name, minor }) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{money(minor)}</dd>
          </div>
        ))}
    </dl>
  )
}

type ShownPayment = Pick<
  BillPayment,
  'result' | 'open' | 'redirectUrl' | 'dueMinor' | 'methods' | 'bankAmounts' | 'balanceMinor' | 'creditMinor'
>

interface PayableView extends ShownPayment {
  /** What the customer has begun, for the holder of a link. */
  customerPayment?: CustomerPayment | null
}

interface MethodFormProps {
  view: PayableView
  calls: PaymentCalls
  /** Preselected. */
  method?: PaymentPick['method']
  /** Shown in place of the button while the method is that another person pays. */
  paymentLink?: ReactNode
  onPaid?: () => Promise<void>
}

/** The payment in progress, or the choice of a method. */
export function PaymentStep({ pendingText, ...props }: MethodFormProps & { pendingText: string }) {
  const t = useTranslations('payment.pending')
  const { view, calls } = props
  const { open, redirectUrl, customerPayment } = view
  if (isConfirming(view))
    return <PendingPayment text={open?.bank ? t('transfer') : pendingText} onCheck={calls.check} />
  if (customerPayment) return <BegunByCustomer payment={customerPayment} />

  return open ? <OpenPayment payment={open} redirectUrl={redirectUrl} calls={calls} /> : <MethodForm {...props} />
}

/** The payer has paid but the result is unknown (spec 4): ordering or paying again is blocked. */
export function PendingPayment({ text, onCheck }: { text: string; onCheck: () => Promise<unknown> }) {
  const t = useTranslations('payment.pending')
  const { attempt, failure, busy } = useAttempt()

  return (
    <Alert role="status" icon={<Spinner />}>
      <Heading level={2}>{t('title')}</Heading>
      <p>{text}</p>
      <Text tone="soft">{t('leave')}</Text>
      <FormAlert failure={failure} />
      <Button variant="secondary" size="sm" loading={busy} onClick={() => void attempt(onCheck)}>
        {t('check')}
      </Button>
    </Alert>
  )
}

function MethodForm({ view, calls, method = null, paymentLink, onPaid }: MethodFormProps) {
  const t = useTranslations('payment.methods')
  const validation = useTranslations('validation')
  const { attempt, failure, busy } = useAttempt()
  const [chosen, setChosen] = useState<PaymentPick>({ ...noPick, method })
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

  return (
    <Stack role="region" aria-labelledby={id}>
      <Heading level={2} id={id}>
        {t('label')}
      </Heading>
      <MethodChoice {...view} pick={pick} onPick={setChosen} />
      {isTried && pick.method === null ? (
        <Text role="alert" tone="danger">
          {validation('PAYMENT_METHOD_REQUIRED')}
        </Text>
      ) : null}
      <FormAlert failure={failure} />
      {pick.method === 'agency' ? paymentLink : <PayButton view={view} pick={pick} busy={busy} onPay={pay} />}
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
