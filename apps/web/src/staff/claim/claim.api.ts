import type { StaffClaimView } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '#lib/gateway/query-client.ts'
import { staffApi, staffFile } from '#lib/gateway/staff-api.ts'
import { staffQueries } from '#lib/gateway/staff-session.ts'
import { refreshStaffData } from '../shared/refresh-staff-data.ts'

/** Always stale: a colleague may decide, or the customer answer, meanwhile. */
export const claimQuery = (claimId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'claim', claimId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/afterSale/{claimId}', { params: { claimId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const evidenceQuery = (claimId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'claim-evidence', claimId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/afterSale/{claimId}/evidence', { params: { claimId } }, { signal, quiet: true }),
  })

/** The order of the claim, as its own page shows it. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}', { params: { orderId } }, { signal, quiet: true }),
  })

export const photoQuery = (photoId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'claim-photo', photoId],
    queryFn: ({ signal }) =>
      staffFile('GET /global/staff/afterSale/photo/{photoId}', { params: { photoId } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const inspectionsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [staffQueries, 'order-inspections', orderId],
    queryFn: ({ signal }) =>
      staffApi('GET /global/staff/order/{orderId}/inspection', { params: { orderId } }, { signal, quiet: true }),
  })

/** What staff decide about a claim. The last two are money. */
export const decisions = ['question', 'accept', 'reject', 'refund', 'credit'] as const
export type DecisionName = (typeof decisions)[number]

export interface Decision {
  name: DecisionName
  text: string
  /** Amount of a refund or credit. */
  amountMinor: number
}

/** Sends a decision; answers what waits for a second person instead. Everything is read again. */
export async function decide(claimId: string, decision: Decision): Promise<StaffClaimView['proposal']> {
  try {
    return await send(claimId, decision)
  } finally {
    // After a refusal too: a colleague may have decided meanwhile.
    await refreshStaffData()
  }
}

async function send(claimId: string, { name, text, amountMinor }: Decision): Promise<StaffClaimView['proposal']> {
  const params = { claimId }
  const options = { quiet: true }

  switch (name) {
    case 'question':
      await staffApi('POST /global/staff/afterSale/{claimId}/question', { params, body: { text } }, options)
      return null
    case 'accept':
      await staffApi('POST /global/staff/afterSale/{claimId}/accept', { params, body: { text } }, options)
      return null
    case 'reject':
      await staffApi('POST /global/staff/afterSale/{claimId}/reject', { params, body: { reason: text } }, options)
      return null
    case 'refund':
    case 'credit': {
      const body = { by: name, amountMinor, reason: text }
      const { claim } = await staffApi('POST /global/staff/afterSale/{claimId}/settle', { params, body }, options)
      return claim.proposal
    }
  }
}

export async function placeReprint(
  claimId: string,
  lines: { lineId: string; quantity: number }[],
): Promise<{ orderId: string; number: string }> {
  const input = { params: { claimId }, body: { lines } }
  try {
    return await staffApi('POST /global/staff/afterSale/{claimId}/order', input, { quiet: true })
  } finally {
    await refreshStaffData()
  }
}

/** The claim as it is now, for the explanation of a refusal. */
export const knownClaim = (claimId: string): StaffClaimView | undefined =>
  queryClient.getQueryData(claimQuery(claimId).queryKey)
