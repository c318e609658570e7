import { type Catalogue, type Fault, uploadLimits } from '@cotation/domain'
import { type ReactNode, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useFaultText } from '#features/quote/workspace/use-texts.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { parseNumber, parseWholeNumber } from '#lib/texts/parse-number.ts'
import { DrawingButton } from '#ui/drawing-button.tsx'
import { Select, type SelectOption } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import classes from './choices.module.css'
import { groupFaults } from './fault-groups.ts'
import type { PanelScope } from './panel-scope.ts'

interface FieldProps {
  label: ReactNode
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
 * last value. Fractions are written in the language of the page: a number field of the browser would
 * use the browser's own.
 */
export function NumberField(props: NumberFieldProps) {
  const { value, min, max, step = 1, onChange, optional = false, error, ...field } = props
  const t = useTranslations('panel.input')
  const format = useFormatter()
  const { language } = useLanguage()
  const [draft, setDraft] = useState<string>()
  const hasFractions = step === 'any' || !Number.isInteger(step)

  const limit = Math.max(maxAccepted, max)
  const numberIn = (text: string) => (hasFractions ? parseNumber(text, language) : parseWholeNumber(text, language))
  const isAccepted = (number: number | undefined) => number !== undefined && number >= 0 && number <= limit
  const isValid = (text: string) => (text.trim() === '' ? optional : isAccepted(numberIn(text)))
  const invalid = draft !== undefined && !isValid(draft) ? t('number', { min, max }) : undefined

  const change = (text: string) => {
    setDraft(text)
    if (isValid(text)) onChange(numberIn(text))
  }

  const shared = {
    ...field,
    error: invalid ?? error,
    onBlur: () => setDraft(undefined),
  }
  if (!hasFractions) {
    const text = draft ?? String(value ?? '')
    return <WholeNumberField {...shared} min={min} max={max} step={step} value={text} onText={change} />
  }

  const written = value === undefined ? '' : format.number(value, { maximumFractionDigits: 3, useGrouping: false })
  return (
    <TextField
      {...shared}
      inputMode="decimal"
      autoComplete="off"
      value={draft ?? written}
      onChange={(event) => change(event.currentTarget.value)}
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

/** Returns the error text of a field, the same that the server would use. */
export function useFieldError(faults: readonly Fault[], catalogue: Catalogue) {
  const faultText = useFaultText(catalogue)
  return (field: string): string | undefined => {
    const fault = faults.find((one) => one.field === field)
    return fault && faultText(fault)
  }
}

interface FaultTextsProps {
  faults: readonly Fault[]
  catalogue: Catalogue
  className?: string | undefined
}

/** What is wrong and what to do, one paragraph per fault; holes with the same fault share one. */
export function FaultTexts({ faults, catalogue, className = classes.wrong }: FaultTextsProps) {
  const faultText = useFaultText(catalogue)
  return groupFaults(faults).map(({ fault, holes }) => (
    <p key={`${fault.code} ${fault.field}`} className={className}>
      {faultText(fault, holes)}
    </p>
  ))
}

/**
 * The faults of a service as a whole: its option, its list of colours or threads. Other faults are
 * shown at their field.
 */
export function faultsOfService(faults: readonly Fault[], id: string): Fault[] {
  const fields = ['', '.option', '.colours', '.threads', '.items'].map((end) => `services.${id}${end}`)
  return faults.filter(({ field }) => fields.includes(field))
}

interface FileInputProps {
  scope: PanelScope
  label: string
  error?: string | undefined
  fileId: string | undefined
  onChange: (fileId: string | undefined) => void
}

/** A file that a service needs: one of the line's attachments, or a new one. */
export function FileInput({ scope, label, error, fileId, onChange }: FileInputProps) {
  const t = useTranslations('panel.files')
  const { add, failure, busy } = useAttaching(scope)
  const attachments = scope.line.view.attachments.map(({ id, name }) => ({ value: id, label: name }))

  return (
    <div className={classes.fileInput}>
      <Select
        label={label}
        error={failure ?? error}
        value={fileId ?? ''}
        options={[{ value: '', label: t('none') }, ...attachments]}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
      <DrawingButton
        label={t('addFor', { label })}
        busy={busy}
        onFile={(file) => void add(file).then((added) => added && onChange(added))}
      />
    </div>
  )
}

/** Uploads an attachment. Files beyond the limits are refused before anything is sent. */
export function useAttaching({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const t = useTranslations('panel.files')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const [refused, setRefused] = useState<string>()

  const refusalOf = ({ name, size }: File): string | undefined => {
    if (size === 0) return t('empty', { name })
    if (size > uploadLimits.attachmentBytes) return t('tooLarge', { name })

    const isFull = line.view.attachments.length >= uploadLimits.attachmentsPerLine
    return isFull ? t('tooMany', { most: uploadLimits.attachmentsPerLine }) : undefined
  }

  const add = async (file: File): Promise<string | undefined> => {
    const reason = refusalOf(file)
    setRefused(reason)
    if (reason) return undefined

    let added: string | undefined
    await attempt(async () => {
      added = await actions.attach(line.id, file)
    })

    return added
  }

  return { add, busy, failure: refused ?? (failure ? failureText(failure) : undefined) }
}
