import type { RefObject } from 'react'
import { useKeptRow } from '../shared/use-kept-row.ts'
import { usePageKeys } from '../shared/use-page-keys.ts'

/** What a key does with the item at a place of the list. */
type KeyActions = Readonly<Record<string, (place: number) => void>>

/**
 * Moves the focus between the items of a list (`data-list-item`) with j and k; the keys of `actions`
 * act on the focused one. Enter is the browser's. Who comes back finds the focus on the row that was left.
 */
export function useListKeys(actions: KeyActions): RefObject<HTMLDivElement | null> {
  const list = useKeptRow<HTMLDivElement>()

  usePageKeys((event) => {
    const { key } = event
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])]
    const place = items.findIndex((item) => item.closest('tr')?.contains(document.activeElement))

    if (key === 'j') items[Math.min(place + 1, items.length - 1)]?.focus()
    else if (key === 'k') items[Math.max(place - 1, 0)]?.focus()
    else if (key in actions && place >= 0) actions[key]?.(place)
    else return

    event.preventDefault()
  })

  return list
}
