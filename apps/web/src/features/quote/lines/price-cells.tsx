import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './cells.module.css'

interface PriceProps {
  line: WorkLine
  texts: LineTexts
}

/** Of one part. */
export function UnitPrice({ line, texts: { t, money } }: PriceProps) {
  const figures = shownPrice(line)
  if (!figures) return <span className={classes.none}>{t('none')}</span>
  return <data value={figures.unitMinor}>{money(figures.unitMinor)}</data>
}

/**
 * Of the line: an estimate says that it is one, a changed price says why, and a missing one what it
 * waits for.
 */
export function LinePriceCell({ line, texts }: PriceProps) {
  const { t, money } = texts
  const figures = shownPrice(line)
  if (!figures) return <NoPrice line={line} texts={texts} />

  const difference = texts.difference(line)

  return (
    <>
      <data className={classes.price} value={figures.lineMinor}>
        {money(figures.lineMinor)}
      </data>
      {figures.by === 'browser' ? (
        <span className={classes.note} title={t('estimateWhy')}>
          {t('estimate')}
        </span>
      ) : null}
      {figures.by === 'expert' ? <span className={classes.note}>{t('byExpert')}</span> : null}
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
