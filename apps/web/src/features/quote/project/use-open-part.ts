import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'

/**
 * The line whose panel is open. Stored in the URL, so that it can be linked and "back" closes it.
 */
export function useOpenPart(lines: readonly WorkLine[]) {
  const navigate = useNavigate()
  const { part } = useSearch({ from: '__root__' })
  const go = useCallback(
    (lineId: string | undefined, isReplaced: boolean) =>
      void navigate({
        to: '.',
        search: ({ part: _, ...search }) => (lineId === undefined ? search : { ...search, part: lineId }),
        replace: isReplaced,
        resetScroll: false,
      }),
    [navigate],
  )

  return {
    line: part === undefined ? undefined : lines.find(({ id }) => id === part),
    open: useCallback((lineId: string) => go(lineId, part !== undefined), [go, part]),
    /** Replaces the history entry, so that "back" still closes the panel. */
    replace: useCallback((lineId: string) => go(lineId, true), [go]),
    close: useCallback(() => go(undefined, true), [go]),
  }
}
