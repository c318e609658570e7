import { useEffect, useState } from 'react'

/** The pause before a mail can be sent again: most arrive within it. */
export const resendSeconds = 60

/**
 * Counts the seconds of a pause. Compares clock times: a phone stops the timers of a page while its
 * owner reads the mail.
 */
export function useCountdown(seconds: number) {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(Date.now)
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000))
  const isRunning = secondsLeft > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])

  const start = () => {
    const startedAt = Date.now()
    setNow(startedAt)
    setEndsAt(startedAt + seconds * 1000)
  }

  return { secondsLeft, start }
}
