import { type FormEvent, useState } from 'react'
import { parseQuantity } from '#features/quote/workspace/quantity.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './bulk.module.css'
import type { QuantityChange } from './bulk-edits.ts'

/** Sets the same quantity for all selected lines, or multiplies the quantity of each. */
export function QuantityForm({ onApply }: { onApply: (change: QuantityChange) => void }) {
  const t = useTranslations('line.bulk')
  const [mode, setMode] = useState<'set' | 'times'>('set')
  const [text, setText] = useState('')
  const { quantity } = parseQuantity(text)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quantity === undefined) return
    onApply(mode === 'set' ? { set: quantity } : { times: quantity })
    setText('')
  }

  return (
    <form className={classes.quantity} onSubmit={submit}>
      <Select
        size="sm"
        aria-label={t('quantityMode')}
        options={[
          { value: 'set', label: t('quantitySet') },
          { value: 'times', label: t('quantityTimes') },
        ]}
        value={mode}
        onChange={({ currentTarget: { value } }) => setMode(value === 'times' ? 'times' : 'set')}
      />
      <TextField
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        size="sm"
        className={classes.count}
        aria-label={t('quantity')}
        value={text}
        aria-invalid={text !== '' && quantity === undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="secondary" size="sm" disabled={quantity === undefined}>
        {t('apply')}
      </Button>
    </form>
  )
}
