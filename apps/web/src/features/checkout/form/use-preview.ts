import type { CheckoutView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'
import { queryClient } from '#lib/gateway/query-client.ts'
import { useDebouncedValue } from '#ui/use-debounced.ts'
import { type Basket, fetchPreview } from './checkout.api.ts'

/** Debounce, so that several quick changes send one request. */
const debounceMs = 250

const previewKey = (basket: Basket) => ['checkout', 'preview', basket] as const

export interface Preview {
  /** The last response; stale while `isUpdating`. */
  view: CheckoutView | null
  isUpdating: boolean
  /** No preview has arrived or failed yet. */
  isFirst: boolean
  failure: ApiError | null
  retry: () => void
  /** Requests a preview without debounce and shows it. */
  refresh: () => Promise<CheckoutView>
}

/**
 * The price of the basket, requested again on every change. Responses for an earlier basket are
 * dropped, so the figures either match the current basket or are marked as stale.
 */
export function usePreview(basket: Basket): Preview {
  // Compared as text: the basket is a new object at every render.
  const wanted = JSON.stringify(basket)
  const requested = useDebouncedValue(wanted, debounceMs)
  const requestedBasket: Basket = JSON.parse(requested)
  const isEmpty = basket.lineIds.length === 0
  const isCurrent = requested === wanted

  const { data, error, refetch } = useQuery({
    queryKey: previewKey(requestedBasket),
    queryFn: ({ signal }) => fetchPreview(requestedBasket, { signal }),
    enabled: requestedBasket.lineIds.length > 0,
    // A response is never shown again: prices change without the basket.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

  const [latest, setLatest] = useState<CheckoutView | null>(null)
  if (data && data !== latest) setLatest(data)

  const failure = isCurrent && error instanceof ApiError ? error : null
  const isUpdating = !isEmpty && failure === null && !(isCurrent && data)

  return {
    view: latest,
    isUpdating,
    isFirst: isUpdating && latest === null,
    failure,
    retry: () => void refetch(),
    refresh: async () => {
      const view = await fetchPreview(basket)
      queryClient.setQueryData(previewKey(basket), view)
      return view
    },
  }
}
