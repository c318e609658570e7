import type { Api, LinkDetails, OrderPaymentView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { api, type CallOptions } from '#lib/gateway/api.ts'
import { cached, cachedOrRead, type PaymentCalls, pollQuery, quiet } from '#lib/gateway/payment.ts'
import { queryClient } from '#lib/gateway/query-client.ts'

export type LinkMailBody = Api['POST /global/payment/order/{orderId}/link/mail']['input']['body']

const paymentKey = (orderId: string) => ['payment', orderId] as const

/** The payment of an order by its customer. */
export function orderPayment(orderId: string, checkFirst: boolean) {
  const queryKey = paymentKey(orderId)
  const input = { params: { orderId } }
  const check = (options: CallOptions) => api('POST /global/payment/order/{orderId}/check', input, options)
  const get = (options: CallOptions) => api('GET /global/payment/order/{orderId}', input, options)

  const calls: PaymentCalls<OrderPaymentView> = {
    begin: (body) =>
      cachedOrRead(queryKey, api('POST /global/payment/order/{orderId}/begin', { ...input, body }, quiet)),
    check: () => cached(queryKey, check(quiet)),
    abandon: () => cachedOrRead(queryKey, api('POST /global/payment/order/{orderId}/abandon', input, quiet)),
  }
  return { ...calls, query: pollQuery({ queryKey, checkFirst, get, check }) }
}

/** Name and company of the customer, to introduce them to a payer. */
export const profileQuery = queryOptions({
  queryKey: ['payment', 'profile'],
  queryFn: ({ signal }) => api('GET /global/account/me', {}, { ...quiet, signal }),
})

export async function createLink(orderId: string, body: LinkDetails) {
  const link = await api('POST /global/payment/order/{orderId}/link', { params: { orderId }, body }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(orderId) })
  return link
}

/** Mails a link to each payer. */
export async function mailLink(orderId: string, body: LinkMailBody): Promise<void> {
  const route = 'POST /global/payment/order/{orderId}/link/mail'
  await cached(paymentKey(orderId), api(route, { params: { orderId }, body }, quiet))
}

/** The key of a link that was mailed to a payer. */
export const copyLink = (orderId: string, recipient: string) =>
  api('POST /global/payment/order/{orderId}/link/copy', { params: { orderId }, body: { recipient } }, quiet)

/** Mails the links again to their payers. */
export async function resendLink(orderId: string, language: Language): Promise<void> {
  const route = 'POST /global/payment/order/{orderId}/link/resend'
  await cached(paymentKey(orderId), api(route, { params: { orderId }, body: { language } }, quiet))
}

export async function revokeLink(orderId: string): Promise<void> {
  await api('DELETE /global/payment/order/{orderId}/link', { params: { orderId } }, quiet)
  await queryClient.invalidateQueries({ queryKey: paymentKey(orderId) })
}
