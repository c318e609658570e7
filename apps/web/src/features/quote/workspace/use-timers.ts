import { useEffect, useState } from 'react'

/**
 * The current time (epoch ms), updated every minute: delivery dates change while a page stays open.
 */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * A text that is empty until it has not changed for `ms`: screen readers must not announce every
 * keystroke.
 */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
