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

const regions: ReadonlyMap<string, readonly Region[]> = new Map(
  allCountries.map(([, country, list]) => [
    country,
    list.map(([name, code]) => ({ name, plain: inPlainLetters(name), code })),
  ]),
)

/** Countries where delivery requires the state; elsewhere it is optional. */
const countriesWithState: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'MX', 'US'])

/** States or provinces to choose from; empty if the country has only one. */
export function regionsOf(country: string): readonly Region[] {
  const all = regions.get(country) ?? []
  return all.length > 1 ? all : []
}

export const isStateNeeded = (country: string): boolean => countriesWithState.has(country)

/** Finds a region by name, ignoring case and accents, or by code. */
export function regionNamed(country: string, text: string): Region | null {
  const wanted = inPlainLetters(text).toLowerCase()
  const all = regions.get(country) ?? []

  return (
    all.find(({ plain }) => plain.toLowerCase() === wanted) ??
    all.find(({ code }) => code.toLowerCase() === wanted) ??
    null
  )
}
