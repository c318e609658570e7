import type { ListCount, ListSeen } from '@cotation/contracts'
import type { StaffListKey, StaffRight } from '@cotation/domain'
import { sql } from 'kysely'
import pg from 'pg'
import { countStaffList, type ListDeps } from './staff-list.service.ts'

/** How long a count is shown again: each open tab asks once a minute. */
const keptMs = 60_000

/** Views are counted beside the work of all staff: one slow filter must not hold a connection for long. */
const maxCountingMs = 1_000
/** All counts of one answer; views that are left are counted for the next one. */
const maxAnswerMs = 5_000
const maxAtOnce = 3

export interface CountedView {
  list: StaffListKey
  state: string
  seen: ListSeen
}

interface KeptCount {
  until: number
  count: Promise<ListCount | null>
}

/** Counts of saved views, kept for a minute. What is counted depends on the rights of the reader. */
export type ViewCounts = ReturnType<typeof createViewCounts>

export function createViewCounts(deps: ListDeps) {
  const kept = new Map<string, KeptCount>()

  function forgetOld(now: number): void {
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
  }

  function countOf({ list, state, seen }: CountedView, rights: readonly StaffRight[]): Promise<ListCount | null> {
    const key = JSON.stringify([list, state, rights])
    const known = kept.get(key)
    if (known) return known.count

    const count = countQuickly(deps, list, seen, rights)
    kept.set(key, { until: deps.clock().getTime() + keptMs, count })
    // A failure is tried again by the next reader.
    count.catch(() => kept.delete(key))
    return count
  }

  /** The counts of views in their sequence; null for those that take too long. */
  async function countAll(views: readonly CountedView[], rights: readonly StaffRight[]): Promise<(ListCount | null)[]> {
    const start = deps.clock().getTime()
    forgetOld(start)

    const counts: (ListCount | null)[] = []
    for (let index = 0; index < views.length; index += maxAtOnce) {
      const some = views.slice(index, index + maxAtOnce)
      const isLate = deps.clock().getTime() - start > maxAnswerMs
      counts.push(...(await Promise.all(some.map((view) => (isLate ? null : countOf(view, rights))))))
    }
    return counts
  }

  return { countAll }
}

const queryCanceled = '57014'

async function countQuickly(
  deps: ListDeps,
  list: StaffListKey,
  seen: ListSeen,
  rights: readonly StaffRight[],
): Promise<ListCount | null> {
  try {
    return await deps.db
      .transaction()
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${String(maxCountingMs)}, true)`.execute(trx)
        return countStaffList(deps, trx, list, seen, rights)
      })
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === queryCanceled) return null
    throw error
  }
}
