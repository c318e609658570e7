import type { Config } from './config.ts'
import type { Translate } from './texts.ts'

/**
 * Legal form with capital, company number and register of the seller, as documents and mails must name
 * them. `say` translates a key of the `papers` messages.
 */
export function registrationTexts({ legal }: Config['brand'], say: Translate): string[] {
  if (!legal) return []

  const { form, capital, companyNumber, register } = legal
  return [capital ? say('seller.capital', { form, capital }) : form, companyNumber, register]
}

/** The seller's VAT number; empty if it has none. */
export const vatText = (vatNumber: string, say: Translate): string =>
  vatNumber && say('seller.vat', { number: vatNumber })
