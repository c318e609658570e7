import type { AdditionalCostPaymentView, LinkedAdditionalCost, LinkPaymentView } from '@cotation/contracts'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { app } from '#lib/app-port.ts'
import { loginPath } from '#lib/gateway/failures.ts'
import { isConfirming, type PaymentCalls } from '#lib/gateway/payment.ts'
import { signOut, useUser } from '#lib/gateway/user.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { LinkLanguage } from '#ui/pay/link-language.tsx'
import { PaidThroughLink } from '#ui/pay/paid-through-link.tsx'
import classes from '#ui/pay/pay.module.css'
import { PaymentLink } from '#ui/pay/payment-link.tsx'
import { AmountDue, PaymentStep } from '#ui/pay/payment-step.tsx'
import { SellerFacts } from '#ui/pay/seller-facts.tsx'
import { UnpaidReturn } from '#ui/pay/unpaid-return.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'
import { createLink, revokeLink } from './additional-cost.api.ts'
import texts from './additional-cost.module.css'
import { CostAmounts } from './cost-amounts.tsx'
import { CostExplanation } from './cost-explanation.tsx'
import { CostOutcome } from './cost-outcome.tsx'
import { type CostPayment, CostPaymentLoader } from './cost-payment-loader.tsx'
import { DeclineCost } from './decline-cost.tsx'

/** Pays an additional cost (spec 2, /additional-cost/payment), with or without a login. */
export function AdditionalCostPaymentPage() {
  const t = useTranslations('additional-cost.page')
  return <CostPaymentLoader loadingText={t('loading')}>{(payment) => <Payment payment={payment} />}</CostPaymentLoader>
}

function Payment({ payment }: { payment: CostPayment }) {
  const { result } = payment.view
  if (result === 'paid' || result === 'closed') return <CostOutcome payment={payment} outcome={result} />

  return payment.by === 'customer' ? (
    <OwnPayment view={payment.view} calls={payment.calls} />
  ) : (
    <LinkedPayment view={payment.view} calls={payment.calls} />
  )
}

/** What is paid, and until when. */
function Bill({ cost }: { cost: LinkedAdditionalCost }) {
  const t = useTranslations('additional-cost')
  const { momentIn } = useFormats()
  const { number, orderNumber, reason, deadline, timeZone } = cost

  return (
    <header>
      <Heading level={1}>{t('page.heading', { number })}</Heading>
      <Hint>{t('page.for', { number: orderNumber, reason: t(`reason.${reason}`) })}</Hint>
      <Hint>{t('deadline', { date: momentIn(deadline, timeZone) })}</Hint>
    </header>
  )
}

function OwnPayment({ view, calls }: { view: AdditionalCostPaymentView; calls: PaymentCalls }) {
  const t = useTranslations('additional-cost')
  const { language } = useLanguage()
  const [payerLanguage, setPayerLanguage] = useState(language)
  const { cost } = view

  return (
    <div className={classes.page}>
      <Bill cost={cost} />
      <Section title={t('explanation')}>
        <CostExplanation cost={cost} />
        <CostAmounts cost={cost} />
      </Section>
      <AmountDue {...view} totalLabel={t('page.total', { number: cost.number })} />
      <UnpaidReturn view={view} payments={view.payments} />
      <PaymentStep
        view={view}
        calls={calls}
        pendingText={t('page.pendingText')}
        paymentLink={
          <PaymentLink
            link={view.link}
            text={t('page.linkText')}
            path="/additional-cost/payment"
            language={payerLanguage}
            create={() => createLink(cost.id)}
            revoke={() => revokeLink(cost.id)}
          >
            <LinkLanguage value={payerLanguage} onChange={setPayerLanguage} />
          </PaymentLink>
        }
        onPaid={() => app.navigate(`/additional-cost/success?cost=${cost.id}`, { replace: true })}
      />
      <Row justify="between">
        <Link to="/user/order/detail/$orderId" params={{ orderId: cost.orderId }} search={{}}>
          {t('page.toOrder')}
        </Link>
        {cost.can.decline && !isConfirming(view) ? <DeclineCost cost={cost} /> : null}
      </Row>
    </div>
  )
}

/** Why the customer would log in; never to pay while a payment is being confirmed. */
function logInText(view: LinkPaymentView) {
  if (isConfirming(view)) return 'linkLogInPending'
  return view.customerPayment ? 'linkLogInStarted' : 'linkLogIn'
}

interface LinkedPaymentProps {
  view: LinkPaymentView & { additionalCost: LinkedAdditionalCost }
  calls: PaymentCalls
}

/** Without a login: card and transfer only. Balance, credit and declining are the customer's. */
function LinkedPayment({ view, calls }: LinkedPaymentProps) {
  const t = useTranslations('additional-cost')
  const { additionalCost: cost, dueMinor, customerPayment } = view
  const { totalMinor } = cost
  const totalLabel = t('page.total', { number: cost.number })

  return (
    <div className={classes.page}>
      <Bill cost={cost} />
      {customerPayment || isConfirming(view) ? null : <Hint>{t('page.linkIntro')}</Hint>}
      <Section title={t('explanation')}>
        <p className={texts.text}>{cost.explanation}</p>
        <CostAmounts cost={cost} />
      </Section>
      <SellerFacts seller={view.seller} />
      <PaidThroughLink paid={view.paid} />
      <AmountDue
        dueMinor={dueMinor}
        totalMinor={totalMinor}
        totalLabel={totalLabel}
        paidMinor={totalMinor - dueMinor}
        open={view.open}
      />
      <UnpaidReturn view={view} />
      <PaymentStep
        view={{ ...view, balanceMinor: 0, pendingReloadMinor: 0, creditMinor: null }}
        calls={calls}
        pendingText={t('page.linkPendingText')}
        isByLink
      />
      <CustomerLogIn costId={cost.id} text={t(`page.${logInText(view)}`)} />
    </div>
  )
}

/** The way to the customer's account, also out of another account that is in use. */
function CustomerLogIn({ costId, text }: { costId: string; text: string }) {
  const t = useTranslations('additional-cost.page')
  const { cost } = useSearch({ from: '__root__' })
  const { userInfo } = useUser()
  // Without the id in the address nobody has asked whether the cost belongs to the account in use.
  const otherUser = cost === undefined ? null : userInfo

  const login = loginPath(`/additional-cost/payment?cost=${costId}`)
  const logIn = () => (otherUser ? signOut(login) : app.navigate(login))

  return (
    <Alert>
      {otherUser ? <p>{t('otherAccount', { email: otherUser.email })}</p> : null}
      <p>{text}</p>
      <Button variant="secondary" size="sm" onClick={() => void logIn()}>
        {t(otherUser ? 'switchAccount' : 'logIn')}
      </Button>
    </Alert>
  )
}
