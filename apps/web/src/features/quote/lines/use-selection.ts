import { useMemo, useState } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { nothingSelected, type Selection, surviving } from './selection.ts'

/** The selection, without lines that were removed or moved meanwhile. */
export function useSelection(lines: readonly WorkLine[]) {
  const [kept, setSelection] = useState<Selection>(nothingSelected)
  const selection = useMemo(() => surviving(kept, new Set(lines.map(({ id }) => id))), [kept, lines])
  const selected = useMemo(() => lines.filter(({ id }) => selection.ids.has(id)), [lines, selection])
  return { selection, selected, setSelection }
}
