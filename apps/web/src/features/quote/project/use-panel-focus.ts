import { useEffect, useRef } from 'react'

/**
 * Opening a part brings its panel into view and gives it the focus, since the list it was opened
 * from may be covered; going on to another part starts at its top; closing gives the focus back to
 * the part's line.
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
