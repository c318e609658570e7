import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'

interface FieldProps {
  label: string
  description?: string | undefined
  error?: string | undefined
}

interface NumberFieldProps extends FieldProps {
  /** Undefined if the customer has not chosen a value. */
  value: number | undefined
  min: number
  max: number
  step?: number | 'any'
  onChange: (value: number | undefined) => void
  /** Whether the field may be empty. */
  optional?: boolean
}

/** The limit of the contract: beyond it the server would refuse the whole edit. */
const maxAccepted = 10_000

/**
 * A number field. While its text is not a valid number, it shows an error and the line keeps the
 * last value.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, min, max, step = 1, onChange, optional = false, error, ...field } = props
  const t = useTranslations('panel.input')
  const [draft, setDraft] = useState<string>()

  const limit = Math.max(maxAccepted, max)
  const isAccepted = (number: number) => number >= 0 && number <= limit && (step === 'any' || Number.isInteger(number))
  const isValid = (text: string) => (text.trim() === '' ? optional : isAccepted(Number(text)))
  const invalid = draft !== undefined && !isValid(draft) ? t('number', { min, max }) : undefined

  const change = (text: string) => {
    setDraft(text)
    if (isValid(text)) onChange(text.trim() === '' ? undefined : Number(text))
  }

  return (
    <TextField
      {...field}
      error={invalid ?? error}
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step={step}
      value={draft ?? value ?? ''}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setDraft(undefined)}
    />
  )
}

interface SelectFieldProps extends FieldProps {
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/**
 * A select that also shows a value that is not among its options; the browser would show the first
 * option instead.
 */
export function SelectField({ value, options, onChange, ...field }: SelectFieldProps) {
  const isListed = options.some((option) => option.value === value)
  const unlisted = isListed ? [] : [{ value, label: value || '—' }]

  return (
    <Select
      {...field}
      value={value}
      options={[...unlisted, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
