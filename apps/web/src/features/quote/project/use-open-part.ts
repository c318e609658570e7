import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { keptScroll } from '#lib/kept-scroll.ts'

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
        ...keptScroll,
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

/** Where the customer was in the list when a part opened. */
interface ListPosition {
  lineId: string
  pageTop: number
  rowsTop: number
}

const findRows = () => document.querySelector('[data-lines-scroller]')

/**
 * Opening a part scrolls to its panel and focuses it, since the list may be covered. Changing to
 * another part scrolls to the top. Closing returns to the part's line, with the list where it was:
 * a panel that replaces the list on the page also takes its scroll positions away.
 */
export function usePanelFocus(lineId: string | undefined) {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef<string>(undefined)
  const left = useRef<ListPosition>(undefined)

  useEffect(() => {
    const before = shown.current
    shown.current = lineId

    if (lineId !== undefined) {
      if (before === undefined) panel.current?.focus({ preventScroll: true })
      panel.current?.scrollIntoView({ block: 'start' })
      // On a phone the panel scrolls itself.
      if (panel.current) panel.current.scrollTop = 0
      return
    }

    if (before === undefined) return

    const position = left.current
    left.current = undefined
    if (position) {
      window.scrollTo({ top: position.pageTop, behavior: 'instant' })
      const rows = findRows()
      if (rows) rows.scrollTop = position.rowsTop
    }

    // The line of another part may be out of view.
    return focusLine(before, position?.lineId !== before)
  }, [lineId])

  /** To be called before a part opens over the list. */
  const rememberPosition = useCallback((opened: string) => {
    if (shown.current !== undefined) return
    left.current = { lineId: opened, pageTop: window.scrollY, rowsTop: findRows()?.scrollTop ?? 0 }
  }, [])

  return { panel, rememberPosition }
}

/** Frames until a list that was hidden has measured itself and shows its rows again. */
const maxFrames = 30

/** Focuses the opener of a line as soon as its row is mounted. Returns a function that gives up. */
function focusLine(lineId: string, scrolls: boolean): () => void {
  let frame = 0
  const tryFrom = (framesLeft: number) => {
    const line = document.querySelector(`[data-line="${CSS.escape(lineId)}"]`)
    if (line) {
      line.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true })
      if (scrolls) line.scrollIntoView({ block: 'nearest' })
    } else if (framesLeft > 0) {
      frame = requestAnimationFrame(() => tryFrom(framesLeft - 1))
    }
  }
  tryFrom(maxFrames)

  return () => cancelAnimationFrame(frame)
}
