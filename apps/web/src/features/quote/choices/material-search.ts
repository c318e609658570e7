import type { Catalogue, Language, Material, TechnologyId } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { withoutAccents } from '#lib/texts/without-accents.ts'
import { groupedByProcess, type MaterialEntry, type MaterialGroup, materialEntries } from './material-entries.ts'
import { type ConfiguredPart, useDeferredPart } from './panel-scope.ts'

export const materialSorts = ['price', 'date', 'name', 'catalogue'] as const
export type MaterialSort = (typeof materialSorts)[number]

/** Also ignores spaces and hyphens: `PA 12` finds `PA12`. */
const joined = (text: string): string => withoutAccents(text).replaceAll(/[\s-]+/g, '')

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
function searchEntries(
  entries: readonly MaterialEntry[],
  query: string,
  catalogue: Catalogue,
  familyName: (material: Material) => string,
): MaterialEntry[] {
  const wanted = withoutAccents(query).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...entries]

  return entries.filter((entry) => {
    const text = searchedText(entry, catalogue, familyName(entry.material))
    const spaced = withoutAccents(text)
    const together = joined(text)
    return (
      wanted.every((word) => spaced.includes(word) || together.includes(joined(word))) ||
      together.includes(joined(query))
    )
  })
}

/** Sorts the entries; impossible ones come last. */
function sortedEntries(entries: readonly MaterialEntry[], sort: MaterialSort, language: Language): MaterialEntry[] {
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

/** The translated name of a material family; a newer catalogue may have families without a text. */
function useFamilyName() {
  const t = useTranslations('panel.family')
  return ({ family }: Material): string => {
    const key = family as keyof Messages['panel']['family']
    return t.has(key) ? t(key) : family
  }
}

/** The materials that match the search or technology, sorted and grouped by process. */
export function useMaterialList(scope: ConfiguredPart) {
  const { material, catalogue } = scope
  const { language } = useLanguage()
  const familyName = useFamilyName()
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState<MaterialSort>('catalogue')
  const [technologyId, setTechnologyId] = useState<TechnologyId | undefined>(material.technologyId)
  const deferred = useDeferredPart(scope)
  const entries = useMemo(() => materialEntries(deferred.part, deferred.configuration, deferred.catalogue), [deferred])
  const searched = useDeferredValue(query)
  const isIn = (one: Material) => technologyId === undefined || one.technologyId === technologyId

  // A search covers all technologies: the customer need not know which one has the material.
  const search = () => searchEntries(entries, searched, catalogue, familyName)
  const found = searched.trim() ? search() : entries.filter((one) => isIn(one.material))
  const groups: MaterialGroup[] = groupedByProcess(sortedEntries(found, sort, language))
  const count = found.length

  return { groups, entries, count, query, setQuery, sort, setSort, technologyId, setTechnologyId }
}
