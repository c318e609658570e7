import type { OrderHistoryEntry, StaffOrderView } from '@cotation/contracts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { Hint } from '#ui/text.tsx'
import { StaffLink } from '../shared/staff-link.tsx'
import classes from './order.module.css'

interface Entry {
  id: string
  at: string
  title: string
  /** The screen with more about it; null if this page says all. */
  path: string | null
  /** Empty if it is not known. */
  actor: string
  text: string
}

/** What happened to an order and who did it, the newest first, with the review of the customer. */
export function OrderTimeline({ order }: { order: StaffOrderView }) {
  const t = useTranslations('staff-order')
  const status = useTranslations('order.status')
  const titleOf = useHistoryTitle()
  const { moment } = useFormats('medium')
  const { timeline, history, review, customer } = order
  const byCustomer = customer.name === '' ? t('actors.customer') : t('byCustomer', { name: customer.name })

  const actorOf = ({ by, author }: Pick<OrderHistoryEntry, 'by' | 'author'>) => {
    if (by === null) return ''
    if (by === 'customer') return byCustomer
    return author === '' ? t(`actors.${by}`) : author
  }

  // Entries have no id. They hold no state, so their position serves as the key.
  const entries: Entry[] = [
    ...timeline.map((event, i) => ({
      id: `status ${i}`,
      at: event.at,
      title: status(event.to),
      path: null,
      actor: actorOf(event),
      text: event.reason,
    })),
    ...history.map((entry, i) => ({
      id: `history ${i}`,
      at: entry.at,
      title: titleOf(entry),
      path: pathOf(entry),
      actor: actorOf(entry),
      text: '',
    })),
  ]
  if (review) {
    const title = t('review.entry', { stars: review.stars })
    entries.push({ id: 'review', at: review.at, title, path: null, actor: byCustomer, text: review.comment })
  }
  const newestFirst = entries.toSorted((a, b) => a.at.localeCompare(b.at)).toReversed()

  return (
    <Section title={t('timeline')}>
      <ol className={classes.list}>
        {newestFirst.map(({ id, at, title, path, actor, text }) => (
          <li key={id}>
            <strong>{path === null ? title : <StaffLink path={path}>{title}</StaffLink>}</strong>
            <Hint>{actor === '' ? moment(at) : t('eventBy', { moment: moment(at), actor })}</Hint>
            {text === '' ? null : <p className={classes.text}>{text}</p>}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function pathOf(entry: OrderHistoryEntry): string | null {
  if (entry.kind === 'claim') return `claims/${entry.claimId}`
  if (entry.kind === 'cost') return `additional-costs/${entry.costId}`
  return entry.kind === 'remake' ? `work/${entry.code}` : null
}

/** Returns what an entry beside the status says. */
function useHistoryTitle() {
  const t = useTranslations('staff-order.history')
  const choices = useTranslations('staff-list.choices')
  const { money } = useFormats()

  return (entry: OrderHistoryEntry): string => {
    switch (entry.kind) {
      case 'parcel':
        return t(`parcel.${entry.state}`, { number: entry.number })
      case 'refund':
        return t('refund', { amount: money(entry.amountMinor, entry.currency) })
      case 'claim':
        return t('claim', { state: choices(`claimState.${entry.state}`) })
      case 'cost':
        return t('cost', { number: entry.number, state: choices(`costState.${entry.state}`) })
      case 'inspection':
        return t('inspection', { name: entry.name, good: entry.good, rework: entry.rework, scrap: entry.scrap })
      case 'remake':
        return t('remake', { code: entry.code, name: entry.name, count: entry.quantity, cause: entry.cause })
    }
  }
}
