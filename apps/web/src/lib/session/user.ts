import type { Api, UserInfo } from '@cotation/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { app } from '#lib/app-port.ts'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { session } from '#lib/gateway/session.ts'

export type GeneralData = Api['GET /global/common/index']['output']

function isUser(userInfo: GeneralData['userInfo']): userInfo is UserInfo {
  return 'customerId' in userInfo
}

/**
 * Spec 4: an empty `userInfo` while a token exists means that the token is worth nothing. Only the token that was asked with:
 * an answer to a visitor may arrive after the visitor has signed in.
 */
async function fetchGeneralData(signal?: AbortSignal): Promise<GeneralData> {
  const askedWith = session.token()
  const general = await api('GET /global/common/index', {}, signal ? { signal } : {})
  const { userInfo } = general
  if (!isUser(userInfo) && askedWith !== null && session.token() === askedWith) session.clear()
  if (isUser(userInfo) && userInfo.isChannel) await app.navigate('/', { replace: true })
  return general
}

const generalQuery = queryOptions({
  queryKey: ['general'],
  queryFn: ({ signal }) => fetchGeneralData(signal),
  staleTime: 5 * 60_000,
})

/** Brand and contact data of the installation. */
export function useBrand() {
  return useQuery(generalQuery).data?.brand
}

export function useUser() {
  const { data, isPending } = useQuery(generalQuery)
  const userInfo = data && isUser(data.userInfo) ? data.userInfo : null
  return { userInfo, isEnterprise: userInfo !== null && userInfo.member === undefined, isPending }
}

/** Who is signed in, asked of the server unless it was just answered. */
export async function findUser(): Promise<UserInfo | null> {
  const { userInfo } = await queryClient.ensureQueryData(generalQuery)
  return isUser(userInfo) ? userInfo : null
}

/** After a login, an activation or a change of the profile. */
export async function refreshUser(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: generalQuery.queryKey })
}

/** Nobody is signed in any more: the token goes with the user info, or the login page would bounce its visitor. */
export function clearUser(): void {
  session.clear()
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== generalQuery.queryKey[0] })
  queryClient.setQueryData(generalQuery.queryKey, (general) => general && { ...general, userInfo: {} })
}
