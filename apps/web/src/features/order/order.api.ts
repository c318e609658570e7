import type { OrderView, reviewBody } from '@cotation/contracts'
import { isClosedOrder, type OrderDocument, type OrderStatus, type PaymentState } from '@cotation/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, apiFile } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { unlessFollowed } from '#lib/gateway/use-live.ts'
import { saveFile } from '#lib/save-file.ts'
import { pageSize } from '#ui/use-list-address.ts'

export interface OrderFilters {
  search: string
  status: OrderStatus | ''
  from: string
  to: string
}

const activeFilters = (filters: OrderFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))

/** Always stale: payments and parcels change on the server, so every mount fetches the list. */
export function ordersQuery(filters: OrderFilters, page: number) {
  return queryOptions({
    queryKey: ['orders', filters, page],
    queryFn: ({ signal }) =>
      api('GET /global/order', { query: { ...activeFilters(filters), page, pageSize } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Saves the orders that match the filters, on all pages, as a spreadsheet. */
export async function saveOrders(filters: OrderFilters, name: string): Promise<void> {
  const file = await apiFile('GET /global/order/export', { query: activeFilters(filters) })
  saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.csv`)
}

const paymentPollMs = 5_000
const productionPollMs = 60_000

/**
 * States that usually change within seconds. A bank transfer takes days, and a held payment waits
 * for staff.
 */
const shortLivedStates: readonly PaymentState[] = ['created', 'requires_action', 'processing', 'authorized']

/** Short while a payment or refund is under way, long during production, none once closed. */
export function pollIntervalMs(order: OrderView | undefined): number | false {
  if (!order) return false

  const isRefunding = order.status === 'cancelled' && order.paidMinor > order.refundedMinor
  if (isRefunding || order.payments.some(({ state }) => shortLivedStates.includes(state))) return paymentPollMs

  return isClosedOrder(order.status) ? false : productionPollMs
}

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => api('GET /global/order/{orderId}', { params: { orderId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => unlessFollowed(`order:${orderId}`, pollIntervalMs(state.data)),
    // The order may have changed while the customer was on a payment or tracking page.
    refetchOnWindowFocus: true,
  })

/** Cancels requests in flight first: their older answers would overwrite the updated order. */
async function storeUpdatedOrder(order: OrderView): Promise<void> {
  const { queryKey } = orderQuery(order.id)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, order)
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
}

/** No toast on failure: the calling dialog or form shows the error. */
const withoutToast = { quiet: true }

export async function cancelOrder(orderId: string, reason: string): Promise<void> {
  const call = { params: { orderId }, body: { reason } }
  await storeUpdatedOrder(await api('POST /global/order/{orderId}/cancel', call, withoutToast))
}

export async function receiveOrder(orderId: string): Promise<void> {
  await storeUpdatedOrder(await api('POST /global/order/{orderId}/receive', { params: { orderId } }, withoutToast))
}

export async function reviewOrder(orderId: string, body: z.input<typeof reviewBody>): Promise<void> {
  await storeUpdatedOrder(await api('POST /global/order/{orderId}/review', { params: { orderId }, body }, withoutToast))
}

export async function addReviewPhoto(orderId: string, upload: File): Promise<void> {
  const call = { params: { orderId }, upload }
  await storeUpdatedOrder(await api('POST /global/order/{orderId}/review/photo', call, withoutToast))
}

/** Fetched with the session, because photos are private: an image element could not send it. */
export const reviewPhotoQuery = (orderId: string, photoId: string) =>
  queryOptions({
    queryKey: ['review-photo', photoId],
    queryFn: ({ signal }) =>
      apiFile(
        'GET /global/order/{orderId}/review/photo/{photoId}',
        { params: { orderId, photoId } },
        { signal, quiet: true },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Creates a project with the lines of an order. The call itself shows a toast on failure. */
export async function reorder(orderId: string) {
  const project = await api('POST /global/order/{orderId}/reorder', { params: { orderId } })
  void queryClient.invalidateQueries({ queryKey: ['projects'] })
  return project
}

export async function saveDocument(orderId: string, kind: OrderDocument, name: string): Promise<void> {
  saveFile(await apiFile('GET /global/order/{orderId}/document/{kind}', { params: { orderId, kind } }), name)
}

export async function saveParcelPackingList(orderId: string, parcelId: string, name: string): Promise<void> {
  const input = { params: { orderId, parcelId } }
  saveFile(await apiFile('GET /global/order/{orderId}/parcel/{parcelId}/packing-list', input), name)
}

export async function saveAttachment(uploadId: string, name: string): Promise<void> {
  saveFile(await apiFile('GET /global/upload/{uploadId}/content', { params: { uploadId } }), name)
}

export const inspectionsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-inspections', orderId],
    queryFn: ({ signal }) =>
      api('GET /global/order/{orderId}/inspection', { params: { orderId } }, { signal, quiet: true }),
    staleTime: 0,
  })

/** A private photo: fetched with the token, which an `<img>` would not send. */
export const inspectionPhotoQuery = (photoId: string) =>
  queryOptions({
    queryKey: ['inspection-photo', photoId],
    queryFn: ({ signal }) =>
      apiFile('GET /global/inspection/photo/{photoId}', { params: { photoId } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
