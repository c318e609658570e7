import type { OrderEventView, OrderView } from '@cotation/contracts'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '../section.tsx'
import classes from './history.module.css'

function Event({ event: { at, from, to, by, reason } }: { event: OrderEventView }) {
  const t = useTranslations('order')
  const { moment } = useOrderWords()

  return (
    <li className={classes.event}>
      <time dateTime={at} className={classes.at}>
        {moment(at)}
      </time>
      <p>
        <span className={classes.change}>
          {from === null ? t('life.first') : t('life.change', { from: t(`status.${from}`), to: t(`status.${to}`) })}
        </span>{' '}
        <span className={classes.by}>{t(`life.by.${by}`)}</span>
        {reason === '' ? null : <span className={classes.reason}>{t('life.reason', { reason })}</span>}
      </p>
    </li>
  )
}

/** All status changes of an order, latest first. */
export function History({ timeline }: Pick<OrderView, 'timeline'>) {
  const t = useTranslations('order.life')
  return (
    <Section title={t('history')}>
      <ol className={classes.events} reversed>
        {timeline.toReversed().map((event) => (
          <Event key={`${event.at} ${event.from} ${event.to}`} event={event} />
        ))}
      </ol>
    </Section>
  )
}
