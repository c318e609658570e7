import type { ProposalState } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'

export const pageSize = 20

export const proposalsQuery = (state: ProposalState, page: number) =>
  queryOptions({
    queryKey: [staffQueries, 'proposals', state, page],
    queryFn: ({ signal }) =>
      staffApi(
        'GET /global/staff/proposal',
        { query: { state, page: String(page), pageSize: String(pageSize) } },
        { signal, quiet: true },
      ),
  })

export const proposalQuery = (proposalId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'proposals', proposalId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/proposal/{proposalId}', { params: { proposalId } }, { signal, quiet: true }),
  })

export const decisions = ['approve', 'refuse', 'withdraw'] as const
export type DecisionName = (typeof decisions)[number]

/**
 * Approves, refuses or withdraws a proposal. The lists are read again after a failure too, because
 * another person may have decided in the meantime.
 */
export async function decide(decision: DecisionName, proposalId: string, reason: string): Promise<void> {
  const input = { params: { proposalId }, body: { reason } }
  try {
    await staffApi(`POST /global/staff/proposal/{proposalId}/${decision}`, input, { quiet: true })
  } finally {
    await queryClient.invalidateQueries({ queryKey: [staffQueries, 'proposals'] })
  }
}
