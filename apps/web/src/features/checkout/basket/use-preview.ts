import type { CheckoutView } from '@cotation/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { askPreview, type Basket } from '#features/checkout/api/checkout.api.ts'
import { ApiError } from '#lib/gateway/api-error.ts'

/** A pause of the writer or the chooser: three ticks are one question. */
const pauseMs = 250

interface Answer {
  key: string
  view: CheckoutView
}

export interface Preview {
  /** The last answer; of an older basket while `isUpdating`. */
  view: CheckoutView | null
  isUpdating: boolean
  failure: ApiError | null
  retry: () => void
  /** Asks now, and shows the answer at once. */
  ask: (basket: Basket) => Promise<CheckoutView>
}

/**
 * What the basket costs, asked again whenever it changes. An answer to an earlier basket is dropped, however late it comes: the
 * figures shown are those of what is chosen, or are marked as older.
 */
export function usePreview(basket: Basket): Preview {
  const key = JSON.stringify(basket)
  const isEmpty = basket.lineIds.length === 0
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refused, setRefused] = useState<{ key: string; error: ApiError } | null>(null)
  const [round, setRound] = useState(0)
  const isFirst = useRef(true)
  // A retry asks the same question in another round.
  const question = JSON.stringify({ basket, round })

  useEffect(() => {
    const asked: { basket: Basket } = JSON.parse(question)
    if (asked.basket.lineIds.length === 0) return

    const stop = new AbortController()
    const ask = async () => {
      isFirst.current = false

      const askedKey = JSON.stringify(asked.basket)
      try {
        const view = await askPreview(asked.basket, stop.signal)
        if (stop.signal.aborted) return
        setAnswer({ key: askedKey, view })
        setRefused(null)
      } catch (error) {
        if (stop.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setRefused({ key: askedKey, error })
      }
    }
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : pauseMs)

    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [question])

  const askNow = useCallback(async (asked: Basket) => {
    const view = await askPreview(asked)
    setAnswer({ key: JSON.stringify(asked), view })
    setRefused(null)
    return view
  }, [])

  const failure = refused?.key === key ? refused.error : null
  return {
    view: answer?.view ?? null,
    isUpdating: !isEmpty && failure === null && answer?.key !== key,
    failure,
    retry: () => {
      setRefused(null)
      setRound((count) => count + 1)
    },
    ask: askNow,
  }
}
