import { useEffect } from 'react'
import { createStore } from '#lib/store.ts'

/** What a member can do on the shown screen, for the command palette. */
export interface PageAction {
  key: string
  name: string
  run: () => void
}

export const pageActions = createStore<readonly PageAction[]>([])

/** Offers an action in the command palette while a screen is shown. `run` must be stable. */
export function usePageAction(key: string, name: string, run: () => void): void {
  useEffect(() => {
    const action = { key, name, run }
    pageActions.set([...pageActions.get(), action])
    return () => pageActions.set(pageActions.get().filter((one) => one !== action))
  }, [key, name, run])
}
