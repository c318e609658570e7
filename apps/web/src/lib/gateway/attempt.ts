import { useRef, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'

/**
 * Runs what a press starts, one at a time: a second press while the first is under way does nothing. A refusal is kept
 * in `failure` to be shown in place, so the calls themselves should be `quiet`.
 */
export function useAttempt() {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const attempt = async (action: () => Promise<void>): Promise<void> => {
    if (running.current) return

    running.current = true
    setBusy(true)
    setFailure(null)

    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return { attempt, failure, busy }
}
