import type { Catalogue } from '@cotation/domain'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { keptScroll } from '#lib/kept-scroll.ts'
import { comparedFrom, comparedSearch, maxCompared } from './compared.ts'
import { filterFrom } from './material-filter.ts'

type FilterKey = 'search' | 'process' | 'family' | 'property' | 'from' | 'to'

/** Filter and comparison are part of the address: reload, links and the back button show the same. */
export function useMaterialAddress(catalogue: Catalogue) {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const compared = comparedFrom(search.compare, catalogue)

  /** Empty values are dropped from the address. */
  const narrow = (change: Partial<Record<FilterKey, string>>) =>
    void navigate({
      to: '.',
      search: (current) => Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value)),
      replace: true,
      ...keptScroll,
    })

  const compare = (ids: readonly string[]) =>
    void navigate({
      to: '.',
      search: ({ compare: _, ...rest }) => ({ ...rest, ...comparedSearch(ids.map((id) => ({ id }))) }),
      replace: true,
      ...keptScroll,
    })

  const ids = compared.map(({ id }) => id)

  return {
    filter: filterFrom(search),
    /** The bounds as they were typed. */
    typed: { from: search.from ?? '', to: search.to ?? '' },
    narrow,
    clear: () => narrow({ search: '', process: '', family: '', property: '', from: '', to: '' }),
    compared,
    canCompareMore: compared.length < maxCompared,
    toggleCompared: (id: string) => compare(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    compareNothing: () => compare([]),
  }
}

export type MaterialAddress = ReturnType<typeof useMaterialAddress>
