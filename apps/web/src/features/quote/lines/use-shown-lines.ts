import type { Catalogue } from '@cotation/domain'
import { useMemo, useRef, useState } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useLanguage } from '#lib/texts/i18n.tsx'
import { filteredLines, type LineFilter, noFilter } from './line-filter.ts'
import { nextSort, type Sort, type SortKey, sortedLines } from './sort-lines.ts'

/**
 * Keeps rows in their previous sequence while the customer types in one of them. Removed lines are
 * left out, new ones come last.
 */
function inSequence(
  ids: readonly string[],
  lines: readonly WorkLine[],
  sorted: readonly WorkLine[],
): readonly WorkLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const kept = ids.map((id) => byId.get(id)).filter((line) => line !== undefined)
  const before = new Set(ids)

  return [...kept, ...sorted.filter(({ id }) => !before.has(id))]
}

/** The lines filtered and sorted as the customer asked. While `held`, no row moves. */
export function useShownLines(lines: readonly WorkLine[], catalogue: Catalogue) {
  const { language } = useLanguage()
  const [sort, setSort] = useState<Sort>()
  const [filter, setFilter] = useState<LineFilter>(noFilter)
  const [held, setHeld] = useState(false)
  const lastIds = useRef<readonly string[]>([])

  const { lines: found, counts } = useMemo(
    () => filteredLines(lines, filter, catalogue, language),
    [lines, filter, catalogue, language],
  )
  const shown = useMemo(() => {
    const sorted = sortedLines(found, sort, catalogue, language)
    return held ? inSequence(lastIds.current, lines, sorted) : sorted
  }, [found, sort, held, lines, catalogue, language])

  const ids = useMemo(() => shown.map(({ id }) => id), [shown])
  lastIds.current = ids

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
