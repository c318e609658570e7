import type { LinkPaymentView, OrderPaymentView, PaymentChoiceInput } from '@cotation/contracts'
import { queryOptions } from '@tanstack/react-query'
import { api, type CallOptions } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'

const quiet = { quiet: true }

/** What both payment pages show: that of the customer, and that of a payer with a link. */
type Payable = Pick<OrderPaymentView, 'result' | 'open' | 'redirectUrl'>

/** The calls of one payment. Each response replaces the cached state. */
export interface PaymentCalls<View extends Payable = Payable> {
  begin: (choice: PaymentChoiceInput) => Promise<View>
  check: () => Promise<View>
  abandon: () => Promise<View>
}

/** Polls slowly for a transfer, which takes days, and with a growing interval for a card. */
function pollMs(view: Payable | undefined, polls: number): number | false {
  if (view?.result !== 'pending') return false
  if (view.open?.bank) return 30_000
  if (polls < 10) return 2000
  if (polls < 30) return 5000
  return 15_000
}

/** Every fifth poll checks with the provider itself, because its webhook may be lost. */
const checkEvery = 5

interface Poll<View> {
  queryKey: readonly string[]
  /** The first request checks with the provider. */
  checkFirst: boolean
  get: (options: CallOptions) => Promise<View>
  check: (options: CallOptions) => Promise<View>
}

/** The payment state, polled while the result is pending. */
function pollQuery<View extends Payable>({ queryKey, checkFirst, get, check }: Poll<View>) {
  let polls = checkFirst ? 0 : 1

  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<View> => {
      const request = polls++ % checkEvery === 0 ? check : get
      return request({ ...quiet, signal })
    },
    staleTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data, polls),
  })
}

async function cached<View>(queryKey: readonly string[], response: Promise<View>): Promise<View> {
  const view = await response
  queryClient.setQueryData(queryKey, view)
  return view
}

const paymentKey = (orderId: string) => ['payment', orderId] as const

/** The payment of an order by its customer. */
export function orderPayment(orderId: string, checkFirst: boolean) {
  const queryKey = paymentKey(orderId)
  const input = { params: { orderId } }
  const check = (options: CallOptions) => api('POST /global/payment/order/{orderId}/check', input, options)
  const get = (options: CallOptions) => api('GET /global/payment/order/{orderId}', input, options)

  const calls: PaymentCalls<OrderPaymentView> = {
    begin: (body) => cached(queryKey, api('POST /global/payment/order/{orderId}/begin', { ...input, body }, quiet)),
    check: () => cached(queryKey, check(quiet)),
    abandon: () => cached(queryKey, api('POST /global/payment/order/{orderId}/abandon', input, quiet)),
  }
  return { ...calls, query: pollQuery({ queryKey, checkFirst, get, check }) }
}

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

/** The payment of an order by the holder of its link. */
export function linkPayment(key: string, checkFirst: boolean) {
  const body = { key }
  const check = (options: CallOptions) => api('POST /global/payment/link/check', { body }, options)
  const get = (options: CallOptions) => api('POST /global/payment/link', { body }, options)

  const calls: PaymentCalls<LinkPaymentView> = {
    begin: ({ method, bankCurrency }) => {
      const choice = method === 'bank_transfer' ? { method, bankCurrency } : { method: 'card' as const }
      return cached(linkQueryKey, api('POST /global/payment/link/begin', { body: { key, ...choice } }, quiet))
    },
    check: () => cached(linkQueryKey, check(quiet)),
    abandon: () => cached(linkQueryKey, api('POST /global/payment/link/abandon', { body }, quiet)),
  }
  return { ...calls, query: { ...pollQuery({ queryKey: linkQueryKey, checkFirst, get, check }), gcTime: 0 } }
}
