import { reloadRoutes } from '@cotation/contracts'
import type { Currency } from '@cotation/domain'
import { z } from 'zod'

const { amountUsd, method, bankCurrency } = reloadRoutes.create.body.shape

/**
 * "1 000" is a thousand in French: spaces are dropped. A comma is a decimal sign, which the
 * contract then refuses.
 */
function typedNumber(text: unknown): unknown {
  const digits = String(text).replaceAll(/\s/gu, '')
  if (digits === '') return undefined
  return /^-?\d+([.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : undefined
}

/** The form of a reload: the contract's own rules on what was typed. */
export const reloadForm = z.strictObject({
  amountUsd: z.preprocess(typedNumber, amountUsd),
  method,
  bankCurrency: bankCurrency.unwrap(),
})

export type ReloadInput = z.output<typeof reloadForm>

export interface ReloadBody {
  amountUsd: number
  method: 'card' | 'bank_transfer'
  bankCurrency?: Currency
  submissionKey: string
}

/**
 * Gives each reload its own submission key, and a retry of the same reload the same key: after a
 * lost connection the first try may have arrived.
 */
export function createSubmissions(newKey: () => string): (input: ReloadInput) => ReloadBody {
  const keys = new Map<string, string>()
  return ({ amountUsd: amount, method: way, bankCurrency: currency }) => {
    const asked = { amountUsd: amount, method: way, ...(way === 'bank_transfer' && { bankCurrency: currency }) }
    const content = JSON.stringify(asked)
    const submissionKey = keys.get(content) ?? newKey()
    keys.set(content, submissionKey)
    return { ...asked, submissionKey }
  }
}
