import { type Catalogue, findMaterial, type Language, type LineStatus } from '@cotation/domain'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

/** The sortable columns, in the sequence of the table. */
export const sortKeys = ['name', 'size', 'volume', 'status', 'material', 'quantity', 'lead', 'unit', 'line'] as const
export type SortKey = (typeof sortKeys)[number]

export interface Sort {
  key: SortKey
  descending: boolean
}

/** Lines that need the customer's attention come first. */
const urgency: Record<LineStatus, number> = {
  'needs-decision': 0,
  configuring: 1,
  expired: 2,
  'manual-quote': 3,
  analysing: 4,
  ready: 5,
  ordered: 6,
}

type Value = string | number | undefined

function sortValue(line: WorkLine, key: SortKey, catalogue: Catalogue, language: Language): Value {
  const { configuration, part } = line
  switch (key) {
    case 'name':
      return line.name
    case 'size':
      return line.sizeMm ? Math.max(...line.sizeMm) : undefined
    case 'volume':
      return part?.volumeMm3
    case 'status':
      return urgency[line.status]
    case 'material':
      return configuration && findMaterial(catalogue, configuration.materialId)?.name[language]
    case 'quantity':
      return configuration?.quantity
    case 'lead':
      return shownPrice(line)?.workingDays
    case 'unit':
      return shownPrice(line)?.unitMinor
    case 'line':
      return shownPrice(line)?.lineMinor
  }
}

/** Natural sort: part 2 comes before part 10, and É next to E. */
const collators = { fr: new Intl.Collator('fr', { numeric: true }), en: new Intl.Collator('en', { numeric: true }) }

function compare(one: Value, other: Value, language: Language): number {
  if (typeof one === 'string' && typeof other === 'string') return collators[language].compare(one, other)
  return Number(one) - Number(other)
}

/** The sorted lines (stable); lines without a value come last in both directions. */
export function sortedLines(
  lines: readonly WorkLine[],
  sort: Sort | undefined,
  catalogue: Catalogue,
  language: Language,
): readonly WorkLine[] {
  if (!sort) return lines

  const sign = sort.descending ? -1 : 1

  return lines
    .map((line) => ({ line, value: sortValue(line, sort.key, catalogue, language) }))
    .sort((one, other) => {
      if (one.value === undefined || other.value === undefined)
        return Number(one.value === undefined) - Number(other.value === undefined)
      return sign * compare(one.value, other.value, language)
    })
    .map(({ line }) => line)
}

/** Cycles through ascending, descending and unsorted. */
export function nextSort(sort: Sort | undefined, key: SortKey): Sort | undefined {
  if (sort?.key !== key) return { key, descending: false }
  return sort.descending ? undefined : { key, descending: true }
}
