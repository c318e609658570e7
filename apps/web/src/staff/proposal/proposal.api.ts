import { queryOptions } from '@tanstack/react-query'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'

export const proposalQuery = (proposalId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'proposals', proposalId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/proposal/{proposalId}', { params: { proposalId } }, { signal, quiet: true }),
  })

const decisions = ['approve', 'refuse', 'withdraw'] as const
export type DecisionName = (typeof decisions)[number]

/**
 * Approves, refuses or withdraws a proposal. Screens read again after a failure too, because
 * another person may have decided in the meantime.
 */
export async function decide(decision: DecisionName, proposalId: string, reason: string): Promise<void> {
  const input = { params: { proposalId }, body: { reason } }
  try {
    await staffApi(`POST /global/staff/proposal/{proposalId}/${decision}`, input, { quiet: true })
  } finally {
    await refreshStaffData()
  }
}
