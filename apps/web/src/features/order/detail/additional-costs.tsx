import type { AdditionalCostSummary, BankInstructions, OrderView, UnconfirmedPayment } from '@cotation/contracts'
import type { AdditionalCostState } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { BankDetails } from '#ui/bank-details.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Numbered } from '#ui/numbered.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Hint, Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import classes from './detail.module.css'

const tones: Record<AdditionalCostState | 'checking', Tone> = {
  checking: 'accent',
  requested: 'warning',
  paid: 'good',
  declined: 'danger',
  withdrawn: 'neutral',
  expired: 'danger',
}

const waitingCosts = ({ additionalCosts }: OrderView) => additionalCosts.filter(({ waitsWith }) => waitsWith !== null)

export const waitsForCosts = (order: OrderView): boolean => waitingCosts(order).length > 0

/** What an open request waits for. */
function openStep({ unconfirmed, transfer }: AdditionalCostSummary) {
  if (unconfirmed) return 'waits.checked'
  return transfer ? 'waits.transfer' : 'waits'
}

/**
 * What happens now while the order waits: for whom, with links to what it waits for. A live region,
 * as the sentence about the status that it replaces.
 */
export function WaitingNotice({ order }: { order: OrderView }) {
  const t = useTranslations('order')
  const waiting = waitingCosts(order)
  const doesProductionWait = waiting.some(({ waitsWith }) => waitsWith === 'production')

  const sentenceOf = (cost: AdditionalCostSummary) => {
    const step = cost.state === 'requested' ? openStep(cost) : 'decision'
    return t(`costs.${step}.${cost.waitsWith ?? 'production'}`, { number: cost.number })
  }

  return (
    <Alert role="status" tone="warning">
      <strong>{t('next.title')}.</strong>
      {waiting.map((cost) => (
        <p key={cost.id}>
          {sentenceOf(cost)}{' '}
          <Link to="/user/order/additional-cost" search={{ cost: cost.id }}>
            <Numbered>{t('costs.see', { number: cost.number })}</Numbered>
          </Link>
        </p>
      ))}
      {doesProductionWait ? null : <p>{t('next.productionGoesOn')}</p>}
      {order.can.cancel ? <p>{t('next.canCancel')}</p> : null}
    </Alert>
  )
}

/** Costs added after the order was placed. Hidden for most orders, which have none. */
export function AdditionalCosts({ order: { additionalCosts } }: { order: OrderView }) {
  const t = useTranslations('order.costs')
  if (additionalCosts.length === 0) return null

  return (
    <Section title={t('title')}>
      <ul className={classes.list}>
        {additionalCosts.map((cost) => (
          <Cost key={cost.id} cost={cost} />
        ))}
      </ul>
    </Section>
  )
}

/** Where the money of a transfer goes, like for the order's own. */
function CostTransfer({ bank }: { bank: BankInstructions }) {
  const t = useTranslations('order.payments')
  const { date } = useFormats('medium')

  return (
    <Stack gap="xs" className={classes.transfer}>
      <h3>{t('bankTitle')}</h3>
      <Text size="sm">{t('bankText', { date: date(bank.expiresAt) })}</Text>
      <BankDetails bank={bank} label={(field) => t(`bank.${field}`)} />
    </Stack>
  )
}

function Cost({ cost }: { cost: AdditionalCostSummary }) {
  const t = useTranslations('order.costs')
  const { money, momentIn } = useFormats('medium')
  const { id, number, reason, totalMinor, dueMinor, state, transfer, unconfirmed, deadline, timeZone } = cost
  const isAnswerable = state === 'requested' && unconfirmed === null
  const total = money(totalMinor)
  const amount = money(dueMinor)
  const shownState = unconfirmed && state === 'requested' ? 'checking' : state

  return (
    <li className={classes.entry}>
      <Row justify="between">
        <Row>
          <Link to="/user/order/additional-cost" search={{ cost: id }}>
            <Numbered>{t('see', { number })}</Numbered>
          </Link>
          <Badge dot tone={tones[shownState]}>
            {t(`state.${shownState}`)}
          </Badge>
        </Row>
        <strong>{total}</strong>
      </Row>
      <Row justify="between">
        <div>
          <Hint>{t(`reason.${reason}`)}</Hint>
          {state === 'requested' && dueMinor < totalMinor ? (
            <Hint>{t('part', { received: money(totalMinor - dueMinor), total, due: amount })}</Hint>
          ) : null}
          {isAnswerable ? <Hint>{t('deadline', { date: momentIn(deadline, timeZone) })}</Hint> : null}
          {transfer ? <Hint>{t('transfer', { reference: transfer.reference })}</Hint> : null}
          {unconfirmed && state === 'requested' ? <CheckedPayment payment={unconfirmed} /> : null}
        </div>
        {isAnswerable ? (
          <LinkButton
            to="/additional-cost/payment"
            search={{ cost: id }}
            size="sm"
            aria-label={transfer ? t('seeTransferOf', { number }) : t('payOf', { amount, number })}
          >
            {transfer ? t('seeTransfer') : t('pay', { amount })}
          </LinkButton>
        ) : null}
      </Row>
      {transfer ? <CostTransfer bank={transfer} /> : null}
    </li>
  )
}

function CheckedPayment({ payment }: { payment: UnconfirmedPayment }) {
  const t = useTranslations('order.costs.checking')
  const { money, date } = useFormats('medium')
  const { method, amountMinor, currency, at } = payment
  const values = { amount: money(amountMinor, currency), date: date(at) }
  return <Hint>{t(method === 'bank_transfer' ? 'transfer' : 'payment', values)}</Hint>
}
