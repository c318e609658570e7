import type { OrderView } from '@cotation/contracts'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '../section.tsx'
import classes from './payments.module.css'

const states = ['unpaid', 'paid', 'declined'] as const

/** What came on top of the order, with its reason; most orders have none, and say nothing of it. */
export function AdditionalCosts({ order: { additionalCosts } }: { order: OrderView }) {
  const t = useTranslations('orders.payments')
  const { money } = useOrderWords()
  if (additionalCosts.length === 0) return null

  const wordOf = (state: string) => {
    const known = states.find((name) => name === state)
    return known ? t(`cost.${known}`) : state
  }

  return (
    <Section title={t('costs')}>
      <ul className={classes.costs}>
        {additionalCosts.map(({ id, reason, amountMinor, state }) => (
          <li key={id} className={classes.head}>
            <span>{reason}</span>
            <span className={classes.amount}>{money(amountMinor)}</span>
            <span className={classes.facts}>{wordOf(state)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
