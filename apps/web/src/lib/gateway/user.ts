import type { Api, UserInfo } from '@cotation/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { app } from '#lib/app-port.ts'
import { endDrafts } from '#lib/form-drafts.ts'
import { api, reportFailure } from '#lib/gateway/api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'

export type GeneralData = Api['GET /global/common/index']['output']

function isUser(userInfo: GeneralData['userInfo']): userInfo is UserInfo {
  return 'customerId' in userInfo
}

/**
 * Spec 4: an empty `userInfo` for a request with a token means that the token is invalid. Only that
 * token is cleared: the visitor may have signed in while the request was running.
 */
async function fetchGeneralData(signal?: AbortSignal): Promise<GeneralData> {
  const sentToken = session.token()
  const general = await api('GET /global/common/index', {}, signal ? { signal } : {})
  const { userInfo } = general
  if (!isUser(userInfo) && sentToken !== null && session.token() === sentToken) endInvalidSession()
  if (isUser(userInfo) && userInfo.isChannel) await app.navigate('/', { replace: true })
  return general
}

/** A public screen goes on for a visitor; a private one has nothing to show without a user. */
function endInvalidSession(): void {
  if (app.currentRoute().requiresAuth)
    reportFailure(new ApiError({ code: 'UNAUTHENTICATED', status: 401, message: '' }))
  else session.clear()
}

const generalQuery = queryOptions({
  queryKey: ['general'],
  queryFn: ({ signal }) => fetchGeneralData(signal),
  staleTime: 5 * 60_000,
})

/** Asks for the user while the code of the page is still on its way. Never fails. */
export async function prefetchUser(): Promise<void> {
  if (session.token() !== null) await queryClient.prefetchQuery(generalQuery)
}

/** Brand and contact data of the installation. */
export function useBrand() {
  return useQuery(generalQuery).data?.brand
}

export function useUser() {
  const { data, isPending } = useQuery(generalQuery)
  const userInfo = data && isUser(data.userInfo) ? data.userInfo : null
  return { userInfo, isEnterprise: userInfo !== null && userInfo.member === undefined, isPending }
}

/** The signed-in user, from the cache while it is fresh. */
export async function findUser(): Promise<UserInfo | null> {
  const { userInfo } = await queryClient.ensureQueryData(generalQuery)
  return isUser(userInfo) ? userInfo : null
}

/** After a login, an activation or a change of the profile. */
export async function refreshUser(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: generalQuery.queryKey })
}

/** Signs out in the browser. The token goes too, or the login page would redirect away. */
export function clearUser(why: 'ended' | 'loggedOut' = 'ended'): void {
  session.clear(why)
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== generalQuery.queryKey[0] })
  queryClient.setQueryData(generalQuery.queryKey, (general) => general && { ...general, userInfo: {} })
}

/**
 * Ends the session on purpose: the server first, then token, user info (spec 4) and forms that were
 * not sent. Without a response the browser signs out all the same. A session that merely expires
 * keeps the forms for the next login.
 */
export async function endSession(): Promise<void> {
  if (session.token() !== null) await api('GET /global/account/logout', {}, { quiet: true }).catch(() => {})
  clearUser('loggedOut')
  endDrafts()
}

/** `path` is where the visitor goes on. */
export async function signOut(path = '/'): Promise<void> {
  await endSession()
  await app.navigate(path)
}

/** The real token, or null; updates when the visitor signs in or out. */
export const useToken = (): string | null => useSyncExternalStore(session.subscribe, session.token)

/** Whether the session ended without a logout; false again after a login. */
export const useSessionEnded = (): boolean => useSyncExternalStore(session.subscribe, session.hasEnded)

/** Third parties to sign in with, and which of them the account is linked to. */
export const quickChannelsQuery = queryOptions({
  queryKey: ['quick-channels'],
  queryFn: ({ signal }) => api('GET /global/account/quick', {}, { signal, quiet: true }),
})
