import { useSyncExternalStore } from 'react'
import { session } from '#lib/gateway/session.ts'

/** The real token, or null: follows a sign-in and its end while the page stays open. */
export const useToken = (): string | null => useSyncExternalStore(session.subscribe, session.token)
