import { deliveryDate, deliveryRoute } from '@cotation/pricing'
import { useMemo } from 'react'
import { useEstimate } from './estimate.ts'
import { useMinute } from './use-timers.ts'
import type { WorkLine } from './work-line.ts'
import type { Workspace } from './workspace.ts'

/** The latest delivery date (ISO) by working days; undefined if no carrier delivers there. */
export type DateAfter = (workingDays: number | undefined) => string | undefined

/**
 * Delivery dates of an order placed now, by the route that the landed cost assumes. Cached: a
 * hundred options share a handful of dates.
 */
export function useDeliveryDates(workspace: Workspace): DateAfter {
  const now = useMinute()
  const { catalogue } = workspace
  const { country, estimate } = useEstimate(workspace)
  const [fastest, slowest] = deliveryRoute(estimate, country, catalogue)?.transitDays ?? []

  // By the days and not by the estimate, which is new after every edit: two hundred rows would render.
  return useMemo(() => {
    const dates = new Map<number, string>()

    return (workingDays) => {
      if (workingDays === undefined || fastest === undefined || slowest === undefined) return undefined

      const route = { country, transitDays: [fastest, slowest] } as const
      const date = dates.get(workingDays) ?? deliveryDate(workingDays, now, route, catalogue)
      dates.set(workingDays, date)
      return date
    }
  }, [now, catalogue, country, fastest, slowest])
}

/** The lines that the project's total and dates are about: the ready ones, or while none is, all open ones. */
export function datedLines<Line extends Pick<WorkLine, 'status'>>(lines: readonly Line[]): readonly Line[] {
  const ready = lines.filter(({ status }) => status === 'ready')
  return ready.length > 0 ? ready : lines.filter(({ status }) => status !== 'ordered')
}
