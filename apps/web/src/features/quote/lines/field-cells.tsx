import { type Catalogue, leadTiers, maxParts } from '@cotation/domain'
import { leadChoices, withChargedLead } from '@cotation/pricing'
import type { KeyboardEvent } from 'react'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import { useQuantityDraft, useQuantityFault } from '#features/quote/workspace/use-quantity-draft.ts'
import { isLocked } from '#features/quote/workspace/work-line.ts'
import { Select } from '#ui/select.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import classes from './lines.module.css'
import type { CellProps } from './row-actions.ts'

/** The quantity of a row. */
export function QuantityCell(props: CellProps) {
  const quantity = props.line.configuration?.quantity
  if (quantity === undefined) return <span className={classes.none}>{props.texts.t('none')}</span>
  return <QuantityField {...props} quantity={quantity} />
}

function QuantityField({ line, texts, on, tabIndex, quantity }: CellProps & { quantity: number }) {
  const { t } = texts
  const draft = useQuantityDraft(line, quantity, (next) => on.setQuantity(line, next))
  const fault = useQuantityFault(line)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    on.nextQuantity(line.id, event.shiftKey ? -1 : 1)
  }

  return (
    <WholeNumberField
      min={1}
      max={maxParts}
      size="sm"
      className={classes.quantity}
      data-quantity={line.id}
      tabIndex={tabIndex}
      disabled={isLocked(line)}
      value={draft.text}
      aria-label={t('quantityOf', { name: line.name })}
      aria-invalid={fault !== undefined}
      aria-describedby={fault?.id}
      onText={draft.change}
      onKeyDown={onKeyDown}
      onFocus={() => on.hold(true)}
      onBlur={() => {
        draft.leave()
        on.hold(false)
      }}
    />
  )
}

/** What is wrong with the typed quantity. Not in the column of the quantity, which is too narrow. */
export function QuantityFaultNote({ line, texts }: Pick<CellProps, 'line' | 'texts'>) {
  const wrong = useQuantityFault(line)
  if (!wrong) return null

  return (
    <p id={wrong.id} role="alert" className={classes.fault}>
      {texts.t('quantityFault.text', { fault: texts.faultText(wrong.fault), quantity: wrong.quantity })}
    </p>
  )
}

/** Economy, standard or express, and the delivery date. */
export function LeadCell({ line, catalogue, texts, on, tabIndex }: CellProps & { catalogue: Catalogue }) {
  const { t, language, delivery, day, faultText } = texts
  const { part, configuration } = line
  if (!part || !configuration) return <span className={classes.none}>{t('none')}</span>

  const price = shownPrice(line)
  // The order has its own dates.
  const date = line.status === 'ordered' ? undefined : delivery(price?.workingDays)
  const leads = leadChoices(part, configuration, catalogue).filter(({ fault }) => fault?.code !== 'LEAD_BRINGS_NOTHING')

  return (
    <>
      <Select
        size="sm"
        className={classes.lead}
        data-lead
        tabIndex={tabIndex}
        disabled={isLocked(line) || price?.by === 'expert'}
        value={withChargedLead(part, configuration, catalogue).lead}
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
