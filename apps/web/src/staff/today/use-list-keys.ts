import type { RefObject } from 'react'
import { useKeptRow } from '../shared/use-kept-row.ts'
import { usePageKeys } from '../shared/use-page-keys.ts'

/** What a key does with the item at an index of the list. */
type KeyActions = Readonly<Record<string, (index: number) => void>>

/**
 * Moves the focus between the items of a list (`data-list-item`) with j and k; the keys of `actions`
 * act on the focused one. Enter is left to the browser. Going back returns the focus to the row
 * that was opened.
 */
export function useListKeys(actions: KeyActions): RefObject<HTMLDivElement | null> {
  const list = useKeptRow<HTMLDivElement>()

  usePageKeys((event) => {
    const { key } = event
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])]
    const index = items.findIndex((item) => item.closest('tr')?.contains(document.activeElement))

    if (key === 'j') items[Math.min(index + 1, items.length - 1)]?.focus()
    else if (key === 'k') items[Math.max(index - 1, 0)]?.focus()
    else if (key in actions && index >= 0) actions[key]?.(index)
    else return

    event.preventDefault()
  })

  return list
}
