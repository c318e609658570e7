import { type ReloadView, reloadRoutes } from '@cotation/contracts'
import { type Currency, currencies, paymentLimits } from '@cotation/domain'
import { useState } from 'react'
import { useFormatter } from 'use-intl'
import { z } from 'zod'
import { api } from '#lib/gateway/api.ts'
import { newId } from '#lib/new-id.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { language } from '#lib/texts/language.ts'
import { currencyName } from '#lib/texts/money.ts'
import { parseNumber, parseWholeNumber } from '#lib/texts/parse-number.ts'
import { Button } from '#ui/button.tsx'
import { useZodForm } from '#ui/forms/form.ts'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { useSubmission } from '#ui/forms/submission.ts'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import classes from './reload.module.css'

const { amountUsd, method, bankCurrency } = reloadRoutes.create.body.shape

/** A typed amount. The contract refuses fractions with its own text. */
function typedNumber(text: unknown): unknown {
  const whole = parseWholeNumber(String(text), language.get())
  if (whole !== undefined) return whole

  // "1,000" on a French page may mean a thousand: it must not become one dollar.
  const number = parseNumber(String(text), language.get())
  return Number.isInteger(number) ? undefined : number
}

/** The form of a reload: the contract's own rules on what was typed. */
const reloadForm = z.strictObject({
  amountUsd: z.preprocess(typedNumber, amountUsd),
  method,
  bankCurrency: bankCurrency.unwrap(),
})

type ReloadInput = z.output<typeof reloadForm>

interface ReloadBody {
  amountUsd: number
  method: 'card' | 'bank_transfer'
  bankCurrency?: Currency
  submissionKey: string
}

/**
 * Gives each reload its own submission key, and a retry of the same reload the same key: after a
 * lost connection the first try may have arrived.
 */
function createSubmissions(): (input: ReloadInput) => ReloadBody {
  const keys = new Map<string, string>()
  return ({ amountUsd: amount, method: way, bankCurrency: currency }) => {
    const requested = { amountUsd: amount, method: way, ...(way === 'bank_transfer' && { bankCurrency: currency }) }
    const content = JSON.stringify(requested)
    const submissionKey = keys.get(content) ?? newId()
    keys.set(content, submissionKey)

    return { ...requested, submissionKey }
  }
}

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
  const [submission] = useState(createSubmissions)
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
        <p>{t('retry')}</p>
      </FormAlert>
      <div className={classes.amount}>
        <TextField
          {...form.getInputProps('amountUsd')}
          label={t('amount')}
          description={t('amountHint', limits)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          required
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
          options={currencies.map((value) => ({ value, label: currencyName(value) }))}
          className={classes.currency}
        />
      )}
      <Button type="submit" loading={sending} className={classes.submit}>
        {method === 'bank_transfer' ? t('submitBank') : submitLabel}
      </Button>
    </form>
  )
}
