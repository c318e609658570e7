import type { OrderView } from '@cotation/contracts'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '../section.tsx'
import classes from './payments.module.css'

const states = ['unpaid', 'paid', 'declined'] as const

/** Costs added after the order was placed. Hidden for most orders, which have none. */
export function AdditionalCosts({ order: { additionalCosts } }: { order: OrderView }) {
  const t = useTranslations('order.payments')
  const { money } = useOrderWords()
  if (additionalCosts.length === 0) return null

  const stateText = (state: string) => {
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
            <span className={classes.facts}>{stateText(state)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
