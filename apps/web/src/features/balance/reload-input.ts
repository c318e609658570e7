import { reloadRoutes } from '@cotation/contracts'
import type { Currency } from '@cotation/domain'
import { z } from 'zod'

const { amountUsd, method, bankCurrency } = reloadRoutes.create.body.shape

/** "1 000" and "1,000" are a thousand in one language or the other: spaces go, anything else that is no digit is refused as a whole number. */
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
 * Gives each reload that is asked for a key of its own, and the same reload the same key however often it is sent: after a lost
 * connection nobody knows whether the first try arrived.
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
