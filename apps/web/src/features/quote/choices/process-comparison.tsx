import type { MaterialWay, ProcessId } from '@cotation/domain'
import type { CheapestRange } from '@cotation/pricing'
import { useNames } from '#features/quote/workspace/use-texts.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import classes from './choices.module.css'
import type { ComparedProcess, ProcessComparison as Comparison } from './compared-processes.ts'
import { OptionPrice } from './option-figures.tsx'
import type { PanelScope } from './panel-scope.ts'
import { CurveSample, PriceCurves } from './price-curves.tsx'

interface ProcessComparisonProps {
  scope: PanelScope
  comparison: Comparison
  suggested: ProcessId | undefined
  onChoose: (way: MaterialWay) => void
}

/** The line in several processes: price and date now, and how unit prices fall with the quantity. */
export function ProcessComparison({ scope, comparison, suggested, onChoose }: ProcessComparisonProps) {
  const t = useTranslations('panel.process')
  const { processes, ranges } = comparison
  const curves = processes.map(({ configuration, cells }) => ({ id: configuration.process, points: cells }))

  return (
    <div className={classes.picker}>
      <ul className={classes.options} aria-label={t('list')}>
        {processes.map((one) => (
          <ProcessOption
            key={one.configuration.process}
            one={one}
            scope={scope}
            isSuggested={one.configuration.process === suggested}
            date={one.offer && scope.dateAfter(one.offer.workingDays)}
            onChoose={() => onChoose({ materialId: one.material.id, process: one.configuration.process })}
          />
        ))}
      </ul>
      {processes.length > 1 ? (
        <>
          <Crossover ranges={ranges} scope={scope} />
          <div className={classes.crossover}>
            <PriceCurves label={t('chart')} curves={curves} quantity={scope.configuration.quantity} />
          </div>
          <CurveTable comparison={comparison} scope={scope} />
        </>
      ) : null}
    </div>
  )
}

interface ProcessOptionProps {
  one: ComparedProcess
  scope: PanelScope
  isSuggested: boolean
  date: string | undefined
  onChoose: () => void
}

/** A process with its material, price and date in the quantity of the line. */
function ProcessOption({ one, scope, isSuggested, date, onChoose }: ProcessOptionProps) {
  const t = useTranslations('panel.process')
  const material = useTranslations('panel.material')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const { configuration, offer, dropped } = one
  const isOwn = configuration.process === scope.process

  return (
    <li className={classes.option} data-chosen={isOwn || undefined}>
      <Button
        variant="bare"
        className={classes.optionButton}
        aria-current={isOwn ? 'true' : undefined}
        disabled={!offer}
        onClick={() => (isOwn ? undefined : onChoose())}
      >
        <span className={classes.optionText}>
          <span className={classes.strong}>{names.process(configuration.process)}</span>
          <span className={classes.soft}>{one.material.name[language]}</span>
          {isOwn ? <span className={classes.soft}>{t('own')}</span> : null}
          {isSuggested ? <span className={classes.saved}>{t('advised')}</span> : null}
          {dropped.length > 0 ? (
            <span className={classes.soft}>{material('drops', { services: names.services(dropped) })}</span>
          ) : null}
          {offer && offer.lead !== scope.configuration.lead ? (
            <span className={classes.soft}>{material('otherLead', { lead: names.lead(offer.lead) })}</span>
          ) : null}
        </span>
        {offer ? <OptionPrice lineMinor={offer.lineMinor} unitMinor={offer.unitMinor} date={date} /> : null}
      </Button>
    </li>
  )
}

/** From which quantity on another process is cheaper. */
function Crossover({ ranges, scope }: { ranges: readonly CheapestRange[]; scope: PanelScope }) {
  const t = useTranslations('panel.process.cheapest')
  const names = useNames(scope.catalogue)

  if (ranges.length === 0) return null

  const sentences = ranges.map(({ from, to, process }, at) =>
    t(at === 0 ? 'first' : 'next', { from, to, span: to - from, process: names.process(process) }),
  )

  return <p className={classes.saving}>{sentences.join(' ')}</p>
}

/** The keyboard scrolls a table without a focusable cell only if its box takes the focus. */
const focusable = { tabIndex: 0 } as const

/** `SLA` of `Stereolithography (SLA)`: the options above the table have the whole name. */
const shortName = (name: string): string => /\((.+)\)$/.exec(name)?.[1] ?? name

/** The figures of the chart. The lowest price of each quantity is marked. */
function CurveTable({ comparison: { processes, quantities }, scope }: { comparison: Comparison; scope: PanelScope }) {
  const t = useTranslations('panel.process')
  const names = useNames(scope.catalogue)
  const { number } = useFormats()

  const rowOf = (quantity: number) => {
    const cells = processes.map((one) => one.cells.find((cell) => cell.quantity === quantity))
    const lowest = Math.min(...cells.flatMap((cell) => (cell ? [cell.lineMinor] : [])))

    return (
      <tr key={quantity} data-own={quantity === scope.configuration.quantity || undefined}>
        <th scope="row">{number(quantity)}</th>
        {cells.map((cell, at) => (
          <td key={processes[at]?.configuration.process}>
            {cell ? <UnitPrice unitMinor={cell.unitMinor} isLowest={cell.lineMinor === lowest} /> : t('notOffered')}
          </td>
        ))}
      </tr>
    )
  }

  return (
    <section className={classes.scroll} aria-label={t('table')} {...focusable}>
      <table className={classNames(classes.table, classes.curveTable)}>
        <caption>{t('table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('quantity')}</th>
            {processes.map(({ configuration: { process } }, at) => (
              <th key={process} scope="col" title={names.process(process)}>
                <CurveSample at={at} /> {shortName(names.process(process))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{quantities.map(rowOf)}</tbody>
      </table>
    </section>
  )
}

function UnitPrice({ unitMinor, isLowest }: { unitMinor: number; isLowest: boolean }) {
  const t = useTranslations('panel.process')
  const { money } = useFormats()

  return (
    <>
      <data value={unitMinor}>{money(unitMinor)}</data>
      {isLowest ? <span className={classNames(classes.saved, classes.lowest)}>{t('lowest')}</span> : null}
    </>
  )
}
