import type { PublishedCatalogue } from '#core/catalogue-cache.ts'
import { type Config, ConfigError } from '#core/config.ts'

type NamedCatalogue = Pick<PublishedCatalogue, 'version' | 'catalogue'>

/**
 * What is wrong if the company and the catalogue name different countries, with what to do; null if
 * they agree. VAT follows the catalogue's seller, and invoices name the company.
 */
export function sellerCountryFault(brand: Config['brand'], { version, catalogue }: NamedCatalogue): string | null {
  const company = brand.legal?.country
  const { seller } = catalogue.tax
  if (company === undefined || company === seller) return null

  return `The company of the brand file is from ${company}, but the catalogue ${version} sells from ${seller}: VAT would be wrong. Publish a catalogue that sells from ${company} (npm run catalogue -- seller ${company} --author NAME), or correct legal.country in BRAND_FILE.`
}

/** Refuses to serve customers with the VAT of another country. Trials and demonstrations may. */
export function requireSellerCountry(
  { isLocalOnly, demo, brand }: Pick<Config, 'isLocalOnly' | 'demo' | 'brand'>,
  catalogue: NamedCatalogue,
): void {
  if (isLocalOnly || demo) return

  const fault = sellerCountryFault(brand, catalogue)
  if (fault !== null) throw new ConfigError(fault)
}
