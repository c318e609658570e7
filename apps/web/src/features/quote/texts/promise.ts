import type { Catalogue } from '@cotation/domain'
import { deliveryDate } from './delivery-date.ts'

/** Delivery dates of one moment by working days: a hundred options share a handful of them. */
export function promiseFrom(now: number, catalogue: Catalogue): (workingDays: number) => string | undefined {
  const known = new Map<number, string | undefined>()
  return (workingDays) => {
    if (!known.has(workingDays)) known.set(workingDays, deliveryDate(workingDays, now, catalogue))
    return known.get(workingDays)
  }
}
