import { allCountries } from 'country-region-data'
import { inPlainLetters } from './plain-letters.ts'

export interface Region {
  /** As it is written there: "Île-de-France". */
  name: string
  /** In English letters, as a label carries it: "Ile-de-France". */
  plain: string
  /** "IDF", "CA": as people write it who know it. */
  code: string
}

const regions: ReadonlyMap<string, readonly Region[]> = new Map(
  allCountries.map(([, country, list]) => [
    country,
    list.map(([name, code]) => ({ name, plain: inPlainLetters(name), code })),
  ]),
)

/** Where post does not arrive without the state; elsewhere it may be told, and most people leave it out. */
const needingState: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'MX', 'US'])

/** States or provinces to choose from: none where the whole country is one. */
export function regionsOf(country: string): readonly Region[] {
  const all = regions.get(country) ?? []
  return all.length > 1 ? all : []
}

export const isStateNeeded = (country: string): boolean => needingState.has(country)

/** The region of a country that a text names, in whatever letters and case, or by its code. */
export function regionNamed(country: string, text: string): Region | null {
  const wanted = inPlainLetters(text).toLowerCase()
  const all = regions.get(country) ?? []
  return (
    all.find(({ plain }) => plain.toLowerCase() === wanted) ??
    all.find(({ code }) => code.toLowerCase() === wanted) ??
    null
  )
}
