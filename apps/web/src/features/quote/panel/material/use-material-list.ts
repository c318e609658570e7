import type { Material, TechnologyId } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ConfiguredPart } from '#features/quote/panel/scope/panel-scope.ts'
import { useDeferredPart } from '#features/quote/panel/scope/use-deferred-part.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { groupedByProcess, type MaterialGroup, materialEntries } from './material-entries.ts'
import { type MaterialSort, searchEntries, sortedEntries } from './material-search.ts'

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
