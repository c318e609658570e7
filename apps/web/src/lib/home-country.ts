import { browserStorage } from '#lib/browser-storage.ts'
import { browserTimeZone } from '#lib/browser-time-zone.ts'

/** The last country that was chosen in this browser: for projects and addresses without one. */
const storageKey = 'quote.country'
export const countryCode = /^[A-Z]{2}$/

export const rememberCountry = (country: string): void => browserStorage.set(storageKey, country)

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

export interface BrowserLocale {
  timeZone: string
  languages: readonly string[]
}

export const thisBrowser = (): BrowserLocale => ({ timeZone: browserTimeZone(), languages: navigator.languages })

/**
 * The country where the customer probably is: the last choice, else that of the time zone. Ignores
 * languages, because many use English with an American region.
 */
export function homeCountry(locale: Pick<BrowserLocale, 'timeZone'> = thisBrowser()): string | undefined {
  const last = browserStorage.get(storageKey) ?? ''
  return countryCode.test(last) ? last : countryOfZone(locale.timeZone)
}
