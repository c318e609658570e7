import type { Catalogue } from '@cotation/domain'
import { countryCode, homeCountry, thisBrowser } from '#lib/home-country.ts'
import type { Workspace } from './workspace.ts'

/** The region of the first language that has one: `fr-CH`. */
function regionOf(languages: readonly string[]): string | undefined {
  const regions = languages.map((language) => language.split('-').at(-1) ?? '')
  return regions.find((region) => countryCode.test(region))
}

/**
 * The country to estimate for until the customer chooses one: the last choice, else the time zone's
 * (many use English with an American region), the language's, the workshop's.
 */
export function likelyCountry({ shipping }: Catalogue, locale = thisBrowser()): string {
  return homeCountry(locale) ?? regionOf(locale.languages) ?? shipping.origin.country
}

/** The country of a project: the customer's choice, else the likely one. */
export const countryOf = ({ project, catalogue }: Pick<Workspace, 'project' | 'catalogue'>): string =>
  project.country ?? likelyCountry(catalogue)
