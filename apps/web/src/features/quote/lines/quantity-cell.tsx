import { maxParts } from '@cotation/domain'
import { type KeyboardEvent, useState } from 'react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { typedQuantity } from '#features/quote/workspace/quantity.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import classes from './cells.module.css'
import type { RowActions } from './row-actions.ts'

interface QuantityCellProps {
  line: WorkLine
  texts: LineTexts
  on: RowActions
  tabIndex: 0 | -1
}

/**
 * The number of parts, typed in place: a sound one counts at once, an unsound one is marked and
 * forgotten when the field is left.
 */
export function QuantityCell({ line, texts: { t, faultText }, on, tabIndex }: QuantityCellProps) {
  const [draft, setDraft] = useState<string>()
  const quantity = line.configuration?.quantity
  if (quantity === undefined) return <span className={classes.none}>{t('none')}</span>

  const fault = draft === undefined ? undefined : typedQuantity(draft).fault
  const change = (text: string) => {
    setDraft(text)
    const { quantity: next } = typedQuantity(text)
    if (next !== undefined && next !== quantity) on.setQuantity(line, next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    on.nextQuantity(line.id, event.shiftKey ? -1 : 1)
  }

  return (
    <input
      type="number"
      inputMode="numeric"
      min={1}
      max={maxParts}
      step={1}
      className={classes.quantity}
      data-quantity={line.id}
      tabIndex={tabIndex}
      disabled={line.provisional}
      value={draft ?? quantity}
      aria-label={t('quantityOf', { name: line.name })}
      aria-invalid={fault !== undefined}
      title={fault && faultText(fault)}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onFocus={() => on.hold(true)}
      onBlur={() => {
        setDraft(undefined)
        on.hold(false)
      }}
    />
  )
}
