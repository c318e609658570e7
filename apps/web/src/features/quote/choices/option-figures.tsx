import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { Added } from './added.ts'
import classes from './choices.module.css'

interface OptionPriceProps {
  lineMinor: number
  unitMinor: number
  date: string | undefined
}

/** Price and delivery date of the line with an option. */
export function OptionPrice({ lineMinor, unitMinor, date }: OptionPriceProps) {
  const t = useTranslations('panel')
  const { money, day } = useFormats()

  return (
    <span className={classes.optionPrice}>
      <data className={classes.amount} value={lineMinor}>
        {money(lineMinor)}
      </data>
      <span className={classes.soft}>{t('perPart', { price: money(unitMinor) })}</span>
      {date ? (
        <time className={classes.soft} dateTime={date}>
          {t('delivery', { date: day(date) })}
        </time>
      ) : null}
    </span>
  )
}

/**
 * `+$12.30 · +3 days`, or a text for no difference. A hook, because options of a select contain
 * only text.
 */
export function useAddedText() {
  const t = useTranslations('panel.added')
  const { money } = useFormats()

  return ({ minor, days }: Pick<Added, 'minor' | 'days'>, isMinimum = false): string => {
    if (minor === 0 && days === 0) return t('nothing')

    const difference = minor === 0 ? t('free') : t(minor > 0 ? 'more' : 'less', { price: money(Math.abs(minor)) })
    const price = isMinimum && minor !== 0 ? t('from', { price: difference }) : difference
    if (days === 0) return price

    return t('both', { price, days: t(days > 0 ? 'longer' : 'sooner', { days: Math.abs(days) }) })
  }
}

/** What every line has at no charge. */
export function IncludedFigure() {
  const text = useAddedText()
  return <span className={classes.added}>{text({ minor: 0, days: 0 })}</span>
}

/** What an option adds to price and lead time. */
export function AddedFigures({ added, isMinimum = false }: { added: Added | undefined; isMinimum?: boolean }) {
  const text = useAddedText()
  if (!added) return null
  return (
    <data className={classes.added} value={added.minor}>
      {text(added, isMinimum)}
    </data>
  )
}
