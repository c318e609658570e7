import type { Catalogue, Language, Material } from '@cotation/domain'
import type { MaterialEntry } from './material-entries.ts'

export const materialOrders = ['price', 'date', 'name', 'catalogue'] as const
export type MaterialOrder = (typeof materialOrders)[number]

/** Without accents, case and punctuation: `PA 12` is found in `PA12`, `resine` in `Résine`. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const joined = (text: string): string => plain(text).replaceAll(/[\s-]+/g, '')

/**
 * Everything by which a customer may know a material: names, family, process, colours, properties
 * that are words.
 */
function wordsOf({ material, process }: MaterialEntry, catalogue: Catalogue, familyName: string): string {
  const { name, colours, properties, note = '', id } = material
  const worded = Object.entries(properties).flatMap(([key, value]) =>
    typeof value === 'string' ? `${key} ${value}` : value === true ? key : [],
  )
  const named = [name, catalogue.processes[process].name, ...colours.map((colour) => colour.name)]
  return [id, process, familyName, note, ...worded, ...named.flatMap(({ fr, en }) => [fr, en])].join(' ')
}

/** The entries in which every word of the query occurs, in either language. */
export function foundIn(
  entries: readonly MaterialEntry[],
  query: string,
  catalogue: Catalogue,
  familyName: (material: Material) => string,
): MaterialEntry[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...entries]
  return entries.filter((entry) => {
    const words = wordsOf(entry, catalogue, familyName(entry.material))
    const spaced = plain(words)
    const together = joined(words)
    return (
      wanted.every((word) => spaced.includes(word) || together.includes(joined(word))) ||
      together.includes(joined(query))
    )
  })
}

/** Entries in the asked order; those that cannot be had come last. */
export function inOrder(entries: readonly MaterialEntry[], order: MaterialOrder, language: Language): MaterialEntry[] {
  const rank = ({ offer }: MaterialEntry): number => {
    if (!offer) return Number.POSITIVE_INFINITY
    return order === 'date' ? offer.workingDays : order === 'price' ? offer.lineMinor : 0
  }
  const name = ({ material }: MaterialEntry) => material.name[language]

  return entries.toSorted((one, other) => {
    const a = rank(one)
    const b = rank(other)
    if (a !== b) return a - b
    if (order === 'date') return (one.offer?.lineMinor ?? 0) - (other.offer?.lineMinor ?? 0)
    return order === 'name' ? name(one).localeCompare(name(other), language) : 0
  })
}
