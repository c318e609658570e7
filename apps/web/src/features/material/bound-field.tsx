import { useEffect, useState } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useDebouncedCallback } from '#ui/use-debounced.ts'
import { linkedBound, typedBound } from './material-filter.ts'

interface BoundFieldProps {
  label: string
  /** The value in the address. */
  value: string
  /** Empty for no bound. */
  onBound: (text: string) => void
}

/** The delay of search fields. */
const delayMs = 300

/** The lowest or highest value of a property. What is not a number stays in the field, unused. */
export function BoundField({ label, value, onBound }: BoundFieldProps) {
  const t = useTranslations('material.filter')
  const { language } = useLanguage()
  const shown = language === 'fr' ? value.replace('.', ',') : value
  const [typed, setTyped] = useState(shown)
  const apply = useDebouncedCallback(onBound, delayMs)

  // The browser's back button, and "clear the filters", change the address without typing here.
  useEffect(() => {
    setTyped((current) => (typedBound(current) === linkedBound(shown) ? current : shown))
  }, [shown])

  const isFaulty = typed.trim() !== '' && typedBound(typed) === undefined

  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={10}
      value={typed}
      error={isFaulty ? t('notNumber') : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)

        const bound = typedBound(text)
        if (text.trim() === '' || bound !== undefined) apply(String(bound ?? ''))
      }}
    />
  )
}
