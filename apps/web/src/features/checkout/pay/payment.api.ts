import type { LinkPaymentView, OrderPaymentView, PaymentChoiceInput } from '@cotation/contracts'
import type { Currency } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'

const quiet = { quiet: true }

type PaymentState = Pick<OrderPaymentView, 'result' | 'open'>

/** Polls slowly for a transfer, which takes days, and with a growing interval for a card. */
function pollMs(view: PaymentState | undefined, polls: number): number | false {
  if (view?.result !== 'pending') return false
  if (view.open?.bank) return 30_000
  if (polls < 10) return 2000
  if (polls < 30) return 5000
  return 15_000
}

/** Every fifth poll checks with the provider itself, because its webhook may be lost. */
const checkEvery = 5

const paymentKey = (orderId: string) => ['payment', orderId] as const

/** The payment state of an order, polled while the result is pending. */
export function paymentQuery(orderId: string, { checkFirst }: { checkFirst: boolean }) {
  let polls = checkFirst ? 0 : 1
  const input = { params: { orderId } }

  return queryOptions({
    queryKey: paymentKey(orderId),
    queryFn: ({ signal }): Promise<OrderPaymentView> =>
      polls++ % checkEvery === 0
        ? api('POST /global/payment/order/{orderId}/check', input, { ...quiet, signal })
        : api('GET /global/payment/order/{orderId}', input, { ...quiet, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data, polls),
  })
}

function cachePayment(view: OrderPaymentView): OrderPaymentView {
  queryClient.setQueryData(paymentKey(view.orderId), view)
  return view
}

export const beginPayment = async (orderId: string, body: PaymentChoiceInput) =>
  cachePayment(await api('POST /global/payment/order/{orderId}/begin', { params: { orderId }, body }, quiet))

export const checkPayment = async (orderId: string) =>
  cachePayment(await api('POST /global/payment/order/{orderId}/check', { params: { orderId } }, quiet))

export const abandonPayment = async (orderId: string) =>
  cachePayment(await api('POST /global/payment/order/{orderId}/abandon', { params: { orderId } }, quiet))

export async function createLink(orderId: string) {
  const link = await api('POST /global/payment/order/{orderId}/link', { params: { orderId } }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(orderId) })
  return link
}

export async function revokeLink(orderId: string): Promise<void> {
  await api('DELETE /global/payment/order/{orderId}/link', { params: { orderId } }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(orderId) })
}

/** The secret link key is not part of the query key, which developer tools show. */
export const linkQueryKey = ['payment-link'] as const

export function linkQuery(key: string, { checkFirst }: { checkFirst: boolean }) {
  let polls = checkFirst ? 0 : 1
  const input = { body: { key } }

  return queryOptions({
    queryKey: linkQueryKey,
    queryFn: ({ signal }): Promise<LinkPaymentView> =>
      polls++ % checkEvery === 0
        ? api('POST /global/payment/link/check', input, { ...quiet, signal })
        : api('POST /global/payment/link', input, { ...quiet, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data, polls),
  })
}

function cacheLinkPayment(view: LinkPaymentView): LinkPaymentView {
  queryClient.setQueryData(linkQueryKey, view)
  return view
}

interface LinkChoice {
  key: string
  method: 'card' | 'bank_transfer'
  bankCurrency?: Currency
}

export const beginByLink = async (body: LinkChoice) =>
  cacheLinkPayment(await api('POST /global/payment/link/begin', { body }, quiet))

export const checkByLink = async (key: string) =>
  cacheLinkPayment(await api('POST /global/payment/link/check', { body: { key } }, quiet))

export const abandonByLink = async (key: string) =>
  cacheLinkPayment(await api('POST /global/payment/link/abandon', { body: { key } }, quiet))
