import { type RefObject, useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null

/** What a key does with the item at a place of the list. */
type KeyActions = Readonly<Record<string, (place: number) => void>>

/**
 * Moves the focus between the items of a list (`data-list-item`) with j and k; the keys of `actions`
 * act on the focused one. Enter is the browser's. Not while a field has the focus.
 */
export function useListKeys(actions: KeyActions): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  const ofKey = useRef(actions)
  useEffect(() => {
    ofKey.current = actions
  })

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (ctrlKey || metaKey || altKey || isTyping(target) || document.querySelector('[role=dialog]')) return

      const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])]
      const place = items.findIndex((item) => item.closest('tr')?.contains(document.activeElement))

      if (key === 'j') items[Math.min(place + 1, items.length - 1)]?.focus()
      else if (key === 'k') items[Math.max(place - 1, 0)]?.focus()
      else if (key in ofKey.current && place >= 0) ofKey.current[key]?.(place)
      else return

      event.preventDefault()
    }

    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  return list
}
