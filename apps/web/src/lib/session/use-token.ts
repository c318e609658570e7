import { useSyncExternalStore } from 'react'
import { session } from '#lib/gateway/session.ts'

/** The real token, or null; updates when the visitor signs in or out. */
export const useToken = (): string | null => useSyncExternalStore(session.subscribe, session.token)
