import type { AdditionalCostPaymentView } from '@cotation/contracts'
import type { AdditionalCostState } from '@cotation/domain'
import { decodeMesh } from '@cotation/geometry'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, apiBytes, apiFile, type CallOptions } from '#lib/gateway/api.ts'
import { orTellAndRefresh } from '#lib/gateway/or-refresh.ts'
import { cached, cachedOrRead, type PaymentCalls, pollQuery, quiet } from '#lib/gateway/payment.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { saveFile } from '#lib/save-file.ts'
import { pageSize } from '#ui/use-list-address.ts'

/** Always stale: staff and payments change them, so every mount fetches the list. */
export const costsQuery = (state: AdditionalCostState | '', page: number) =>
  queryOptions({
    queryKey: ['additional-costs', state, page],
    queryFn: ({ signal }) => {
      const query = { page, pageSize, ...(state === '' ? {} : { state }) }
      return api('GET /global/additional-cost', { query }, { ...quiet, signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const costQuery = (costId: string) =>
  queryOptions({
    queryKey: ['additional-cost', costId],
    queryFn: ({ signal }) => api('GET /global/additional-cost/{costId}', { params: { costId } }, { ...quiet, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** A blob, because an image element cannot send the token. */
export const pictureQuery = (costId: string) =>
  queryOptions({
    queryKey: ['additional-cost-picture', costId],
    queryFn: ({ signal }) =>
      apiFile('GET /global/additional-cost/{costId}/picture', { params: { costId } }, { ...quiet, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const meshQuery = (projectId: string, lineId: string) =>
  queryOptions({
    queryKey: ['additional-cost-mesh', projectId, lineId],
    queryFn: async ({ signal }) => {
      const input = { params: { projectId, lineId } }
      const path = 'GET /global/project/{projectId}/line/{lineId}/mesh'
      const mesh = decodeMesh(await apiBytes(path, input, { ...quiet, signal }))
      if (!mesh) throw new Error('The mesh cannot be decoded')
      return mesh
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Some megabytes each: freed a minute after the viewer closes.
    gcTime: 60_000,
  })

async function refreshCosts(costId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: costQuery(costId).queryKey })
  for (const name of ['additional-costs', 'order', 'orders']) void queryClient.invalidateQueries({ queryKey: [name] })
}

export async function declineCost(costId: string, reason: string): Promise<void> {
  const input = { params: { costId }, body: { reason } }
  const decline = api('POST /global/additional-cost/{costId}/decline', input, quiet)
  await orTellAndRefresh(costQuery(costId).queryKey, decline)
  await refreshCosts(costId)
  await queryClient.invalidateQueries({ queryKey: paymentKey(costId) })
}

export async function saveInvoice(costId: string, name: string): Promise<void> {
  saveFile(await apiFile('GET /global/additional-cost/{costId}/invoice', { params: { costId } }), name)
}

const paymentKey = (costId: string) => ['additional-cost-payment', costId] as const

/** The payment of an additional cost by its customer. */
export function costPayment(costId: string, checkFirst: boolean) {
  const queryKey = paymentKey(costId)
  const input = { params: { costId } }
  const check = (options: CallOptions) => api('POST /global/payment/additional-cost/{costId}/check', input, options)
  const get = (options: CallOptions) => api('GET /global/payment/additional-cost/{costId}', input, options)

  const calls: PaymentCalls<AdditionalCostPaymentView> = {
    begin: (body) =>
      cachedOrRead(queryKey, api('POST /global/payment/additional-cost/{costId}/begin', { ...input, body }, quiet)),
    check: () => cached(queryKey, check(quiet)),
    abandon: () => cachedOrRead(queryKey, api('POST /global/payment/additional-cost/{costId}/abandon', input, quiet)),
  }
  return { ...calls, query: pollQuery({ queryKey, checkFirst, get, check }) }
}

export async function createLink(costId: string) {
  const link = await api('POST /global/payment/additional-cost/{costId}/link', { params: { costId } }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(costId) })
  return link
}

export async function revokeLink(costId: string): Promise<void> {
  await api('DELETE /global/payment/additional-cost/{costId}/link', { params: { costId } }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(costId) })
}
