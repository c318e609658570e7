import { type FormEvent, useState } from 'react'
import { typedQuantity } from '#features/quote/workspace/quantity.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './bulk.module.css'
import type { QuantityChange } from './bulk-edits.ts'

/** The same quantity for all, or so many times what each line has. */
export function QuantityForm({ onApply }: { onApply: (change: QuantityChange) => void }) {
  const t = useTranslations('lines.bulk')
  const [mode, setMode] = useState<'set' | 'times'>('set')
  const [text, setText] = useState('')
  const { quantity } = typedQuantity(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quantity === undefined) return
    onApply(mode === 'set' ? { set: quantity } : { times: quantity })
    setText('')
  }

  return (
    <form className={classes.quantity} onSubmit={submit}>
      <select
        aria-label={t('quantityMode')}
        value={mode}
        onChange={({ currentTarget: { value } }) => setMode(value === 'times' ? 'times' : 'set')}
      >
        <option value="set">{t('quantitySet')}</option>
        <option value="times">{t('quantityTimes')}</option>
      </select>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        aria-label={t('quantity')}
        value={text}
        aria-invalid={text !== '' && quantity === undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" disabled={quantity === undefined}>
        {t('apply')}
      </button>
    </form>
  )
}
