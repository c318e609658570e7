import { type Catalogue, leadTiers, offeredLeads } from '@cotation/domain'
import { processOf } from '#features/quote/lines/edits/bulk-edits.ts'
import { figuresOf } from '#features/quote/lines/line-figures.ts'
import type { RowActions } from '#features/quote/lines/row-actions.ts'
import type { LineWords } from '#features/quote/lines/use-line-words.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './cells.module.css'

interface LeadCellProps {
  line: WorkLine
  catalogue: Catalogue
  words: LineWords
  on: RowActions
  tabIndex: 0 | -1
}

/** Economy, standard or express, and the day on which the parts arrive. */
export function LeadCell({ line, catalogue, words, on, tabIndex }: LeadCellProps) {
  const { t, language, delivery, day, faultText } = words
  const process = processOf(line, catalogue)
  if (!line.configuration || !process) return <span className={classes.none}>{t('none')}</span>

  const figures = figuresOf(line)
  const date = delivery(figures?.workingDays)
  const leads = offeredLeads(line.configuration.quantity, process, catalogue)

  return (
    <>
      <select
        className={classes.lead}
        tabIndex={tabIndex}
        disabled={line.provisional || figures?.by === 'expert'}
        value={line.configuration.lead}
        aria-label={t('leadOf', { name: line.name })}
        onFocus={() => on.hold(true)}
        onBlur={() => on.hold(false)}
        onChange={({ currentTarget: { value } }) => {
          const lead = leadTiers.find((one) => one === value)
          if (lead) on.setLead(line, lead)
        }}
      >
        {leads.map(({ lead, fault }) => (
          <option key={lead} value={lead} disabled={fault !== undefined} title={fault && faultText(fault)}>
            {catalogue.leadTimes.tiers[lead].name[language]}
          </option>
        ))}
      </select>
      {date ? (
        <time className={classes.soft} dateTime={date}>
          {day(date)}
        </time>
      ) : null}
    </>
  )
}
