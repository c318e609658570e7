import type { Catalogue } from '@cotation/domain'
import { useMemo, useRef, useState } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useLanguage } from '#lib/texts/i18n.tsx'
import { heldOrder } from './held-order.ts'
import { filteredLines, type LineFilter, noFilter } from './line-filter.ts'
import { nextSort, type Sort, type SortKey, sortedLines } from './sort-lines.ts'

/** The lines as the customer wants to see them. While `held`, no row changes its place. */
export function useOrderedLines(lines: readonly WorkLine[], catalogue: Catalogue) {
  const { language } = useLanguage()
  const [sort, setSort] = useState<Sort>()
  const [filter, setFilter] = useState<LineFilter>(noFilter)
  const [held, setHeld] = useState(false)
  const order = useRef<readonly string[]>([])
  const { lines: found, counts } = useMemo(
    () => filteredLines(lines, filter, catalogue, language),
    [lines, filter, catalogue, language],
  )
  const shown = useMemo(() => {
    const sorted = sortedLines(found, sort, catalogue, language)
    return held ? heldOrder(order.current, lines, sorted) : sorted
  }, [found, sort, held, lines, catalogue, language])
  const ids = useMemo(() => shown.map(({ id }) => id), [shown])

  order.current = ids

  return {
    shown,
    ids,
    counts,
    sort,
    setSort,
    sortBy: (key: SortKey) => setSort(nextSort(sort, key)),
    filter,
    setFilter,
    setHeld,
  }
}
