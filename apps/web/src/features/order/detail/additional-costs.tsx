import type { AdditionalCostSummary, BankInstructions, OrderView } from '@cotation/contracts'
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

const tones: Record<AdditionalCostState, Tone> = {
  requested: 'warning',
  paid: 'good',
  declined: 'danger',
  withdrawn: 'neutral',
  expired: 'danger',
}

/** Says that the order waits, for whom, and leads to what it waits for. */
export function WaitingNotice({ order: { additionalCosts } }: { order: OrderView }) {
  const t = useTranslations('order.costs')
  const waiting = additionalCosts.filter(({ waitsWith }) => waitsWith !== null)
  if (waiting.length === 0) return null

  const sentenceOf = ({ state, waitsWith, transfer, number }: AdditionalCostSummary) => {
    const waits = transfer ? 'waits.transfer' : 'waits'
    return t(`${state === 'requested' ? waits : 'decision'}.${waitsWith ?? 'production'}`, { number })
  }

  return (
    <Alert role="status" tone="warning">
      {waiting.map((cost) => (
        <p key={cost.id}>
          {sentenceOf(cost)}{' '}
          <Link to="/user/order/additional-cost" search={{ cost: cost.id }}>
            {t('see', { number: cost.number })}
          </Link>
        </p>
      ))}
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

/** As for the order's own transfer: where the money goes. */
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
  const { id, number, reason, totalMinor, state, transfer, deadline, timeZone } = cost
  const amount = money(totalMinor)

  return (
    <li className={classes.entry}>
      <Row justify="between">
        <Row>
          <Link to="/user/order/additional-cost" search={{ cost: id }}>
            <Numbered>{t('see', { number })}</Numbered>
          </Link>
          <Badge dot tone={tones[state]}>
            {t(`state.${state}`)}
          </Badge>
        </Row>
        <strong>{amount}</strong>
      </Row>
      <Row justify="between">
        <div>
          <Hint>{t(`reason.${reason}`)}</Hint>
          {state === 'requested' ? <Hint>{t('deadline', { date: momentIn(deadline, timeZone) })}</Hint> : null}
          {transfer ? <Hint>{t('transfer', { reference: transfer.reference })}</Hint> : null}
        </div>
        {state === 'requested' ? (
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
