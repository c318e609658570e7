import type { Catalogue, Language, Material } from '@cotation/domain'
import type { MaterialEntry } from './material-entries.ts'

export const materialSorts = ['price', 'date', 'name', 'catalogue'] as const
export type MaterialSort = (typeof materialSorts)[number]

/** Ignores accents and case: `resine` finds `Résine`. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Also ignores spaces and hyphens: `PA 12` finds `PA12`. */
const joined = (text: string): string => plain(text).replaceAll(/[\s-]+/g, '')

/** Everything a customer may search for: names, family, process, colours and textual properties. */
function searchedText({ material, process }: MaterialEntry, catalogue: Catalogue, familyName: string): string {
  const { name, colours, properties, note = '', id } = material
  const textProperties = Object.entries(properties).flatMap(([key, value]) => {
    if (typeof value === 'string') return `${key} ${value}`
    return value === true ? key : []
  })
  const named = [name, catalogue.processes[process].name, ...colours.map((colour) => colour.name)]
  return [id, process, familyName, note, ...textProperties, ...named.flatMap(({ fr, en }) => [fr, en])].join(' ')
}

/** The entries that contain every word of the query, in either language. */
export function searchEntries(
  entries: readonly MaterialEntry[],
  query: string,
  catalogue: Catalogue,
  familyName: (material: Material) => string,
): MaterialEntry[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...entries]
  return entries.filter((entry) => {
    const text = searchedText(entry, catalogue, familyName(entry.material))
    const spaced = plain(text)
    const together = joined(text)
    return (
      wanted.every((word) => spaced.includes(word) || together.includes(joined(word))) ||
      together.includes(joined(query))
    )
  })
}

/** Sorts the entries; impossible ones come last. */
export function sortedEntries(
  entries: readonly MaterialEntry[],
  sort: MaterialSort,
  language: Language,
): MaterialEntry[] {
  const rank = ({ offer }: MaterialEntry): number => {
    if (!offer) return Number.POSITIVE_INFINITY
    if (sort === 'date') return offer.workingDays
    return sort === 'price' ? offer.lineMinor : 0
  }
  const name = ({ material }: MaterialEntry) => material.name[language]

  return entries.toSorted((one, other) => {
    const a = rank(one)
    const b = rank(other)
    if (a !== b) return a - b
    if (sort === 'date') return (one.offer?.lineMinor ?? 0) - (other.offer?.lineMinor ?? 0)
    return sort === 'name' ? name(one).localeCompare(name(other), language) : 0
  })
}
