import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Props for the search field and the options of a list: arrow keys move the focus between them. */
export const arrowKeyStop = {
  'data-stop': true,
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key]
    const list = event.currentTarget.closest('[data-arrow-keys]')
    if (step === undefined || !list) return

    const stops = [...list.querySelectorAll<HTMLElement>('[data-stop]:not(:disabled)')]
    const next = stops[stops.indexOf(event.currentTarget) + step]
    if (!next) return

    event.preventDefault()
    next.focus()
  },
}
