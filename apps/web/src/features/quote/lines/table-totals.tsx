import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './table.module.css'

interface Totals {
  lines: number
  parts: number
  minor: number
  /** The number of lines without a price. */
  unpriced: number
  workingDays: number | undefined
}

/** The number of parts, the price, and the longest lead time of some lines. */
function totalsOf(lines: readonly WorkLine[]): Totals {
  const totals: Totals = { lines: lines.length, parts: 0, minor: 0, unpriced: 0, workingDays: undefined }
  for (const line of lines) {
    const price = shownPrice(line)
    totals.parts += line.configuration?.quantity ?? 0

    if (!price) {
      totals.unpriced++
      continue
    }

    totals.minor += price.lineMinor
    totals.workingDays = Math.max(totals.workingDays ?? 0, price.workingDays ?? 0)
  }

  return totals
}

interface TableTotalsProps {
  lines: readonly WorkLine[]
  ofSelection: boolean
  texts: LineTexts
}

/** The totals of the selection, or of all shown lines. */
export function TableTotals({ lines, ofSelection, texts: { t, money, count, delivery, day } }: TableTotalsProps) {
  const { parts, minor, unpriced, workingDays } = totalsOf(lines)
  const date = delivery(workingDays)

  return (
    <tfoot className={classes.foot}>
      <tr>
        <th scope="row" colSpan={3}>
          {t(ofSelection ? 'totals.selection' : 'totals.shown', { count: lines.length })}
        </th>
        <td className={classes.wide} colSpan={2} />
        <td className={classes.without}>{unpriced > 0 ? t('totals.without', { count: unpriced }) : null}</td>
        <td className={classes.medium} />
        <td>{count(parts)}</td>
        <td>{date ? <time dateTime={date}>{day(date)}</time> : null}</td>
        <td className={classes.wide} />
        <td className={classes.money}>
          <data value={minor}>{money(minor)}</data>
        </td>
      </tr>
    </tfoot>
  )
}
