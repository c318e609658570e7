import { queryClient } from '#lib/gateway/query-client.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

/** Reads everything again: a change of an order shows in lists, tasks, counts and the audit too. */
export async function refreshStaffData(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [staffQueries] })
}
