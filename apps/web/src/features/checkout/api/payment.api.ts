import type { LinkPaymentView, OrderPaymentView, PaymentChoiceInput } from '@cotation/contracts'
import type { Currency } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/gateway/api.ts'
import { queryClient } from '#lib/gateway/query-client.ts'

const quiet = { quiet: true }

type Standing = Pick<OrderPaymentView, 'result' | 'open'>

/** A transfer takes days, a card seconds: then less and less often, for whoever leaves the page open. */
function pollMs(view: Standing | undefined, polls: number): number | false {
  if (view?.result !== 'pending') return false
  if (view.open?.bank) return 30_000
  return polls < 10 ? 2000 : polls < 30 ? 5000 : 15_000
}

/** Every so often the provider itself is asked: a message of it may be lost. */
const checkEvery = 5

const paymentKey = (orderId: string) => ['payment', orderId] as const

/** Where the payment of an order stands; asked again by itself while the result is pending. */
export function paymentQuery(orderId: string, { checkFirst }: { checkFirst: boolean }) {
  let asked = checkFirst ? 0 : 1
  const input = { params: { orderId } }

  return queryOptions({
    queryKey: paymentKey(orderId),
    queryFn: ({ signal }): Promise<OrderPaymentView> =>
      asked++ % checkEvery === 0
        ? api('POST /global/payment/order/{orderId}/check', input, { ...quiet, signal })
        : api('GET /global/payment/order/{orderId}', input, { ...quiet, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data, asked),
  })
}

function shown(view: OrderPaymentView): OrderPaymentView {
  queryClient.setQueryData(paymentKey(view.orderId), view)
  return view
}

export const beginPayment = async (orderId: string, body: PaymentChoiceInput) =>
  shown(await api('POST /global/payment/order/{orderId}/begin', { params: { orderId }, body }, quiet))

export const checkPayment = async (orderId: string) =>
  shown(await api('POST /global/payment/order/{orderId}/check', { params: { orderId } }, quiet))

export const abandonPayment = async (orderId: string) =>
  shown(await api('POST /global/payment/order/{orderId}/abandon', { params: { orderId } }, quiet))

export async function createLink(orderId: string) {
  const link = await api('POST /global/payment/order/{orderId}/link', { params: { orderId } }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(orderId) })
  return link
}

export async function revokeLink(orderId: string): Promise<void> {
  await api('DELETE /global/payment/order/{orderId}/link', { params: { orderId } }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(orderId) })
}

/** The key is a secret: it is no part of a cache's key that tools would show, and goes in bodies only. */
export const linkQueryKey = ['payment-link'] as const

export function linkQuery(key: string, { checkFirst }: { checkFirst: boolean }) {
  let asked = checkFirst ? 0 : 1
  const input = { body: { key } }

  return queryOptions({
    queryKey: linkQueryKey,
    queryFn: ({ signal }): Promise<LinkPaymentView> =>
      asked++ % checkEvery === 0
        ? api('POST /global/payment/link/check', input, { ...quiet, signal })
        : api('POST /global/payment/link', input, { ...quiet, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => pollMs(state.data, asked),
  })
}

function linkShown(view: LinkPaymentView): LinkPaymentView {
  queryClient.setQueryData(linkQueryKey, view)
  return view
}

interface LinkChoice {
  key: string
  method: 'card' | 'bank_transfer'
  bankCurrency?: Currency
}

export const beginByLink = async (body: LinkChoice) =>
  linkShown(await api('POST /global/payment/link/begin', { body }, quiet))

export const checkByLink = async (key: string) =>
  linkShown(await api('POST /global/payment/link/check', { body: { key } }, quiet))

export const abandonByLink = async (key: string) =>
  linkShown(await api('POST /global/payment/link/abandon', { body: { key } }, quiet))
