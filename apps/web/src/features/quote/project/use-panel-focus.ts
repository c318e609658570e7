import { useEffect, useRef } from 'react'

/**
 * Opening a part scrolls to its panel and focuses it, since the list may be covered. Changing to
 * another part scrolls to the top. Closing returns the focus to the part's line.
 */
export function usePanelFocus(lineId: string | undefined) {
  const panel = useRef<HTMLDivElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const before = shown.current
    shown.current = lineId

    if (lineId !== undefined) {
      if (before === undefined) panel.current?.focus({ preventScroll: true })
      panel.current?.scrollIntoView({ block: 'start' })
      return
    }

    if (before === undefined) return

    const line = document.querySelector(`[data-line="${CSS.escape(before)}"]`)
    line?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true })
    line?.scrollIntoView({ block: 'nearest' })
  }, [lineId])

  return panel
}
