import type { LineSum, QuoteTotal } from '@cotation/domain'
import { useState } from 'react'
import { datedLines } from '#features/quote/workspace/delivery-date.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { LineTexts } from '#features/quote/workspace/use-line-texts.ts'
import { useMinute } from '#features/quote/workspace/use-timers.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace } from '#features/quote/workspace/workspace.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LandedFigure } from './landed-figure.tsx'
import classes from './project.module.css'

/** Whether orders have every line: they also have the dates and the landed cost. */
const isAllOrdered = (lines: readonly WorkLine[]): boolean =>
  lines.length > 0 && lines.every(({ status }) => status === 'ordered')

/** Total, landed cost, delivery date and validity. The total says which prices it leaves out and which may change. */
export function ProjectFigures({ workspace, texts }: { workspace: Workspace; texts: LineTexts }) {
  const t = useTranslations('line.header')
  const { lines, total } = workspace
  const estimated = lines.filter((line) => shownPrice(line)?.by === 'browser').length
  const indicative = lines.filter((line) => shownPrice(line)?.isIndicative).length
  const notes = [
    ...useBesideTotal(total, texts),
    ...(estimated > 0 ? [t('estimated', { count: estimated })] : []),
    ...(indicative > 0 ? [t('indicative', { count: indicative })] : []),
  ]

  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('total')}</dt>
        <dd>
          <data className={classes.total} value={total.ready.minor}>
            {texts.money(total.ready.minor)}
          </data>
          <TotalNotes notes={notes} />
        </dd>
      </div>
      {isAllOrdered(lines) ? null : <LandedFigure workspace={workspace} />}
      <Delivery workspace={workspace} texts={texts} />
      <Validity workspace={workspace} texts={texts} />
    </dl>
  )
}

/** What the total does not contain; further notes are folded, so that the lines stay in sight. */
function TotalNotes({ notes }: { notes: readonly string[] }) {
  const t = useTranslations('line.header')
  const [first, ...others] = notes
  if (first === undefined) return <span className={classes.headerHint}>{t('totalNote')}</span>

  return (
    <details className={classes.notes}>
      <summary>
        {first} {others.length > 0 ? t('moreNotes', { count: others.length }) : null}
      </summary>
      <ul>
        {[...others, t('totalNote')].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  )
}

/** What checkout adds to the total, and what the total leaves out. */
function useBesideTotal(total: QuoteTotal, { money }: LineTexts): string[] {
  const t = useTranslations('line.header')
  const { smallOrderMinor, undecided, analysing, unpricedLines } = total
  const amountOf = ({ lines, minor }: LineSum) => ({ count: lines, amount: money(minor) })

  return [
    smallOrderMinor > 0 ? t('smallOrder', { amount: money(smallOrderMinor) }) : undefined,
    undecided.lines > 0 ? t('undecided', amountOf(undecided)) : undefined,
    analysing.lines > 0 ? t('analysing', amountOf(analysing)) : undefined,
    unpricedLines > 0 ? t('without', { count: unpricedLines }) : undefined,
    smallOrderMinor > 0 ? t('minimumOrder') : undefined,
  ].filter((note) => note !== undefined)
}

/**
 * The line of the total with the longest lead time: it decides the delivery date of the project.
 */
function slowestLine(lines: readonly WorkLine[]): { line: WorkLine; workingDays: number } | undefined {
  let slowest: { line: WorkLine; workingDays: number } | undefined
  for (const line of datedLines(lines)) {
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
          <span className={classes.headerHint}>{t(isAllOrdered(lines) ? 'orderAll' : 'noDelivery')}</span>
        )}
        {date && slowest && lines.length > 1 ? (
          <span className={classes.oneLine} title={slowest.line.name}>
            {t('slowest', { name: slowest.line.name })}
          </span>
        ) : null}
      </dd>
    </div>
  )
}

const dayMs = 86_400_000

/** Midnights of the reader's calendar from now to a moment: 30 on the day a quote of 30 days is made. */
export function daysUntil(moment: string, now: number): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((dayOf(new Date(moment)) - dayOf(new Date(now))) / dayMs)
}

/** Whether a project's prices are no longer valid. */
export const isExpired = (validUntil: string, now: number): boolean => Date.parse(validUntil) <= now

interface ValidityProps {
  workspace: Workspace
  texts: LineTexts
}

/** The validity of the prices. After it has ended: a button to requote, and what that changed. */
function Validity({ workspace, texts }: ValidityProps) {
  const { project, lines, actions } = workspace
  const t = useTranslations('line.header')
  const now = useMinute()
  const [before, setBefore] = useState<PricesBefore>()
  const [isBusy, setBusy] = useState(false)
  const { validUntil, pricedAt } = project
  const date = texts.date(validUntil)
  const expired = isExpired(validUntil, now)
  const days = daysUntil(validUntil, now)

  const requote = async () => {
    setBusy(true)
    setBefore({ pricedAt, prices: pricesOf(lines) })
    // The gateway shows the error; the button is still there.
    await actions.requote().catch(() => setBefore(undefined))
    setBusy(false)
  }

  return (
    <div>
      <dt>{t('validity')}</dt>
      <dd>
        <span className={expired ? classes.wrong : classes.figureText}>
          {expired ? t('expired', { date }) : t('valid', { date, days })}
        </span>
        {expired ? (
          <>
            <span className={classes.headerHint}>{t('expiredText')}</span>
            <Button
              variant="secondary"
              size="sm"
              className={classes.button}
              disabled={isBusy}
              onClick={() => void requote()}
            >
              {t('requote')}
            </Button>
          </>
        ) : null}
        {before && before.pricedAt !== pricedAt ? <Requoted before={before} lines={lines} texts={texts} /> : null}
      </dd>
    </div>
  )
}

interface PricesBefore {
  pricedAt: string
  /** Cents by line id, with the configuration that was priced. */
  prices: ReadonlyMap<string, { minor: number; configuration: string }>
}

const pricesOf = (lines: readonly WorkLine[]): PricesBefore['prices'] =>
  new Map(
    lines.flatMap((line) => {
      const minor = shownPrice(line)?.lineMinor
      return minor === undefined ? [] : [[line.id, { minor, configuration: JSON.stringify(line.configuration) }]]
    }),
  )

/**
 * What the new prices changed, line by line. Lines whose configuration changed since are not
 * comparable.
 */
function Requoted({ before, lines, texts }: { before: PricesBefore; lines: readonly WorkLine[]; texts: LineTexts }) {
  const t = useTranslations('line.header')
  const after = pricesOf(lines)
  const compared = lines.flatMap(({ id, name }) => {
    const old = before.prices.get(id)
    const fresh = after.get(id)
    if (!old || !fresh || old.configuration !== fresh.configuration) return []
    return [{ id, name, before: old.minor, after: fresh.minor }]
  })
  const changed = compared.filter((line) => line.before !== line.after)
  const sum = (key: 'before' | 'after') => texts.money(compared.reduce((total, line) => total + line[key], 0))

  return (
    <div role="status" className={classes.requoted}>
      <p>{changed.length === 0 ? t('requotedSame') : t('requoted', { before: sum('before'), after: sum('after') })}</p>
      {changed.length > 0 ? (
        <details>
          <summary>{t('changes', { count: changed.length })}</summary>
          <ul>
            {changed.map(({ id, name, ...prices }) => (
              <li key={id}>
                {t('change', { name, before: texts.money(prices.before), after: texts.money(prices.after) })}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
