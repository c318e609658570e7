import { allCountries } from 'country-region-data'
import { inPlainLetters } from './plain-letters.ts'

export interface Region {
  /** The local name: "Île-de-France". */
  name: string
  /** The name in English letters, for shipping labels: "Ile-de-France". */
  plain: string
  /** The short code: "IDF", "CA". */
  code: string
}

const regionsByCountry = new Map<string, readonly Region[]>()

/** Prepared when a country is first asked for: thousands of names delay the start of a page. */
function allRegionsOf(country: string): readonly Region[] {
  const known = regionsByCountry.get(country)
  if (known) return known

  const listed = allCountries.find(([, code]) => code === country)?.[2] ?? []
  const regions = listed.map(([name, code]) => ({ name, plain: inPlainLetters(name), code }))
  regionsByCountry.set(country, regions)
  return regions
}

/** Countries where delivery requires the state; elsewhere it is optional. */
const countriesWithState: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'MX', 'US'])

/** States or provinces to choose from; empty if the country has only one. */
export function regionsOf(country: string): readonly Region[] {
  const all = allRegionsOf(country)
  return all.length > 1 ? all : []
}

export const isStateNeeded = (country: string): boolean => countriesWithState.has(country)

/** Finds a region by name, ignoring case and accents, or by code. */
export function regionNamed(country: string, text: string): Region | null {
  const wanted = inPlainLetters(text).toLowerCase()
  const all = allRegionsOf(country)

  return (
    all.find(({ plain }) => plain.toLowerCase() === wanted) ??
    all.find(({ code }) => code.toLowerCase() === wanted) ??
    null
  )
}
