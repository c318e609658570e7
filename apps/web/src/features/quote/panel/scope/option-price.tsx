import { useFormats } from '#features/quote/texts/use-formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './choose.module.css'

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
