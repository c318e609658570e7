import type { AdditionalCostView, BankInstructions, UnconfirmedPayment } from '@cotation/contracts'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter } from 'use-intl'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { BankDetails } from '#ui/bank-details.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Numbered } from '#ui/numbered.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { saveInvoice } from './additional-cost.api.ts'
import { CostAmounts } from './cost-amounts.tsx'
import { CostExplanation } from './cost-explanation.tsx'
import { useCheckingText, usePartText, useReturnsText } from './cost-money.tsx'
import { CostState } from './cost-state.tsx'
import { DeclineCost } from './decline-cost.tsx'

/** Everything about one additional cost, and what the customer can do. */
export function CostPanel({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('additional-cost')
  const { moment } = useFormats()
  const { number, orderId, orderNumber, reason, requestedAt } = cost

  return (
    <article aria-labelledby="cost-title">
      <Stack>
        <header>
          <Text size="sm">
            <Link to="/user/order/additional-cost" search={{}}>
              {t('page.all')}
            </Link>
          </Text>
          <Heading level={1} id="cost-title">
            {t('heading', { number })}
          </Heading>
          <Row>
            <CostState cost={cost} size="md" />
            <Link to="/user/order/detail/$orderId" params={{ orderId }} search={{}}>
              <Numbered>{t('order', { number: orderNumber })}</Numbered>
            </Link>
            <Hint>{t('requestedOn', { date: moment(requestedAt) })}</Hint>
          </Row>
        </header>
        <CostStanding cost={cost} />
        <CostActions cost={cost} />
        {cost.transfer ? <AwaitedTransfer bank={cost.transfer} /> : null}
        <Section title={t(`reason.${reason}`)}>
          <CostExplanation cost={cost} />
        </Section>
        <Section title={t('items.title')}>
          <CostAmounts cost={cost} />
        </Section>
      </Stack>
    </article>
  )
}

/** What the order waits for, until when, what was received, and how the request ended. */
function CostStanding({ cost }: { cost: AdditionalCostView }) {
  const { state, unconfirmed } = cost
  if (state !== 'requested') return <ClosedCost cost={cost} />
  return unconfirmed ? <CheckedCost cost={cost} payment={unconfirmed} /> : <OpenCost cost={cost} />
}

function OpenCost({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('additional-cost')
  const { momentIn } = useFormats()
  const { deadline, timeZone, waitsWith, transfer } = cost
  const part = usePartText()(cost)

  return (
    <Alert role="status" tone="warning">
      {waitsWith === null ? null : <p>{t(`${transfer ? 'waits.transfer' : 'waits'}.${waitsWith}`)}</p>}
      {part === null ? null : <p>{part}</p>}
      <p>{t('deadline', { date: momentIn(deadline, timeZone) })}</p>
    </Alert>
  )
}

/** A payment was made and is checked: the customer waits, so that nothing is paid twice. */
function CheckedCost({ cost, payment }: { cost: AdditionalCostView; payment: UnconfirmedPayment }) {
  const t = useTranslations('additional-cost')
  const part = usePartText()(cost)
  const checkingText = useCheckingText()

  return (
    <Alert role="status">
      <p>{checkingText(payment)}</p>
      {part === null ? null : <p>{part}</p>}
      {cost.waitsWith === null ? null : <p>{t(`waits.checked.${cost.waitsWith}`)}</p>}
    </Alert>
  )
}

/** When and how a request was paid or withdrawn; its deadline while staff decide. */
function useEndText() {
  const t = useTranslations('additional-cost')
  const format = useFormatter()
  const { momentIn } = useFormats()

  return ({ state, deadline, timeZone, history, paidWith }: AdditionalCostView) => {
    const endedAt = history.findLast(({ to }) => to === state)?.at
    const isOver = state === 'paid' || state === 'withdrawn'
    if (!isOver || endedAt === undefined) return t('wasDue', { date: momentIn(deadline, timeZone) })

    const date = momentIn(endedAt, timeZone)
    if (state === 'withdrawn') return t('withdrawnOn', { date })
    return t('paidOn', { date, methods: format.list(paidWith.map((method) => t(`paidWith.${method}`))) })
  }
}

function ClosedCost({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('additional-cost')
  const endText = useEndText()
  const returnsText = useReturnsText()
  const { number, state, waitsWith, history, returns } = cost
  const answer = history.at(-1)?.reason ?? ''
  const refundLink = (chunks: ReactNode) => (
    <Link to="/contact" search={{ topic: 'order', about: 'refund', number }}>
      {chunks}
    </Link>
  )

  return (
    <Alert role="status">
      {waitsWith === null ? null : <p>{t(`decision.${waitsWith}`)}</p>}
      <p>{endText(cost)}</p>
      {answer !== '' && (state === 'declined' || state === 'withdrawn') ? (
        <p>{t(`answer.${state}`, { reason: answer })}</p>
      ) : null}
      {returns.length > 0 ? (
        <p>{t(state === 'paid' ? 'refunded' : 'returned', { parts: returnsText(returns) })}</p>
      ) : null}
      {returns.some(({ to }) => to === 'balance') ? <p>{t.rich('refundToBank', { contact: refundLink })}</p> : null}
    </Alert>
  )
}

/** Where the announced money goes, until it has arrived. */
function AwaitedTransfer({ bank }: { bank: BankInstructions }) {
  const t = useTranslations('additional-cost.transfer')
  const { date } = useFormats()

  return (
    <Section title={t('title')}>
      <Text size="sm">{t('text', { date: date(bank.expiresAt) })}</Text>
      <BankDetails bank={bank} label={(field) => t(field)} />
    </Section>
  )
}

function CostActions({ cost }: { cost: AdditionalCostView }) {
  const t = useTranslations('additional-cost')
  const { money } = useFormats()
  const { attempt, busy } = useAttempt()
  const { id, number, dueMinor, transfer, can } = cost
  const save = () => attempt(() => saveInvoice(id, t('invoiceFile', { number })))
  if (!can.pay && !can.decline && !can.download) return null

  return (
    <Row>
      {can.pay ? (
        <LinkButton to="/additional-cost/payment" search={{ cost: id }} size="sm">
          {transfer ? t('transfer.see') : t('pay', { amount: money(dueMinor) })}
        </LinkButton>
      ) : null}
      {can.decline ? <DeclineCost cost={cost} /> : null}
      {can.download ? (
        <Button variant="secondary" size="sm" loading={busy} onClick={() => void save()}>
          <IconDownload size={16} aria-hidden />
          {t('invoice')}
        </Button>
      ) : null}
    </Row>
  )
}
