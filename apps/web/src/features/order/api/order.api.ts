import type { OrderView, reviewBody } from '@cotation/contracts'
import { isClosedOrder, type OrderDocument, type OrderStatus, type PaymentState } from '@cotation/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { api, apiFile } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { saveFile } from '#lib/save-file.ts'
import { pageSize } from '#ui/list/use-list-address.ts'

export interface AskedOrders {
  search: string
  status: OrderStatus | ''
  from: string
  to: string
  page: number
}

/** Money and parcels move without this browser: a list is asked for anew whenever it is opened. */
export function ordersQuery({ page, ...narrowing }: AskedOrders) {
  const named = Object.fromEntries(Object.entries(narrowing).filter(([, value]) => value !== ''))
  return queryOptions({
    queryKey: ['orders', narrowing, page],
    queryFn: ({ signal }) => api('GET /global/order', { query: { ...named, page, pageSize } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

const paymentRestMs = 5_000
const workshopRestMs = 60_000

/** States that end by themselves within moments; a transfer takes days, and a held payment waits for a person. */
const momentary: readonly PaymentState[] = ['created', 'requires_action', 'processing', 'authorized']

/** How long to wait before an order is asked for again: a payment is waited for, the workshop takes its time, an end is the end. */
export function restOf(order: OrderView | undefined): number | false {
  if (!order) return false
  const isRefunding = order.status === 'cancelled' && order.paidMinor > order.refundedMinor
  if (isRefunding || order.payments.some(({ state }) => momentary.includes(state))) return paymentRestMs
  return isClosedOrder(order.status) ? false : workshopRestMs
}

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: ({ signal }) => api('GET /global/order/{orderId}', { params: { orderId } }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => restOf(state.data),
    // Whoever comes back from the provider's or the carrier's page sees what happened meanwhile.
    refetchOnWindowFocus: true,
  })

/** The server's answer to a change is the order as it is now; a look that was under way is older. */
async function changed(order: OrderView): Promise<void> {
  const { queryKey } = orderQuery(order.id)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, order)
  void queryClient.invalidateQueries({ queryKey: ['orders'] })
}

/** `quiet`: the dialog or form that asked says what went wrong. */
const quietly = { quiet: true }

export async function cancelOrder(orderId: string, reason: string): Promise<void> {
  const call = { params: { orderId }, body: { reason } }
  await changed(await api('POST /global/order/{orderId}/cancel', call, quietly))
}

export async function receiveOrder(orderId: string): Promise<void> {
  await changed(await api('POST /global/order/{orderId}/receive', { params: { orderId } }, quietly))
}

export async function reviewOrder(orderId: string, body: z.input<typeof reviewBody>): Promise<void> {
  await changed(await api('POST /global/order/{orderId}/review', { params: { orderId }, body }, quietly))
}

/** A new project with the lines of an order. A refusal is told by the call itself. */
export async function reorder(orderId: string) {
  const made = await api('POST /global/order/{orderId}/reorder', { params: { orderId } })
  void queryClient.invalidateQueries({ queryKey: ['projects'] })
  return made
}

export async function saveDocument(orderId: string, kind: OrderDocument, name: string): Promise<void> {
  saveFile(await apiFile('GET /global/order/{orderId}/document/{kind}', { params: { orderId, kind } }), name)
}

export async function saveAttachment(uploadId: string, name: string): Promise<void> {
  saveFile(await apiFile('GET /global/upload/{uploadId}/content', { params: { uploadId } }), name)
}
