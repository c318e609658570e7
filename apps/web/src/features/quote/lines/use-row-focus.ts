import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

interface FocusRequest {
  id: string
  field: 'row' | 'quantity'
}

/**
 * The active row: Tab reaches its controls only, and arrows move it. It stays mounted when it is
 * scrolled out of view, so that the focus is not lost.
 */
export function useRowFocus(ids: readonly string[], root: RefObject<HTMLElement | null>) {
  const [activeId, activate] = useState<string>()
  // A new object per request: the same row may be requested twice.
  const [request, setRequest] = useState<FocusRequest>()
  const current = activeId !== undefined && ids.includes(activeId) ? activeId : ids[0]

  useLayoutEffect(() => {
    if (!request) return
    const row = root.current?.querySelector(`[data-line="${CSS.escape(request.id)}"]`)
    const selector = request.field === 'row' ? '[data-select]' : '[data-quantity]'
    const field = row?.querySelector<HTMLElement>(selector) ?? row?.querySelector<HTMLElement>('[data-select]')
    field?.focus({ preventScroll: true })
    if (field instanceof HTMLInputElement && field.type === 'number') field.select()
    row?.scrollIntoView({ block: 'nearest' })
  }, [request, root])

  const focusRow = useCallback((id: string, field: FocusRequest['field'] = 'row') => {
    activate(id)
    setRequest({ id, field })
  }, [])
  return { activeId: current, activate, focusRow }
}
