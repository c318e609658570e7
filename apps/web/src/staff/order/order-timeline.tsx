import type { StaffOrderView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import classes from './order.module.css'

interface Entry {
  at: string
  title: string
  actor: string
  text: string
}

/** What happened to an order and who did it, the newest first, with the review of the customer. */
export function OrderTimeline({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const status = useTranslations('order.status')
  const { moment } = useFormats('medium')
  const { timeline, review, customer } = order
  const byCustomer = customer.name === '' ? t('actors.customer') : t('byCustomer', { name: customer.name })

  const actorOf = ({ by, author }: StaffOrderView['timeline'][number]) => {
    if (by === 'customer') return byCustomer
    return author === '' ? t(`actors.${by}`) : author
  }

  const entries: Entry[] = timeline.map((event) => ({
    at: event.at,
    title: status(event.to),
    actor: actorOf(event),
    text: event.reason,
  }))
  if (review) {
    const title = t('review.entry', { stars: review.stars })
    entries.push({ at: review.at, title, actor: byCustomer, text: review.comment })
  }
  const newestFirst = entries.toSorted((a, b) => a.at.localeCompare(b.at)).toReversed()

  return (
    <Section title={t('timeline')}>
      <ol className={classes.list}>
        {newestFirst.map(({ at, title, actor, text }) => (
          <li key={`${at} ${title}`}>
            <strong>{title}</strong>
            <Hint>{t('eventBy', { moment: moment(at), actor })}</Hint>
            {text === '' ? null : <p className={classes.text}>{text}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}
