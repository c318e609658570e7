import { type RefObject, useEffect } from 'react'

/**
 * Closes something open when the visitor presses Escape, or clicks or moves the focus outside of
 * it. Escape returns the focus to the button that opened it, because the focused item is hidden.
 */
export function useDismiss(open: boolean, area: RefObject<HTMLElement | null>, close: () => void) {
  useEffect(() => {
    if (!open) return

    const outside = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) close()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      if (area.current?.contains(document.activeElement))
        area.current.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', onKey)

    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', onKey)
    }
  }, [open, area, close])
}
