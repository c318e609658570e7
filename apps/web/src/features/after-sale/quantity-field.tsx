import { TextField } from '#ui/text-field.tsx'
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
  return (
    <TextField
      className={classes.quantity}
      label={label}
      aria-label={name}
      data-path={path}
      type="number"
      inputMode="numeric"
      size="sm"
      min={1}
      max={max}
      step={1}
      required
      value={value ?? ''}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
    />
  )
}
