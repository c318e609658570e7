import type { ReloadView } from '@cotation/contracts'
import { currencies, paymentLimits } from '@cotation/domain'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { api } from '#lib/gateway/api.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './reload.module.css'
import { createSubmissions, reloadForm } from './reload-input.ts'

const usualUsd = [100, 250, 500, 1_000, 2_500, 5_000] as const

interface ReloadFormProps {
  onMade: (reload: ReloadView) => void
}

/** Dollars without cents: reloads are whole dollars. */
function useWholeUsd() {
  const format = useFormatter()
  return (usd: number) => format.number(usd, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
}

/** Round amounts to choose with one press. */
function QuickAmounts({ chosen, onChoose }: { chosen: string; onChoose: (usd: number) => void }) {
  const t = useTranslations('balance.reload')
  const whole = useWholeUsd()

  return (
    <fieldset className={classes.quick}>
      <legend>{t('quick')}</legend>
      {usualUsd.map((usd) => (
        <Button
          key={usd}
          size="xs"
          variant={chosen === String(usd) ? 'primary' : 'secondary'}
          aria-pressed={chosen === String(usd)}
          onClick={() => onChoose(usd)}
        >
          {whole(usd)}
        </Button>
      ))}
    </fieldset>
  )
}

export function ReloadForm({ onMade }: ReloadFormProps) {
  const t = useTranslations('balance.reload')
  const whole = useWholeUsd()
  const [submission] = useState(() => createSubmissions(() => crypto.randomUUID()))
  const form = useZodForm(reloadForm, { amountUsd: '', method: 'card', bankCurrency: 'USD' })
  const { onSubmit, failure, sending } = useSubmission(form, async (input) =>
    onMade(await api('POST /global/account/balance/reload', { body: submission(input) }, { quiet: true })),
  )
  const { amountUsd, method } = form.values
  const typed = reloadForm.shape.amountUsd.safeParse(amountUsd)
  const submitLabel = typed.success ? t('submitCard', { amount: whole(typed.data) }) : t('submit')
  const limits = { min: whole(paymentLimits.reloadMinUsd), max: whole(paymentLimits.reloadMaxUsd) }

  return (
    <form onSubmit={onSubmit} noValidate aria-label={t('title')} className={classes.card}>
      <FormAlert failure={failure}>
        <p className={classes.hint}>{t('retry')}</p>
      </FormAlert>
      <div className={classes.amount}>
        <TextField
          {...form.getInputProps('amountUsd')}
          label={t('amount')}
          description={t('amountHint', limits)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          trailing={<span className={classes.unit}>USD</span>}
        />
        <QuickAmounts chosen={amountUsd} onChoose={(usd) => form.setFieldValue('amountUsd', String(usd))} />
      </div>
      <RadioGroup {...form.getInputProps('method')} label={t('method')}>
        <Radio value="card" label={t('card')} description={t('cardText')} className={classes.choice} />
        <Radio value="bank_transfer" label={t('bank')} description={t('bankText')} className={classes.choice} />
      </RadioGroup>
      {method === 'bank_transfer' && (
        <Select
          {...form.getInputProps('bankCurrency')}
          label={t('currency')}
          description={t('currencyHint')}
          options={currencies.map((value) => ({ value, label: value === 'CNY' ? 'RMB' : value }))}
          className={classes.currency}
        />
      )}
      <Button type="submit" loading={sending} className={classes.submit}>
        {method === 'bank_transfer' ? t('submitBank') : submitLabel}
      </Button>
    </form>
  )
}
