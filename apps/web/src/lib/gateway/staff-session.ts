import { useSyncExternalStore } from 'react'
import { browserStorage, withPrefix } from '#lib/browser-storage.ts'
import { queryClient } from './query-client.ts'
import { createSession, tokenKey } from './session.ts'

const prefix = 'staff.'

/** Where a member of staff's token is stored: apart from a customer's, who may use the same browser. */
export const staffTokenKey = prefix + tokenKey

/** The session of a member of staff in this browser. */
export const staffSession = createSession(withPrefix(browserStorage, prefix), () => Date.now())

/** All queries of the staff side have keys that begin with this. */
export const staffQueries = 'staff'

/** The browser's database in which the work station keeps what it has read, for a reload without network. */
export const keptAnswersName = 'staff.kept-answers'

/** Also when a session has expired, where nothing else says that it is over. */
export function forgetKeptAnswers(): void {
  try {
    indexedDB.deleteDatabase(keptAnswersName)
  } catch {
    // Where site data is blocked, nothing was kept.
  }
}

/** What one member saw is not shown to the next. */
export function forgetStaffData(): void {
  queryClient.removeQueries({ queryKey: [staffQueries] })
  forgetKeptAnswers()
}

/** The member's token, or null; updates at every sign-in and sign-out, also of other tabs. */
export const useStaffToken = (): string | null => useSyncExternalStore(staffSession.subscribe, staffSession.token)
