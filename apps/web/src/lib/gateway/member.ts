import type { StaffMe } from '@cotation/contracts'
import type { StaffRight } from '@cotation/domain'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { staffDrafts } from '#lib/form-drafts.ts'
import { queryClient } from './query-client.ts'
import { staffApi } from './staff-api.ts'
import { forgetStaffData, staffQueries, staffSession } from './staff-session.ts'

/** The member of staff who uses this browser. */
export const memberQuery = queryOptions({
  queryKey: [staffQueries, 'me'],
  queryFn: ({ signal }) => staffApi('GET /global/staff/me', {}, { signal, quiet: true }),
  staleTime: 5 * 60_000,
})

/** Undefined while it is loading; screens inside the frame can rely on it. */
export const useMemberQuery = () => useQuery(memberQuery)

/** The signed-in member. For screens, which the frame shows once the member is known. */
export function useMember(): StaffMe {
  return useSuspenseQuery(memberQuery).data
}

/** Whether the signed-in member has a right: for buttons of actions that others may not see. */
export function useMay(): (right: StaffRight) => boolean {
  const { rights } = useMember()
  return (right) => rights.includes(right)
}

/** Called after members have changed their account. */
export async function refreshMember(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey })
}

/** Reads the rights again, unless that is already happening: the refusal may be the answer to it. */
export async function recheckMember(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: memberQuery.queryKey }, { cancelRefetch: false })
}

/** Ends the session: on the server first, then in this browser, also without an answer. */
export async function signOutMember(): Promise<void> {
  if (staffSession.token() !== null) await staffApi('POST /global/staff/logout', {}, { quiet: true }).catch(() => {})
  staffSession.clear('loggedOut')
  staffDrafts.removeAll()
  forgetStaffData()
}
