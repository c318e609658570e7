import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './inputs.module.css'

interface FieldProps {
  label: string
  hint?: string | undefined
  /** What is wrong, in the words of the rules. */
  wrong: string | undefined
}

interface Described {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

function Field({ label, hint, wrong, children }: FieldProps & { children: (described: Described) => ReactNode }) {
  const id = useId()
  const describedBy = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].join(' ').trim()

  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': wrong !== undefined, 'aria-describedby': describedBy || undefined })}
      {hint ? (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      ) : null}
      {wrong ? (
        <p id={`${id}-wrong`} className={classes.wrong}>
          {wrong}
        </p>
      ) : null}
    </div>
  )
}

interface TextFieldProps extends FieldProps {
  value: string
  maxLength: number
  /** Id of a list of suggestions. */
  list?: string
  onChange: (value: string) => void
}

export function TextField({ value, maxLength, list, onChange, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(described) => (
        <input
          {...described}
          type="text"
          list={list}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface NumberFieldProps extends FieldProps {
  /** Undefined where the customer need not say. */
  value: number | undefined
  min: number
  max: number
  step?: number | 'any'
  onChange: (value: number | undefined) => void
  /** An empty field is an answer. */
  optional?: boolean
}

/** What the server takes at all: beyond it the whole change would be refused, and nothing saved. */
const largestSent = 10_000

/** A number; while what is typed is none, the line keeps the last one and the field says so. */
export function NumberField(props: NumberFieldProps) {
  const { value, min, max, step = 1, onChange, optional = false, wrong, ...field } = props
  const t = useTranslations('panel.input')
  const [draft, setDraft] = useState<string>()
  const most = Math.max(largestSent, max)
  const isSent = (number: number) => number >= 0 && number <= most && (step === 'any' || Number.isInteger(number))
  const isTyped = (text: string) => (text.trim() === '' ? optional : isSent(Number(text)))
  const change = (text: string) => {
    setDraft(text)
    if (isTyped(text)) onChange(text.trim() === '' ? undefined : Number(text))
  }

  const unread = draft !== undefined && !isTyped(draft) ? t('number', { min, max }) : undefined

  return (
    <Field {...field} wrong={unread ?? wrong}>
      {(described) => (
        <input
          {...described}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step}
          value={draft ?? value ?? ''}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => setDraft(undefined)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps extends FieldProps {
  value: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  onChange: (value: string) => void
}

export function SelectField({ value, options, onChange, ...field }: SelectFieldProps) {
  const isListed = options.some((option) => option.value === value)
  return (
    <Field {...field}>
      {(described) => (
        <select {...described} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {/* Without it the browser would show the first entry as if it were chosen. */}
          {isListed ? null : <option value={value}>{value || '—'}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
