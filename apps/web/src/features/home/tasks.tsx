import type { HomeTask, UnconfirmedPayment } from '@cotation/contracts'
import type { ReactNode } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Section } from '#ui/section.tsx'
import { Hint, Text } from '#ui/text.tsx'
import classes from './home.module.css'

/** What waits for the customer, by kind, the most urgent kind first. */
export function Tasks({ tasks }: { tasks: readonly HomeTask[] }) {
  const t = useTranslations('home.tasks')

  return (
    <Section title={t('title')}>
      {tasks.length === 0 ? (
        <Hint>{t('none')}</Hint>
      ) : (
        <ul className={classes.tasks}>
          {tasks.map((task) => (
            <Task key={keyOf(task)} task={task} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function keyOf(task: HomeTask): string {
  switch (task.kind) {
    case 'payment':
    case 'receipt':
      return `${task.kind} ${task.orderId}`
    case 'additional-cost':
      return `${task.kind} ${task.costId}`
    case 'claim':
      return `${task.kind} ${task.claimId}`
    case 'decision':
    case 'quote-ends':
      return `${task.kind} ${task.projectId}`
    case 'coupon-ends':
      return `${task.kind} ${task.couponId}`
  }
}

function Task({ task }: { task: HomeTask }) {
  const t = useTranslations('home.tasks')
  const { money, date, dateIn } = useFormats('medium')

  switch (task.kind) {
    case 'payment': {
      const { orderId, number, dueMinor, isTransfer } = task
      const title = isTransfer ? t('transfer', { number }) : t('payment', { number })
      return (
        <TaskRow title={title} detail={t('due', { amount: money(dueMinor) })}>
          <LinkButton to="/checkout/payment" search={{ order: orderId }} size="xs">
            {isTransfer ? t('showTransfer') : t('pay')}
          </LinkButton>
        </TaskRow>
      )
    }
    case 'additional-cost': {
      const { number, orderNumber, totalMinor, dueMinor, transfer, unconfirmed, until, timeZone } = task
      if (unconfirmed) return <CheckedCost task={task} payment={unconfirmed} />
      if (transfer) return <CostTransfer task={task} transfer={transfer} />

      const values = { due: money(dueMinor), total: money(totalMinor), date: dateIn(until, timeZone) }
      const received = money(totalMinor - dueMinor)
      const detail = dueMinor < totalMinor ? t('costPart', { ...values, received }) : t('costUntil', values)
      return (
        <TaskRow title={t('additionalCost', { number, order: orderNumber })} detail={detail}>
          <LinkButton to="/user/order/additional-cost" search={{ cost: task.costId }} size="xs">
            {t('answer')}
          </LinkButton>
        </TaskRow>
      )
    }
    case 'claim': {
      const isQuestion = task.state === 'question'
      const title = isQuestion ? t('claimQuestion') : t('claimAccepted')
      return (
        <TaskRow title={title} detail={t('ofOrder', { number: task.orderNumber })}>
          <LinkButton to="/user/order/after-sale" search={{ claim: task.claimId }} size="xs">
            {isQuestion ? t('answer') : t('orderReplacement')}
          </LinkButton>
        </TaskRow>
      )
    }
    case 'receipt': {
      const { orderId, number, deliveredAt } = task
      const detail = deliveredAt === null ? '' : t('delivered', { date: date(deliveredAt) })
      return (
        <TaskRow title={t('receipt', { number })} detail={detail}>
          <LinkButton to="/user/order/detail/$orderId" params={{ orderId }} search={{}} size="xs" variant="secondary">
            {t('showOrder')}
          </LinkButton>
        </TaskRow>
      )
    }
    case 'decision':
      return (
        <TaskRow title={t('decision', { parts: task.parts })} detail={task.name}>
          <LinkButton to="/quote/$projectId" params={{ projectId: task.projectId }} search={{}} size="xs">
            {t('decide')}
          </LinkButton>
        </TaskRow>
      )
    case 'quote-ends':
      return (
        <TaskRow title={t('quoteEnds', { date: date(task.until) })} detail={task.name}>
          <LinkButton
            to="/quote/$projectId"
            params={{ projectId: task.projectId }}
            search={{}}
            size="xs"
            variant="secondary"
          >
            {t('openQuote')}
          </LinkButton>
        </TaskRow>
      )
    case 'coupon-ends':
      return (
        <TaskRow title={t('couponEnds', { date: date(task.until) })} detail={task.description}>
          <LinkButton to="/user/account/coupons" search={{}} size="xs" variant="secondary">
            {t('showCoupons')}
          </LinkButton>
        </TaskRow>
      )
  }
}

type CostTask = HomeTask & { kind: 'additional-cost' }

/** An announced transfer of an additional cost that has not arrived. */
function CostTransfer({ task, transfer }: { task: CostTask; transfer: NonNullable<CostTask['transfer']> }) {
  const t = useTranslations('home.tasks')
  const { money, dateIn } = useFormats('medium')
  const { costId, number, orderNumber, until, timeZone } = task
  const detail = t('costTransferDetail', {
    amount: money(transfer.amountMinor, transfer.currency),
    reference: transfer.reference,
    date: dateIn(until, timeZone),
  })

  return (
    <TaskRow title={t('costTransfer', { number, order: orderNumber })} detail={detail}>
      <LinkButton to="/user/order/additional-cost" search={{ cost: costId }} size="xs">
        {t('showTransfer')}
      </LinkButton>
    </TaskRow>
  )
}

/** An additional cost whose payment was made and is being checked: there is nothing to do. */
function CheckedCost({ task, payment }: { task: CostTask; payment: UnconfirmedPayment }) {
  const t = useTranslations('home.tasks')
  const { money, date } = useFormats('medium')
  const { costId, number, orderNumber } = task
  const { method, amountMinor, currency, at } = payment
  const values = { amount: money(amountMinor, currency), date: date(at) }
  const detail = t(method === 'bank_transfer' ? 'costTransferChecked' : 'costPaymentChecked', values)

  return (
    <TaskRow title={t('costChecked', { number, order: orderNumber })} detail={detail}>
      <LinkButton to="/user/order/additional-cost" search={{ cost: costId }} size="xs" variant="secondary">
        {t('showCost')}
      </LinkButton>
    </TaskRow>
  )
}

function TaskRow({ title, detail, children }: { title: string; detail: string; children: ReactNode }) {
  return (
    <li className={classes.task}>
      <div>
        <strong>{title}</strong>
        <Text size="sm" tone="soft">
          {detail}
        </Text>
      </div>
      {children}
    </li>
  )
}
