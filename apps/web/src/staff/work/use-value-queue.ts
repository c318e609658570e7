import { useEffect } from 'react'
import { useStore } from '#lib/store.ts'
import { showInspections, valueQueue } from './inspection.api.ts'
import type { QueuedValue } from './value-queue.ts'

/** How often waiting values are tried again; the browser's event for a network is not reliable. */
const retryMs = 5000

/** The values of this browser; sends what waits as long as the screen is open. */
export function useValueQueue(memberId: string): { own: readonly QueuedValue[]; ofOthers: number } {
  const values = useStore(valueQueue.store)

  useEffect(() => {
    valueQueue.onAnswer = showInspections
    const flush = () => void valueQueue.flush(memberId)
    flush()
    const timer = setInterval(flush, retryMs)
    window.addEventListener('online', flush)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', flush)
    }
  }, [memberId])

  const own = values.filter((value) => value.memberId === memberId)
  return { own, ofOthers: values.length - own.length }
}
