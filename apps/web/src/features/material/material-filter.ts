import { type Catalogue, type Material, type ProcessId, type PropertyValue, processIds } from '@cotation/domain'
import { propertiesOf } from '#lib/material/properties.ts'
import { matchesQuery, materialText } from '#lib/material/search.ts'
import { language } from '#lib/texts/language.ts'
import { parseNumber } from '#lib/texts/parse-number.ts'

/** Properties that all have as a number or a range. */
export const rangedProperties = [
  'tensileMpa',
  'elongationPct',
  'tensileModulusMpa',
  'hdtC',
  'maxServiceC',
  'densityGCm3',
  'minWallMm',
] as const

export type RangedProperty = (typeof rangedProperties)[number]

/** The conditions of the list; undefined and empty ones do not count. */
export interface MaterialFilter {
  query: string
  process: ProcessId | undefined
  family: string | undefined
  property: RangedProperty | undefined
  from: number | undefined
  to: number | undefined
}

interface FilterSearch {
  search?: string
  process?: string
  family?: string
  property?: string
  from?: string
  to?: string
}

/** A bound of a property as it is typed, which is never negative. */
export function typedBound(text: string): number | undefined {
  const number = parseNumber(text, language.get())
  const isBound = number !== undefined && number < 1_000_000 && !text.includes('-')
  return isBound ? number : undefined
}

/** A bound in an address, which means the same on pages of both languages. Older links have a comma. */
export function linkedBound(text: string): number | undefined {
  const normal = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d+)?$/.test(normal) ? Number(normal) : undefined
}

/** The filter of an address. What it does not know is ignored: a link may be older than the page. */
export function filterFrom({
  search = '',
  process,
  family,
  property,
  from = '',
  to = '',
}: FilterSearch): MaterialFilter {
  return {
    query: search.trim(),
    process: processIds.find((id) => id === process),
    family: family || undefined,
    property: rangedProperties.find((id) => id === property),
    from: linkedBound(from),
    to: linkedBound(to),
  }
}

function boundsOf(value: PropertyValue | undefined): readonly [number, number] | undefined {
  if (typeof value === 'number') return [value, value]
  return Array.isArray(value) ? (value as readonly [number, number]) : undefined
}

/** A range of the catalogue matches if some of it lies between the bounds. */
function isInRange(material: Material, { property, from, to }: MaterialFilter): boolean {
  if (property === undefined || (from === undefined && to === undefined)) return true

  const bounds = boundsOf(propertiesOf(material, [property])[0]?.value)
  if (!bounds) return false

  const [lowest, highest] = bounds
  return highest >= (from ?? Number.NEGATIVE_INFINITY) && lowest <= (to ?? Number.POSITIVE_INFINITY)
}

/** The materials that meet all conditions, in the sequence of the catalogue. */
export function filterMaterials(
  catalogue: Catalogue,
  filter: MaterialFilter,
  familyWords: (family: string) => string,
): Material[] {
  const { query, process, family } = filter

  return catalogue.materials.filter((material) => {
    if (process && !material.processIds.includes(process)) return false
    if (family && material.family !== family) return false
    if (!isInRange(material, filter)) return false
    const words = familyWords(material.family)
    return query === '' || matchesQuery(materialText(material, material.processIds, catalogue, words), query)
  })
}

export type Condition = 'query' | 'process' | 'family' | 'property'

const without: Readonly<Record<Condition, Partial<MaterialFilter>>> = {
  query: { query: '' },
  process: { process: undefined },
  family: { family: undefined },
  property: { property: undefined, from: undefined, to: undefined },
}

/** The conditions that exclude everything: without one of them there are materials, and how many. */
export function loosenings(
  catalogue: Catalogue,
  filter: MaterialFilter,
  familyWords: (family: string) => string,
): { condition: Condition; count: number }[] {
  const conditions = (['query', 'process', 'family', 'property'] as const).filter((condition) => filter[condition])

  return conditions
    .map((condition) => {
      const looser = { ...filter, ...without[condition] }
      return { condition, count: filterMaterials(catalogue, looser, familyWords).length }
    })
    .filter(({ count }) => count > 0)
}
