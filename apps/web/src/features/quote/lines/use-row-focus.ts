import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

interface Wish {
  id: string
  field: 'row' | 'quantity'
}

/**
 * The one row whose controls Tab reaches; arrows move it. It stays mounted wherever the customer scrolls, so the focus is never lost
 * with a row that went out of view.
 */
export function useRowFocus(ids: readonly string[], root: RefObject<HTMLElement | null>) {
  const [activeId, activate] = useState<string>()
  // A new object each time: the same row may be asked for twice.
  const [wish, setWish] = useState<Wish>()
  const current = activeId !== undefined && ids.includes(activeId) ? activeId : ids[0]

  useLayoutEffect(() => {
    if (!wish) return
    const row = root.current?.querySelector(`[data-line="${CSS.escape(wish.id)}"]`)
    const selector = wish.field === 'row' ? '[data-select]' : '[data-quantity]'
    const field = row?.querySelector<HTMLElement>(selector) ?? row?.querySelector<HTMLElement>('[data-select]')
    field?.focus({ preventScroll: true })
    if (field instanceof HTMLInputElement && field.type === 'number') field.select()
    row?.scrollIntoView({ block: 'nearest' })
  }, [wish, root])

  const focusRow = useCallback((id: string, field: Wish['field'] = 'row') => {
    activate(id)
    setWish({ id, field })
  }, [])
  return { activeId: current, activate, focusRow }
}
