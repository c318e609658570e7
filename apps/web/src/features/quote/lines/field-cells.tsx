import { type Catalogue, leadTiers, maxParts } from '@cotation/domain'
import { leadChoices, withChargedLead } from '@cotation/pricing'
import { type KeyboardEvent, useId } from 'react'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import { useQuantityDraft } from '#features/quote/workspace/use-quantity-draft.ts'
import { isLocked } from '#features/quote/workspace/work-line.ts'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './lines.module.css'
import type { CellProps } from './row-actions.ts'

/** The quantity of a row. */
export function QuantityCell(props: CellProps) {
  const quantity = props.line.configuration?.quantity
  if (quantity === undefined) return <span className={classes.none}>{props.texts.t('none')}</span>
  return <QuantityField {...props} quantity={quantity} />
}

function QuantityField({ line, texts, on, tabIndex, quantity }: CellProps & { quantity: number }) {
  const { t, faultText } = texts
  const id = useId()
  const draft = useQuantityDraft(quantity, (next) => on.setQuantity(line, next))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    on.nextQuantity(line.id, event.shiftKey ? -1 : 1)
  }

  return (
    <>
      <TextField
        type="number"
        inputMode="numeric"
        min={1}
        max={maxParts}
        step={1}
        size="sm"
        className={classes.quantity}
        data-quantity={line.id}
        tabIndex={tabIndex}
        disabled={isLocked(line)}
        value={draft.text}
        aria-label={t('quantityOf', { name: line.name })}
        aria-invalid={draft.fault !== undefined}
        aria-describedby={draft.fault ? id : undefined}
        onChange={(event) => draft.change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => on.hold(true)}
        onBlur={() => {
          draft.leave()
          on.hold(false)
        }}
      />
      <span id={id} role="alert" className={classes.fault}>
        {draft.fault ? faultText(draft.fault) : null}
      </span>
    </>
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
