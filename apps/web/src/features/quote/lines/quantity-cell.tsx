import { maxParts } from '@cotation/domain'
import { type KeyboardEvent, useState } from 'react'
import type { LineTexts } from '#features/quote/texts/use-line-texts.ts'
import { parseQuantity } from '#features/quote/workspace/quantity.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { TextField } from '#ui/text-field.tsx'
import classes from './cells.module.css'
import type { RowActions } from './row-actions.ts'

interface QuantityCellProps {
  line: WorkLine
  texts: LineTexts
  on: RowActions
  tabIndex: 0 | -1
}

/**
 * The quantity field of a row. Valid input applies at once; invalid input is marked, and reset when
 * the field loses focus.
 */
export function QuantityCell({ line, texts: { t, faultText }, on, tabIndex }: QuantityCellProps) {
  const [draft, setDraft] = useState<string>()
  const quantity = line.configuration?.quantity
  if (quantity === undefined) return <span className={classes.none}>{t('none')}</span>

  const fault = draft === undefined ? undefined : parseQuantity(draft).fault

  const change = (text: string) => {
    setDraft(text)
    const { quantity: next } = parseQuantity(text)
    if (next !== undefined && next !== quantity) on.setQuantity(line, next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    on.nextQuantity(line.id, event.shiftKey ? -1 : 1)
  }

  return (
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
