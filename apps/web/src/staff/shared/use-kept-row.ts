import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { followList, type ListPlace, readPlaces } from '#lib/kept-scroll.ts'

/** The place that a person left in this list, if this entry of the history was shown before. */
export function useLeftPlace(view = ''): ListPlace | undefined {
  const { history } = useRouter()
  const read = () => ({ view, place: readPlaces().get(history.location.state.__TSR_key ?? 'first')?.list })
  const [left, setLeft] = useState(read)

  // The same list with another search is another entry.
  const current = left.view === view ? left : read()
  if (current !== left) setLeft(current)
  return current.place
}

/** Keeps the place in this list for the way back. */
export function useKeptPlace(read: () => ListPlace | undefined): void {
  const current = useRef(read)
  useEffect(() => {
    current.current = read
  })
  useEffect(() => followList(() => current.current()), [])
}

/** Whether no control has the focus, so that a list may take it when it appears. */
export const isFocusFree = (): boolean => document.activeElement?.matches('body, main') ?? true

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

/**
 * For a list that scrolls with the page and whose rows have `data-row`. After "back", the focus is
 * on the row that had it, or on the one now in its place.
 */
export function useKeptRow<List extends HTMLElement>(): RefObject<List | null> {
  const list = useRef<List>(null)
  const left = useLeftPlace()

  useKeptPlace(() => {
    const rows = rowsIn(list.current)
    const index = rows.findIndex((row) => row.contains(document.activeElement))
    const rowId = rows[index]?.dataset.row
    return rowId === undefined ? undefined : { rowId, index, hasFocus: true }
  })

  useEffect(() => {
    if (!left || !isFocusFree()) return

    const rows = rowsIn(list.current)
    const row = rows.find(({ dataset }) => dataset.row === left.rowId) ?? rows[left.index] ?? rows.at(-1)
    row?.querySelector<HTMLElement>('a, button')?.focus()
  }, [left])

  return list
}
