import { type RefObject, useEffect } from 'react'

const tabbable = 'a[href], button, input, select, textarea, [tabindex]'

const isReachable = (element: HTMLElement) =>
  element.tabIndex >= 0 && !element.matches(':disabled, [hidden], [hidden] *, [type="hidden"]')

/**
 * While active, Tab stays inside the area. The focus goes to its `data-autofocus`, or to its
 * first control.
 */
export function useFocusTrap(area: RefObject<HTMLElement | null>, active: boolean) {
  useEffect(() => {
    const element = area.current
    if (!active || !element) return

    const stops = () => [...element.querySelectorAll<HTMLElement>(tabbable)].filter(isReachable)
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? stops()[0]
    first?.focus({ preventScroll: true })

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return

      const all = stops()
      const end = event.shiftKey ? all[0] : all.at(-1)
      const isAtEnd = document.activeElement === end || !element.contains(document.activeElement)
      if (!isAtEnd) return

      event.preventDefault()
      const target = event.shiftKey ? all.at(-1) : all[0]
      target?.focus()
    }
    element.addEventListener('keydown', onKeyDown)

    return () => element.removeEventListener('keydown', onKeyDown)
  }, [area, active])
}
