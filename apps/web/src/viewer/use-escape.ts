import { type RefObject, useEffect, useRef } from 'react'

/** Asks on Escape, wherever within the element the focus is; a true answer keeps the key from whatever lies around it. */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: () => boolean) {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const within = element.current
    const heard = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !latest.current()) return
      event.stopPropagation()
      event.preventDefault()
    }
    within?.addEventListener('keydown', heard)

    return () => within?.removeEventListener('keydown', heard)
  }, [element])
}
