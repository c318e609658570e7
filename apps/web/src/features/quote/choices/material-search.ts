import type { Language, Material, TechnologyId } from '@cotation/domain'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFamilyTexts } from '#lib/material/family.ts'
import { matchesQuery, materialText } from '#lib/material/search.ts'
import { useLanguage } from '#lib/texts/i18n.tsx'
import { groupedByProcess, type MaterialEntry, type MaterialGroup, materialEntries } from './material-entries.ts'
import { type ConfiguredPart, useDeferredPart } from './panel-scope.ts'

export const materialSorts = ['price', 'date', 'name', 'catalogue'] as const
export type MaterialSort = (typeof materialSorts)[number]

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

/** The materials that match the search or technology, sorted and grouped by process. */
export function useMaterialList(scope: ConfiguredPart) {
  const { material, catalogue } = scope
  const { language } = useLanguage()
  const families = useFamilyTexts()
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState<MaterialSort>('catalogue')
  const [technologyId, setTechnologyId] = useState<TechnologyId | undefined>(material.technologyId)
  const deferred = useDeferredPart(scope)
  const entries = useMemo(() => materialEntries(deferred.part, deferred.configuration, deferred.catalogue), [deferred])
  const searched = useDeferredValue(query)
  const isIn = (one: Material) => technologyId === undefined || one.technologyId === technologyId

  // A search covers all technologies: the customer need not know which one has the material.
  const search = () =>
    entries.filter(({ material: one, process }) =>
      matchesQuery(materialText(one, [process], catalogue, families.words(one.family)), searched),
    )
  const found = searched.trim() ? search() : entries.filter((one) => isIn(one.material))
  const groups: MaterialGroup[] = groupedByProcess(sortedEntries(found, sort, language))
  // Some materials are listed under two processes.
  const count = new Set(found.map((one) => one.material.id)).size

  return { groups, entries, count, query, setQuery, sort, setSort, technologyId, setTechnologyId }
}
