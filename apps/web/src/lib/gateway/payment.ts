import type { BillPayment, CustomerPayment, LinkPaymentView, PaymentChoiceInput } from '@cotation/contracts'
import { isUnpaidPayment } from '@cotation/domain'
import { queryOptions } from '@tanstack/react-query'
import { api, type CallOptions } from './api.ts'
import { orTellAndRefresh } from './or-refresh.ts'
import { queryClient } from './query-client.ts'

/** No toast on failure: the payment page shows the error. */
export const quiet = { quiet: true }

/** What all payment pages show: those of the customer, and those of a payer with a link. */
export interface Payable extends Pick<BillPayment, 'result' | 'open' | 'unconfirmed' | 'redirectUrl'> {
  /** What the customer has started, for the holder of a link. */
  customerPayment?: CustomerPayment | null
}

/** A transfer was announced, and its money has not arrived. */
export function isAwaitingTransfer({ open, unconfirmed, customerPayment }: Payable): boolean {
  if (unconfirmed) return false
  return (
    customerPayment?.method === 'bank_transfer' || (open?.method === 'bank_transfer' && isUnpaidPayment(open.state))
  )
}

/** A payment was made, and its result is unknown. */
export const isConfirming = (view: Payable): boolean => view.result === 'pending' && !isAwaitingTransfer(view)

/** The calls of one payment. Each response replaces the cached state. */
export interface PaymentCalls<View extends Payable = Payable> {
  begin: (choice: PaymentChoiceInput) => Promise<View>
  check: () => Promise<View>
  abandon: () => Promise<View>
}

/**
 * Polls slowly for a transfer, which takes days also while staff check it, and for the customer's
 * payment, which the holder of a link waits for; with a growing interval for a card.
 */
function pollMs(view: Payable | undefined, polls: number): number | false {
  if (!view || view.result === 'paid' || view.result === 'closed') return false
  if (view.customerPayment || isAwaitingTransfer(view)) return 30_000
  if (view.unconfirmed?.method === 'bank_transfer') return 30_000
  if (view.result === 'due') return false
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
export function pollQuery<View extends Payable>({ queryKey, checkFirst, get, check }: Poll<View>) {
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

export async function cached<View>(queryKey: readonly string[], response: Promise<View>): Promise<View> {
  const view = await response
  queryClient.setQueryData(queryKey, view)
  return view
}

/**
 * The same for a change that a second tab may have made impossible: the reason is shown, the state
 * read again.
 */
export const cachedOrRead = <View>(queryKey: readonly string[], response: Promise<View>): Promise<View> =>
  cached(queryKey, orTellAndRefresh(queryKey, response))

/** The secret link key is not part of the query key, which developer tools show. */
export const linkQueryKey = ['payment-link'] as const

/** The payment of an order or additional cost by the holder of its link. */
export function linkPayment(key: string, checkFirst: boolean) {
  const body = { key }
  const check = (options: CallOptions) => api('POST /global/payment/link/check', { body }, options)
  const get = (options: CallOptions) => api('POST /global/payment/link', { body }, options)

  const calls: PaymentCalls<LinkPaymentView> = {
    begin: ({ method, bankCurrency }) => {
      const choice = method === 'bank_transfer' ? { method, bankCurrency } : { method: 'card' as const }
      return cachedOrRead(linkQueryKey, api('POST /global/payment/link/begin', { body: { key, ...choice } }, quiet))
    },
    check: () => cached(linkQueryKey, check(quiet)),
    abandon: () => cachedOrRead(linkQueryKey, api('POST /global/payment/link/abandon', { body }, quiet)),
  }
  return { ...calls, query: { ...pollQuery({ queryKey: linkQueryKey, checkFirst, get, check }), gcTime: 0 } }
}
