import { useState } from 'react'
import { useLanguage } from '#lib/texts/i18n.tsx'
import { parseWholeNumber } from '#lib/texts/parse-number.ts'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import classes from './after-sale.module.css'

interface QuantityFieldProps {
  label: string
  name: string
  path: string
  max: number
  /** Null while nothing usable is typed. */
  value: number | null
  error: string | undefined
  onChange: (quantity: number | null) => void
}

/** A whole number of parts. */
export function QuantityField({ label, name, path, max, value, error, onChange }: QuantityFieldProps) {
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')

  // What is typed stays as it is, unless the form has set another quantity since.
  const quantityOf = (text: string) => parseWholeNumber(text, language) ?? null
  const isCurrent = quantityOf(typed) === value

  return (
    <WholeNumberField
      className={classes.quantity}
      label={label}
      aria-label={name}
      data-path={path}
      size="sm"
      min={1}
      max={max}
      required
      value={isCurrent ? typed : String(value ?? '')}
      error={error}
      onText={(text) => {
        setTyped(text)
        onChange(quantityOf(text))
      }}
    />
  )
}
