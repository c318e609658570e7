import type { afterSaleOrderBody, ClaimView, claimAnswerBody, claimBody } from '@cotation/contracts'
import { decodeMesh } from '@cotation/geometry'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, apiBytes, apiFile } from '#lib/gateway/api.ts'
import { orRefresh, orTellAndRefresh } from '#lib/gateway/or-refresh.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { pageSize } from '#ui/use-list-address.ts'

/** Always stale: staff decide while the customer looks elsewhere. */
export const claimsQuery = (page: number) =>
  queryOptions({
    queryKey: ['claims', page],
    queryFn: ({ signal }) => api('GET /global/afterSale/claim', { query: { page, pageSize } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const claimQuery = (claimId: string) =>
  queryOptions({
    queryKey: ['claim', claimId],
    queryFn: ({ signal }) =>
      api('GET /global/afterSale/claim/{claimId}', { params: { claimId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** Never cached: a form that opens with old counts would report its own claim as a change. */
export const orderToClaimQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-to-claim', orderId],
    queryFn: ({ signal }) =>
      api('GET /global/afterSale/order/{orderId}', { params: { orderId } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: true,
  })

/** The mesh of an ordered part for the viewer. */
export const meshQuery = (orderId: string, lineId: string) =>
  queryOptions({
    queryKey: ['ordered-mesh', orderId, lineId],
    queryFn: async ({ signal }) => {
      const path = 'GET /global/afterSale/order/{orderId}/line/{lineId}/mesh'
      const mesh = decodeMesh(await apiBytes(path, { params: { orderId, lineId } }, { signal, quiet: true }))
      if (!mesh) throw new Error('The mesh cannot be decoded')
      return mesh
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Some megabytes each: freed a minute after the viewer closes.
    gcTime: 60_000,
  })

/** A private photo: fetched with the token, which an `<img>` would not send. */
export const photoQuery = (photoId: string) =>
  queryOptions({
    queryKey: ['claim-photo', photoId],
    queryFn: ({ signal }) =>
      apiFile('GET /global/afterSale/photo/{photoId}', { params: { photoId } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** No toast on failure: the calling form or dialog shows the error. */
const withoutToast = { quiet: true }

export async function addPhoto(photo: File): Promise<string> {
  const { photoId } = await api('POST /global/afterSale/photo', { upload: photo }, { quiet: true, timeoutMs: 120_000 })
  return photoId
}

/** Cancels requests in flight first: their older answers would overwrite the updated claim. */
async function storeClaim(claim: ClaimView): Promise<void> {
  const { queryKey } = claimQuery(claim.id)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, claim)
  void queryClient.invalidateQueries({ queryKey: ['claims'] })
  void queryClient.invalidateQueries({ queryKey: ['order-to-claim', claim.order.id] })
  void queryClient.invalidateQueries({ queryKey: ['order', claim.order.id] })
}

export async function openClaim(orderId: string, body: z.input<typeof claimBody>): Promise<ClaimView> {
  const request = api('POST /global/afterSale/order/{orderId}/claim', { params: { orderId }, body }, withoutToast)
  const claim = await orRefresh(orderToClaimQuery(orderId).queryKey, request)
  await storeClaim(claim)
  return claim
}

export async function answerQuestion(claimId: string, body: z.input<typeof claimAnswerBody>): Promise<void> {
  const answer = api('POST /global/afterSale/claim/{claimId}/answer', { params: { claimId }, body }, withoutToast)
  await storeClaim(await orRefresh(claimQuery(claimId).queryKey, answer))
}

export async function withdrawClaim(claimId: string): Promise<void> {
  const withdrawal = api('POST /global/afterSale/claim/{claimId}/withdraw', { params: { claimId } }, withoutToast)
  await storeClaim(await orTellAndRefresh(claimQuery(claimId).queryKey, withdrawal))
}

/** The products of an accepted claim. */
export const workOrderQuery = (query: { orderNumber: string; workOrderNumber: string }) =>
  queryOptions({
    queryKey: ['work-order', query.orderNumber, query.workOrderNumber],
    queryFn: ({ signal }) => api('GET /global/afterSale/workOrder', { query }, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
  })

export async function placeAfterSaleOrder(body: z.input<typeof afterSaleOrderBody>) {
  const order = api('POST /global/afterSale/order', { body }, withoutToast)
  const placed = await orTellAndRefresh(['work-order'], order)
  for (const queryKey of [['claims'], ['claim'], ['work-order'], ['orders'], ['order']])
    void queryClient.invalidateQueries({ queryKey })
  return placed
}
