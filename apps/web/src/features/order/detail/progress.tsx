import type { OrderEventView, OrderView } from '@cotation/contracts'
import {
  isCancelledOrRefunded,
  isClosedOrder,
  isUnpaid,
  type OrderStatus,
  orderStatuses,
  orderStatusKey,
} from '@cotation/domain'
import { IconCheck } from '@tabler/icons-react'
import { useFormatter } from 'use-intl'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Text } from '#ui/text.tsx'
import { awaitsTransfer, endsTransfer } from './payments.tsx'
import classes from './progress.module.css'

/** The statuses of a paid order that is neither cancelled nor refunded. */
const regularStatuses = orderStatuses.filter((status) => !isUnpaid(status) && !isCancelledOrRefunded(status))

interface ProgressStep {
  /** `placed` is not a status: every order has been placed. */
  name: OrderStatus | 'placed'
  state: 'done' | 'current' | 'left'
  /** When the step was last reached. */
  at: string | null
}

/** Completed, current and remaining steps. A cancelled or refunded order has no remaining steps. */
export function progressSteps(order: Pick<OrderView, 'status' | 'placedAt' | 'timeline'>): ProgressStep[] {
  const { status, placedAt, timeline } = order
  const reachedAt = (to: OrderStatus) => timeline.findLast((event) => event.to === to)?.at ?? null
  const placed: ProgressStep = { name: 'placed', state: 'done', at: placedAt }

  if (isCancelledOrRefunded(status)) {
    const passed = [...regularStatuses, 'cancelled' as const].filter(
      (step) => step !== status && reachedAt(step) !== null,
    )
    return [placed, ...[...passed, status].map((name): ProgressStep => ({ name, state: 'done', at: reachedAt(name) }))]
  }

  const current = isUnpaid(status) ? 0 : regularStatuses.indexOf(status)
  const steps = regularStatuses.map((name, index): ProgressStep => {
    if (index > current) return { name, state: 'left', at: null }

    const state = index < current || status === 'completed' ? 'done' : 'current'
    if (index === 0 && isUnpaid(status)) return { name: status, state, at: null }
    return { name, state, at: reachedAt(name) }
  })

  return [placed, ...steps]
}

/** The name of a step, and whether the order then waited for a transfer. */
function useStepName({ original, credit }: OrderView) {
  const t = useTranslations('order')

  return (name: ProgressStep['name'], awaitsTransfer: boolean): string => {
    if (name === 'placed') return t('progress.placed')
    const traits = { isReprint: original !== null, isOnCredit: credit !== null, awaitsTransfer }
    return t(`status.${orderStatusKey({ status: name, ...traits })}`)
  }
}

/** The steps of an order: a row on wide screens, a column on narrow ones. */
export function Progress({ order }: { order: OrderView }) {
  const t = useTranslations('order')
  const { date } = useFormats('medium')
  const stepName = useStepName(order)

  return (
    <section aria-labelledby="progress-title">
      <h2 id="progress-title" className="visually-hidden">
        {t('progress.title')}
      </h2>
      <ol className={classes.steps}>
        {progressSteps(order).map(({ name, state, at }) => (
          <li key={name} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={classes.mark}>{state === 'done' ? <IconCheck size={14} aria-hidden /> : null}</span>
            <span className={classes.text}>
              <span className={classes.name}>{stepName(name, awaitsTransfer(order))}</span>
              <span className="visually-hidden">{`, ${t(`progress.step.${state}`)}`}</span>
              {at ? <time dateTime={at}>{date(at)}</time> : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A sentence about the current status. */
function useNextStep(order: OrderView): string {
  const { status, dates, expected, carrier, dueMinor, paidMinor, refundedMinor, original } = order
  const t = useTranslations('order')
  const { money, dayAndYear } = useFormats()

  switch (status) {
    case 'awaiting_payment':
      return t('next.awaiting_payment', { due: money(dueMinor) })
    case 'payment_pending':
      return t(awaitsTransfer(order) ? 'next.transfer' : 'next.payment_pending')
    case 'in_production':
    case 'quality_check':
      return t(`next.${status}`, {
        isLate: expected ? 'yes' : 'no',
        ship: dayAndYear((expected ?? dates).ship),
      })
    case 'shipped': {
      const { deliveryEarliest, deliveryLatest } = expected ?? dates
      const from = dayAndYear(deliveryEarliest)
      const to = dayAndYear(deliveryLatest)
      return t(from === to ? 'next.shippedOn' : 'next.shippedBetween', { from, to, carrier: t(`carrier.${carrier}`) })
    }
    case 'delivered':
      return t(original ? 'next.deliveredReprint' : 'next.delivered')
    case 'cancelled':
      if (original) return t('next.cancelledReprint', { workOrder: original.workOrderNumber })
      if (paidMinor === 0) return t(endsTransfer(order) ? 'next.cancelledTransfer' : 'next.cancelledUnpaid')
      return refundedMinor < paidMinor
        ? t('next.cancelledRefunding', { amount: money(paidMinor - refundedMinor) })
        : t('next.cancelledRefunded', { amount: money(refundedMinor) })
    case 'refunded':
      return t('next.refunded', { amount: money(refundedMinor) })
    default:
      return t(`next.${status}`)
  }
}

/** Which additional costs are refunded together with a cancelled order; null if none was paid. */
function useRefundedCosts({ status, additionalCosts }: OrderView): string | null {
  const t = useTranslations('order.next')
  const format = useFormatter()
  const paid = additionalCosts.filter(({ state }) => state === 'paid')
  if (status !== 'cancelled' || paid.length === 0) return null

  return t('cancelledCosts', { numbers: format.list(paid.map(({ number }) => number)) })
}

/** A live region, so that screen readers announce a new status. */
export function NextStep({ order }: { order: OrderView }) {
  const t = useTranslations('order.next')
  const sentence = useNextStep(order)
  const refundedCosts = useRefundedCosts(order)

  return (
    <p className={classes.next} role="status">
      {isClosedOrder(order.status) ? null : <strong>{t('title')}.</strong>} {sentence}
      {refundedCosts === null ? null : ` ${refundedCosts}`}
    </p>
  )
}

/** Whether the payment that an order had at a time is a transfer; the balance only pays a part. */
function hadTransfer({ payments }: OrderView, at: string): boolean {
  const earlier = payments.filter(({ method, createdAt }) => method !== 'balance' && createdAt <= at)
  return earlier.at(-1)?.method === 'bank_transfer'
}

/** Events of one cancellation follow each other within that time. */
const cancellationMs = 60_000

/**
 * The status changes as a customer made them. An order that is placed with a transfer waits for it
 * at once. To cancel it, the server first ends the transfer. Both are automatic changes of their
 * own; here they are parts of what the customer did.
 */
export function shownChanges(timeline: readonly OrderEventView[]): OrderEventView[] {
  const shown: OrderEventView[] = []

  for (const event of timeline) {
    const before = shown.at(-1)
    const isCancellation = event.to === 'cancelled' && before !== undefined && endsPayment(before)
    const isOneStep = isCancellation && Date.parse(event.at) - Date.parse(before.at) <= cancellationMs

    if (isOneStep) shown.splice(-1, 1, { ...event, from: before.from })
    else if (!before || !isPartOfPlacing(event, before)) shown.push(event)
  }

  return shown
}

const isPartOfPlacing = ({ by, to, at }: OrderEventView, before: OrderEventView): boolean =>
  by === 'system' && to === 'payment_pending' && before.from === null && at === before.at

const endsPayment = ({ by, from, to }: OrderEventView): boolean =>
  by === 'system' && from === 'payment_pending' && to === 'awaiting_payment'

/** All status changes of an order, latest first. */
export function History({ order }: { order: OrderView }) {
  const t = useTranslations('order')
  const stepName = useStepName(order)
  const { moment } = useFormats('medium')
  const timeline = shownChanges(order.timeline)

  const changeText = ({ from, to, at }: OrderEventView, index: number): string => {
    if (from === null) return t('progress.first')
    return t('progress.change', {
      from: stepName(from, hadTransfer(order, timeline[index - 1]?.at ?? at)),
      to: stepName(to, hadTransfer(order, at)),
    })
  }
  const changes = timeline.map((event, index) => ({ ...event, text: changeText(event, index) }))

  return (
    <Section title={t('progress.history')}>
      <ol className={classes.events} reversed>
        {changes.toReversed().map(({ at, from, to, by, reason, text }) => (
          <li key={`${at} ${from} ${to}`}>
            <time dateTime={at}>{moment(at)}</time>
            <div>
              <strong>{text}</strong>{' '}
              <Text as="span" tone="soft">
                {t(`progress.by.${by}`)}
              </Text>
              {reason === '' ? null : <p className={classes.reason}>{t('progress.reason', { reason })}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
