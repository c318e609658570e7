import { type RefObject, useCallback, useEffect, useId, useRef } from 'react'
import { createStore } from '#lib/store.ts'

/** What a member can do on the shown screen, for the command palette. */
export interface PageAction {
  key: string
  name: string
  run: () => void
}

export const pageActions = createStore<readonly PageAction[]>([])

/** Offers an action in the command palette while a screen is shown, none without a name. `run` must be stable. */
export function usePageAction(name: string | null, run: () => void): void {
  const key = useId()

  useEffect(() => {
    if (name === null) return
    const action = { key, name, run }
    pageActions.set([...pageActions.get(), action])
    return () => pageActions.set(pageActions.get().filter((one) => one !== action))
  }, [key, name, run])
}

/**
 * Offers what pressing a control does. The palette presses the control itself, so it can do nothing that
 * the screen does not offer.
 */
export function usePressAction<E extends HTMLElement>(name: string | null): RefObject<E | null> {
  const control = useRef<E>(null)
  const press = useCallback(() => {
    // First the focus, so that a dialog that opens returns it to the control, as after a press.
    control.current?.focus()
    control.current?.click()
  }, [])
  usePageAction(name, press)
  return control
}
