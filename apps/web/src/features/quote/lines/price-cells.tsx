import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './cells.module.css'

interface PriceProps {
  line: WorkLine
  texts: LineTexts
}

/** The price of one part. */
export function UnitPrice({ line, texts: { t, money } }: PriceProps) {
  const price = shownPrice(line)
  if (!price) return <span className={classes.none}>{t('none')}</span>
  return <data value={price.unitMinor}>{money(price.unitMinor)}</data>
}

/**
 * The price of the line, with a note if it is an estimate or has changed, or with the reason why
 * there is none.
 */
export function LinePriceCell({ line, texts }: PriceProps) {
  const { t, money } = texts
  const price = shownPrice(line)
  if (!price) return <NoPrice line={line} texts={texts} />

  const difference = texts.difference(line)

  return (
    <>
      <data className={classes.price} value={price.lineMinor}>
        {money(price.lineMinor)}
      </data>
      {price.by === 'browser' ? (
        <span className={classes.note} title={t('estimateWhy')}>
          {t('estimate')}
        </span>
      ) : null}
      {price.by === 'expert' ? <span className={classes.note}>{t('byExpert')}</span> : null}
      {difference ? (
        <span className={classes.note} data-changed title={difference.full}>
          {difference.short}
        </span>
      ) : null}
    </>
  )
}

function NoPrice({ line, texts: { t } }: PriceProps) {
  const waiting = (['analysing', 'manual-quote'] as const).find((status) => status === line.status)
  const reason = t(line.refusal ? 'noPrice.refused' : `noPrice.${waiting ?? 'configuring'}`)

  return (
    <>
      <span className={classes.none}>{t('none')}</span>
      <span className={classes.note} title={reason}>
        {reason}
      </span>
    </>
  )
}
