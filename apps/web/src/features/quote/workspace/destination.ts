import type { Catalogue } from '@cotation/domain'
import { homeCountry, regionOf, thisBrowser } from '#lib/home-country.ts'
import type { Workspace } from './workspace.ts'

/**
 * The country to estimate for until the customer chooses one: the last choice, else the time zone's
 * (many use English with an American region), the language's, the workshop's.
 */
export function likelyCountry({ shipping }: Catalogue, place = thisBrowser()): string {
  return homeCountry(place) ?? regionOf(place.languages) ?? shipping.origin.country
}

/** The country of a project: the customer's choice, else the likely one. */
export const countryOf = ({ project, catalogue }: Pick<Workspace, 'project' | 'catalogue'>): string =>
  project.country ?? likelyCountry(catalogue)

/** The name of a country in the page's language. */
export const countryName = (country: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
