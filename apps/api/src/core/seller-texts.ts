import type { Config } from './config.ts'
import type { Translate } from './texts.ts'

type Seller = Pick<Config, 'brand' | 'vatNumber'>

/**
 * Legal form with capital, company number, register and VAT number of the seller, as documents and
 * mails must name them. `say` translates a key of the `papers` messages.
 */
export function legalTexts({ brand: { legal }, vatNumber }: Seller, say: Translate): string[] {
  const texts: string[] = []
  if (legal) {
    const { form, capital, companyNumber, register } = legal
    texts.push(capital ? say('seller.capital', { form, capital }) : form, companyNumber, register)
  }
  if (vatNumber) texts.push(say('seller.vat', { number: vatNumber }))

  return texts
}
