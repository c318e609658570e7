import { useEffect } from 'react'
import type { Topic } from '#lib/gateway/live.ts'
import { staffLive, startStaffLive } from '#lib/gateway/staff-live.ts'

/** A save of several rows reports several changes: they are read together. */
const settleMs = 150

/** Without a stream, the topic is read again as often. */
const pollMs = 30_000

/** Calls back when steps of production change. `changed` must be stable. */
export const useLiveProduction = (changed: () => void) => useLiveTopic('production', changed)

/** Calls back when a message about any order is written or answered. `changed` must be stable. */
export const useLiveMessages = (changed: () => void) => useLiveTopic('today:order-message', changed)

/** Calls back when an order, its payments, parcels or costs change. `changed` must be stable. */
export const useLiveOrder = (orderId: string, changed: () => void) => useLiveTopic(`order:${orderId}`, changed)

function useLiveTopic(topic: Topic, changed: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(changed, settleMs)
    }
    const poll = setInterval(() => {
      if (!staffLive.isFollowing(topic)) changed()
    }, pollMs)

    const stop = startStaffLive()
    const unfollow = staffLive.follow(topic, soon)
    return () => {
      clearTimeout(timer)
      clearInterval(poll)
      unfollow()
      stop()
    }
  }, [topic, changed])
}
