import type { AdditionalCostSummary, OrderView } from '@cotation/contracts'
import type { AdditionalCostState } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Hint } from '#ui/text.tsx'
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

  const sentenceOf = ({ state, waitsWith, number }: AdditionalCostSummary) =>
    t(`${state === 'requested' ? 'waits' : 'decision'}.${waitsWith ?? 'production'}`, { number })

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

function Cost({ cost: { id, number, reason, totalMinor, state, deadline } }: { cost: AdditionalCostSummary }) {
  const t = useTranslations('order.costs')
  const { money, moment } = useFormats('medium')
  const amount = money(totalMinor)

  return (
    <li className={classes.entry}>
      <Row justify="between">
        <Row>
          <Link to="/user/order/additional-cost" search={{ cost: id }}>
            {t('see', { number })}
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
          {state === 'requested' ? <Hint>{t('deadline', { date: moment(deadline) })}</Hint> : null}
        </div>
        {state === 'requested' ? (
          <LinkButton
            to="/additional-cost/payment"
            search={{ cost: id }}
            size="sm"
            aria-label={t('payOf', { amount, number })}
          >
            {t('pay', { amount })}
          </LinkButton>
        ) : null}
      </Row>
    </li>
  )
}
