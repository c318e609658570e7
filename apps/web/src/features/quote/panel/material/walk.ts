import type { KeyboardEvent } from 'react'

/**
 * Arrow keys go from the search through the materials and back, as in every list; spread over both.
 */
export const walked = {
  'data-walk': true,
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const list = event.currentTarget.closest('[data-walked]')
    if (step === 0 || !list) return

    const stops = [...list.querySelectorAll<HTMLElement>('[data-walk]:not(:disabled)')]
    const next = stops[stops.indexOf(event.currentTarget) + step]
    if (!next) return

    event.preventDefault()
    next.focus()
  },
}
