import { type Catalogue, leadTiers, offeredLeads } from '@cotation/domain'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import { processOf, type WorkLine } from '#features/quote/workspace/work-line.ts'
import { Select } from '#ui/select.tsx'
import classes from './cells.module.css'
import type { RowActions } from './row-actions.ts'

interface LeadCellProps {
  line: WorkLine
  catalogue: Catalogue
  texts: LineTexts
  on: RowActions
  tabIndex: 0 | -1
}

/** Economy, standard or express, and the delivery date. */
export function LeadCell({ line, catalogue, texts, on, tabIndex }: LeadCellProps) {
  const { t, language, delivery, day, faultText } = texts
  const process = processOf(line, catalogue)
  if (!line.configuration || !process) return <span className={classes.none}>{t('none')}</span>

  const price = shownPrice(line)
  const date = delivery(price?.workingDays)
  const leads = offeredLeads(line.configuration.quantity, process, catalogue)

  return (
    <>
      <Select
        size="sm"
        className={classes.lead}
        tabIndex={tabIndex}
        disabled={line.provisional || price?.by === 'expert'}
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
      </Select>
      {date ? (
        <time className={classes.soft} dateTime={date}>
          {day(date)}
        </time>
      ) : null}
    </>
  )
}
