import { useRef, useState } from 'react'
import { ApiError } from '#lib/gateway/api-error.ts'

/**
 * Runs the action of a button, one at a time: a second press while it is running does nothing. A
 * refusal is returned in `failure` for the screen to show, so the calls themselves should be
 * `quiet`.
 */
export function useAttempt() {
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  const attempt = async (action: () => Promise<unknown>): Promise<void> => {
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
