import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './header.module.css'
import { Validity } from './validity.tsx'

/** Total, delivery date and validity, each with the number of lines it leaves out. */
export function ProjectFigures({ workspace, texts }: { workspace: Workspace; texts: LineTexts }) {
  const t = useTranslations('line.header')
  const { lines, totalMinor } = workspace
  const unpriced = lines.filter((line) => !shownPrice(line)).length
  const estimated = lines.filter((line) => shownPrice(line)?.by === 'browser').length

  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('total')}</dt>
        <dd>
          <data className={classes.total} value={totalMinor}>
            {texts.money(totalMinor)}
          </data>
          <span className={classes.soft}>{t('totalNote')}</span>
          {unpriced > 0 ? <span className={classes.soft}>{t('without', { count: unpriced })}</span> : null}
          {estimated > 0 ? <span className={classes.soft}>{t('estimated', { count: estimated })}</span> : null}
        </dd>
      </div>
      <Delivery workspace={workspace} texts={texts} />
      <Validity workspace={workspace} texts={texts} />
    </dl>
  )
}

/**
 * The priced line with the longest lead time: it decides the delivery date of the whole project.
 */
function slowestLine(lines: readonly WorkLine[]): { line: WorkLine; workingDays: number } | undefined {
  let slowest: { line: WorkLine; workingDays: number } | undefined
  for (const line of lines) {
    const workingDays = shownPrice(line)?.workingDays
    if (workingDays !== undefined && workingDays > (slowest?.workingDays ?? -1)) slowest = { line, workingDays }
  }

  return slowest
}

/** The delivery date of the whole project, and the part that decides it. */
function Delivery({ workspace: { lines }, texts }: { workspace: Workspace; texts: LineTexts }) {
  const t = useTranslations('line.header')
  const slowest = slowestLine(lines)
  const date = texts.delivery(slowest?.workingDays)

  return (
    <div>
      <dt>{t('delivery')}</dt>
      <dd>
        {date ? (
          <time className={classes.figure} dateTime={date}>
            {texts.day(date)}
          </time>
        ) : (
          <span className={classes.soft}>{t('noDelivery')}</span>
        )}
        {date && slowest && lines.length > 1 ? (
          <span className={classes.soft}>{t('slowest', { name: slowest.line.name })}</span>
        ) : null}
      </dd>
    </div>
  )
}
