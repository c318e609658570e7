import type { Material, TechnologyId } from '@cotation/domain'
import type { Messages } from '@cotation/messages'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ConfiguredPart } from '#features/quote/panel/scope/panel-scope.ts'
import { useDeferredPart } from '#features/quote/panel/scope/use-deferred-part.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { groupedByProcess, type MaterialGroup, materialEntries } from './material-entries.ts'
import { foundIn, inOrder, type MaterialOrder } from './material-search.ts'

/**
 * A family in the customer's words; the catalogue of tomorrow may have one that the texts do not
 * know.
 */
export function useFamilyName() {
  const t = useTranslations('panel.family')
  return ({ family }: Material): string => {
    const key = family as keyof Messages['panel']['family']
    return t.has(key) ? t(key) : family
  }
}

/** What of the list of materials is shown: found, in one technology or all, sorted, by process. */
export function useMaterialList(scope: ConfiguredPart) {
  const { material, catalogue } = scope
  const { language } = useLanguage()
  const familyName = useFamilyName()
  const [query, setQuery] = useState('')
  const [order, setOrder] = useState<MaterialOrder>('catalogue')
  const [technologyId, setTechnologyId] = useState<TechnologyId | undefined>(material.technologyId)
  const wanted = useDeferredPart(scope)
  const entries = useMemo(() => materialEntries(wanted.part, wanted.configuration, wanted.catalogue), [wanted])
  const sought = useDeferredValue(query)
  const isIn = (one: Material) => technologyId === undefined || one.technologyId === technologyId

  // A name is looked for everywhere: nobody who types it should have to know which technology has
  // it.
  const found = sought.trim()
    ? foundIn(entries, sought, catalogue, familyName)
    : entries.filter((one) => isIn(one.material))
  const groups: MaterialGroup[] = groupedByProcess(inOrder(found, order, language))
  const count = found.length

  return { groups, entries, count, query, setQuery, order, setOrder, technologyId, setTechnologyId }
}
