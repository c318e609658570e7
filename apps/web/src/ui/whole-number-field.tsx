import type { KeyboardEvent } from 'react'
import { useLanguage } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

type ReplacedProps = 'type' | 'role' | 'inputMode' | 'value' | 'onChange' | 'min' | 'max' | 'step'

interface WholeNumberFieldProps extends Omit<TextFieldProps, ReplacedProps> {
  /** What is typed, which may not be a number. */
  value: string
  min: number
  max?: number
  /** How much an arrow key adds. */
  step?: number
  onText: (text: string) => void
}

const directions: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * A field for a whole number, with the arrow keys of a number field. Not of the browser's type
 * `number`: that drops the signs its own language does not know, so `2,5` becomes 25 in an English
 * Chromium before the page sees it.
 */
export function WholeNumberField(props: WholeNumberFieldProps) {
  const { value, min, max = Number.MAX_SAFE_INTEGER, step = 1, onText, onKeyDown, ...field } = props
  const { language } = useLanguage()
  const number = parseWholeNumber(value, language)

  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)

    const direction = directions[event.key]
    if (direction === undefined || event.defaultPrevented || field.readOnly) return
    // What is not a number stays for the customer to correct.
    if (number === undefined && value.trim() !== '') return

    event.preventDefault()
    const next = number === undefined ? min : number + direction * step
    onText(String(Math.min(Math.max(next, min), max)))
  }

  return (
    <TextField
      {...field}
      role="spinbutton"
      inputMode="numeric"
      autoComplete="off"
      aria-valuenow={number}
      aria-valuemin={min}
      aria-valuemax={props.max}
      value={value}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKey}
    />
  )
}
