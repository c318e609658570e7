import { useEffect } from 'react'
import { staffLive, startStaffLive } from '#lib/gateway/staff-live.ts'

/** A report changes several steps: they are read together. */
const settleMs = 150

/** Without a stream, production is read again as often. */
const pollMs = 30_000

/** Calls back when steps of production change. `changed` must be stable. */
export function useLiveProduction(changed: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(changed, settleMs)
    }
    const poll = setInterval(() => {
      if (!staffLive.isFollowing('production')) changed()
    }, pollMs)

    const stop = startStaffLive()
    const unfollow = staffLive.follow('production', soon)
    return () => {
      clearTimeout(timer)
      clearInterval(poll)
      unfollow()
      stop()
    }
  }, [changed])
}
