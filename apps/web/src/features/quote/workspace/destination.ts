import type { Catalogue } from '@cotation/domain'
import { browserStorage } from '#lib/browser-storage.ts'
import type { Workspace } from './workspace.ts'

/** The last country that was chosen in this browser, for projects without one. */
const key = 'quote.country'
const code = /^[A-Z]{2}$/

export const rememberCountry = (country: string): void => browserStorage.set(key, country)

/** Time zones of countries whose import charges are known; a large one has several. */
const countryZones: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  AU: 'Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide',
  BE: 'Europe/Brussels',
  BG: 'Europe/Sofia',
  CA: 'America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax',
  CH: 'Europe/Zurich',
  CN: 'Asia/Shanghai Asia/Urumqi',
  CY: 'Asia/Nicosia',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid Atlantic/Canary',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HK: 'Asia/Hong_Kong',
  HR: 'Europe/Zagreb',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  LT: 'Europe/Vilnius',
  LU: 'Europe/Luxembourg',
  LV: 'Europe/Riga',
  MT: 'Europe/Malta',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon Atlantic/Madeira Atlantic/Azores',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  SI: 'Europe/Ljubljana',
  SK: 'Europe/Bratislava',
  US: 'America/New_York America/Detroit America/Chicago America/Denver America/Phoenix America/Los_Angeles',
}

const countryOfZone = (zone: string): string | undefined =>
  Object.entries(countryZones).find(([, zones]) => zones.split(' ').includes(zone))?.[0]

/** The region of the first language that has one: `fr-CH`. */
function regionOf(languages: readonly string[]): string | undefined {
  const regions = languages.map((language) => language.split('-').at(-1) ?? '')
  return regions.find((region) => code.test(region))
}

export interface BrowserPlace {
  timeZone: string
  languages: readonly string[]
}

let timeZone: string | undefined

function thisBrowser(): BrowserPlace {
  // Asked for at every render of a project; creating a date format takes longer than the rest of it.
  timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
  return { timeZone, languages: navigator.languages }
}

/**
 * The country to estimate for until the customer chooses one: the last choice, else the time zone's
 * (many use English with an American region), the language's, the workshop's.
 */
export function likelyCountry({ shipping }: Catalogue, place = thisBrowser()): string {
  const last = browserStorage.get(key) ?? ''
  if (code.test(last)) return last
  return countryOfZone(place.timeZone) ?? regionOf(place.languages) ?? shipping.origin.country
}

/** The country of a project: the customer's choice, else the likely one. */
export const countryOf = ({ project, catalogue }: Pick<Workspace, 'project' | 'catalogue'>): string =>
  project.country ?? likelyCountry(catalogue)

/** The name of a country in the page's language. */
export const countryName = (country: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country
