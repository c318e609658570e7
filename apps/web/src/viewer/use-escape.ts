import { type RefObject, useEffect, useRef } from 'react'

/**
 * Calls `onEscape` while the focus is inside of the element; if it returns true, the event stops
 * there.
 */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => boolean) {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const within = element.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !latest.current()) return
      event.stopPropagation()
      event.preventDefault()
    }
    within?.addEventListener('keydown', onKeyDown)

    return () => within?.removeEventListener('keydown', onKeyDown)
  }, [element])
}
