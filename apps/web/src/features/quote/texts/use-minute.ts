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
