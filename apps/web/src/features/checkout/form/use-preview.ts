import type { CheckoutView } from '@cotation/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askPreview, type Basket } from '#features/checkout/form/checkout.api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'

/** Debounce, so that several quick changes send one request. */
const debounceMs = 250

interface PreviewResponse {
  key: string
  view: CheckoutView
}

export interface Preview {
  /** The last response; stale while `isUpdating`. */
  view: CheckoutView | null
  isUpdating: boolean
  failure: ApiError | null
  retry: () => void
  /** Requests a preview without debounce and shows it. */
  ask: (basket: Basket) => Promise<CheckoutView>
}

/**
 * The price of the basket, requested again on every change. Responses for an earlier basket are
 * dropped, so the figures either match the current basket or are marked as stale.
 */
export function usePreview(basket: Basket): Preview {
  const key = JSON.stringify(basket)
  const isEmpty = basket.lineIds.length === 0
  const [response, setResponse] = useState<PreviewResponse | null>(null)
  const [refused, setRefused] = useState<{ key: string; error: ApiError } | null>(null)
  const [retries, setRetries] = useState(0)
  const isFirst = useRef(true)
  // The retry count makes a retry of the same basket run the effect again.
  const request = JSON.stringify({ basket, retries })

  useEffect(() => {
    const requested: { basket: Basket } = JSON.parse(request)
    if (requested.basket.lineIds.length === 0) return

    const stop = new AbortController()
    const ask = async () => {
      isFirst.current = false

      const requestedKey = JSON.stringify(requested.basket)
      try {
        const view = await askPreview(requested.basket, stop.signal)
        if (stop.signal.aborted) return
        setResponse({ key: requestedKey, view })
        setRefused(null)
      } catch (error) {
        if (stop.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setRefused({ key: requestedKey, error })
      }
    }
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : debounceMs)

    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [request])

  const askNow = useCallback(async (requested: Basket) => {
    const view = await askPreview(requested)
    setResponse({ key: JSON.stringify(requested), view })
    setRefused(null)
    return view
  }, [])

  const failure = refused?.key === key ? refused.error : null
  return {
    view: response?.view ?? null,
    isUpdating: !isEmpty && failure === null && response?.key !== key,
    failure,
    retry: () => {
      setRefused(null)
      setRetries((count) => count + 1)
    },
    ask: askNow,
  }
}
