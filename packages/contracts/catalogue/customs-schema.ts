import type { Catalogue } from '@cotation/domain'
import { z } from 'zod'
import { type PlacedProblem, repeated } from './fault.ts'
import { country, id, list, positive, someOf, text, words } from './figures.ts'

const hsCode = z.string().regex(/^\d{6}$/)
const source = id
const base = z.enum(['cif', 'fob'])
const percent = z.number().min(0).max(1000)

const allowance = z.strictObject({
  usd: positive,
  amount: positive,
  currency: z.string().regex(/^[A-Z]{3}$/),
  source,
})

const duty = z.strictObject({
  name: text,
  hsCodes: someOf(hsCode),
  percent,
  origins: z.exactOptional(someOf(country)),
  source,
})

export const customs = z.strictObject({
  sources: z.record(id, z.strictObject({ name: words(200), date: z.iso.date() })),
  commodities: someOf(z.strictObject({ hsCode, name: text, families: someOf(id), source })),
  territories: list(
    z.strictObject({
      countries: someOf(country),
      dutyBase: base,
      duties: someOf(duty),
      dutyFree: z.exactOptional(allowance),
      importTax: z.exactOptional(z.strictObject({ name: text, base, source, free: z.exactOptional(allowance) })),
    }),
  ),
})

/** Every entry that names a source, with its path. */
function* cited({ commodities, territories }: NonNullable<Catalogue['customs']>) {
  for (const [index, entry] of commodities.entries()) yield { path: ['commodities', index], ...entry }

  for (const [index, { duties, dutyFree, importTax }] of territories.entries()) {
    const path = ['territories', index]
    for (const [place, entry] of duties.entries()) yield { path: [...path, 'duties', place], ...entry }
    if (dutyFree) yield { path: [...path, 'dutyFree'], ...dutyFree }
    if (importTax) yield { path: [...path, 'importTax'], ...importTax }
    if (importTax?.free) yield { path: [...path, 'importTax', 'free'], ...importTax.free }
  }
}

/** Unknown sources, classes and rates, and what is there twice. A missing rate must not count as 0 %. */
export function* customsFaults({ customs: terms, tax, materials }: Catalogue): Generator<PlacedProblem> {
  if (!terms) return

  const { sources, commodities, territories } = terms
  for (const { path, source: named } of cited(terms))
    if (!Object.hasOwn(sources, named)) yield { path: ['customs', ...path, 'source'], problem: 'UNKNOWN_REFERENCE' }

  const codes = commodities.map((entry) => entry.hsCode)
  yield* repeated(codes, ['customs', 'commodities'], 'hsCode')

  const classified = new Set<string>()
  for (const [index, { families }] of commodities.entries())
    for (const [place, family] of families.entries()) {
      const path = ['customs', 'commodities', index, 'families', place]
      if (classified.has(family)) yield { path, problem: 'NOT_UNIQUE' }
      if (!materials.some((material) => material.family === family)) yield { path, problem: 'UNKNOWN_REFERENCE' }
      classified.add(family)
    }

  const seen = new Set<string>()
  for (const [index, { countries, duties, importTax }] of territories.entries()) {
    const path = ['customs', 'territories', index]
    for (const [place, member] of countries.entries()) {
      if (seen.has(member)) yield { path: [...path, 'countries', place], problem: 'NOT_UNIQUE' }
      if (importTax && !Object.hasOwn(tax.standardRates, member))
        yield { path: [...path, 'countries', place], problem: 'UNKNOWN_REFERENCE' }
      seen.add(member)
    }

    for (const [place, { hsCodes }] of duties.entries())
      for (const [at, code] of hsCodes.entries())
        if (!codes.includes(code))
          yield { path: [...path, 'duties', place, 'hsCodes', at], problem: 'UNKNOWN_REFERENCE' }

    const general = duties.filter(({ origins }) => !origins).flatMap(({ hsCodes }) => hsCodes)
    if (codes.some((code) => !general.includes(code))) yield { path: [...path, 'duties'], problem: 'NOT_SERVED' }
  }
}
