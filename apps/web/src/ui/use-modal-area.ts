import { type RefObject, useEffect } from 'react'
import { useScrollLock } from './use-scroll-lock.ts'

/** Screen readers ignore inert live regions; what floats above every page stays in reach. */
const exempt = '[inert], [data-floats], [role="status"], [role="alert"], [aria-live]'

/** Everything beside an element and its ancestors. */
function outsideOf(element: Element): Element[] {
  const outside: Element[] = []
  for (let one: Element = element; one.parentElement && one.parentElement !== document.body; one = one.parentElement) {
    for (const sibling of one.parentElement.children) {
      if (sibling !== one && !sibling.matches(exempt)) outside.push(sibling)
    }
  }

  return outside
}

/**
 * While active, nothing outside of the area can be focused, pressed or read, as behind a modal
 * dialog. Dialogs and messages that open from it are children of the body and stay reachable.
 */
export function useModalArea(area: RefObject<HTMLElement | null>, active: boolean): void {
  useScrollLock(active)

  useEffect(() => {
    const element = area.current
    if (!active || !element) return

    const outside = outsideOf(element)
    for (const one of outside) one.toggleAttribute('inert', true)

    return () => {
      for (const one of outside) one.toggleAttribute('inert', false)
    }
  }, [area, active])
}
