import type { SecurityEventView, securityEventQuery } from '@cotation/contracts'
import { securityEventDays } from '@cotation/domain'
import type { z } from 'zod'
import type { Deps } from '#core/deps.ts'
import { listSecurityEvents, removeSecurityEvents } from './security-event.repository.ts'

const dayMs = 86_400_000

/** A page of events; those of this server that wait to be written are included. */
export async function readSecurityEvents(
  { db, securityEvents }: Pick<Deps, 'db' | 'securityEvents'>,
  query: z.output<typeof securityEventQuery>,
): Promise<{ events: SecurityEventView[]; next: string | null }> {
  await securityEvents.flush()

  const rows = await listSecurityEvents(db, query)
  const page = rows.slice(0, query.pageSize)
  const events = page.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    customerId: row.customer_id,
    staffId: row.staff_id,
    network: row.network_hash,
    detail: row.detail,
    count: row.count,
  }))

  const hasMore = rows.length > page.length
  return { events, next: hasMore ? (page.at(-1)?.id ?? null) : null }
}

export async function removeOldSecurityEvents({ db, clock }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await removeSecurityEvents(db, new Date(clock().getTime() - securityEventDays * dayMs))
}
