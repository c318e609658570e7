import type { CheckoutView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useDebouncedValue } from '#ui/use-debounced.ts'
import { type Basket, fetchPreview } from './checkout.api.ts'

/** Debounce, so that several quick changes send one request. */
const debounceMs = 250

const previewKey = (basket: Basket) => ['checkout', 'preview', basket] as const

/** Whether the same request may succeed later: no response, too many requests, a busy server. */
const isTransient = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

const retrySeconds = [2, 5, 10, 20]
const maxRetrySeconds = 30

/** How long to wait after this many failures for the same basket; false for a refusal, which stays one. */
export function retryDelayMs(error: unknown, failures: number): number | false {
  if (!(error instanceof ApiError) || !isTransient(error)) return false
  return 1000 * (retrySeconds[failures - 1] ?? maxRetrySeconds)
}

export interface Preview {
  /** The last response; of an earlier basket while `isStale`, without figures while no part is chosen. */
  view: CheckoutView | null
  /** A response is awaited that the customer's last action asked for. */
  isUpdating: boolean
  /** The figures may not match the basket: nothing can be ordered with them. */
  isStale: boolean
  /** No preview has arrived or failed yet. */
  isFirst: boolean
  /** Why the last request failed. Stays while it is repeated, so that the notice does not flicker. */
  failure: ApiError | null
  /** The request is repeated without an action of the customer. */
  retriesItself: boolean
  /** After a failure, the figures match the basket again. */
  isRecovered: boolean
  retry: () => void
  /** Requests a preview of the changed basket without debounce and shows it. */
  refresh: (changes?: Partial<Basket>) => Promise<CheckoutView>
}

/**
 * The price of the basket, requested again on every change. Responses for an earlier basket are
 * dropped, so the figures either match the current basket or are marked as stale. A request without
 * a response is repeated: when the browser is online again, and at growing intervals.
 */
export function usePreview(basket: Basket): Preview {
  // Compared as text: the basket is a new object at every render.
  const wanted = JSON.stringify(basket)
  const requested = useDebouncedValue(wanted, debounceMs)
  const requestedBasket: Basket = JSON.parse(requested)
  const isEmpty = basket.lineIds.length === 0
  const isCurrent = requested === wanted

  const { data, error, errorUpdateCount, refetch } = useQuery({
    queryKey: previewKey(requestedBasket),
    queryFn: ({ signal }) => fetchPreview(requestedBasket, { signal }),
    enabled: requestedBasket.lineIds.length > 0,
    // A response is never shown again: prices change without the basket.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Fails at once while the browser is offline, where the default would wait without a word.
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => retryDelayMs(state.error, state.errorUpdateCount),
  })

  const [latest, setLatest] = useState<CheckoutView | null>(null)
  if (data && data !== latest) setLatest(data)

  const view = useMemo(() => {
    if (!isEmpty || !latest) return latest
    return { ...latest, total: null, dates: null, landed: null }
  }, [isEmpty, latest])

  // The query forgets its error as soon as it is repeated.
  const [failed, setFailed] = useState<{ requested: string; error: ApiError } | null>(null)
  if (error instanceof ApiError && error !== failed?.error) setFailed({ requested, error })
  if (data && !error && failed) setFailed(null)

  const [isAsked, setAsked] = useState(false)
  const failure = isCurrent && failed?.requested === requested ? failed.error : null
  const isAwaited = !isEmpty && failure === null && !(isCurrent && data)

  return {
    view,
    isUpdating: isAwaited || isAsked,
    isStale: isAwaited || failure !== null,
    isFirst: isAwaited && latest === null,
    failure,
    retriesItself: failure !== null && isTransient(failure),
    isRecovered: isCurrent && data !== undefined && failure === null && errorUpdateCount > 0,
    retry: () => {
      setAsked(true)
      void refetch().finally(() => setAsked(false))
    },
    refresh: async (changes = {}) => {
      const changed = { ...basket, ...changes }
      const view = await fetchPreview(changed)
      queryClient.setQueryData(previewKey(changed), view)
      return view
    },
  }
}
