import type { securityEventQuery } from '@cotation/contracts'
import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'

type Filter = z.output<typeof securityEventQuery>

/** The newest events first, one more than a page has. */
export async function listSecurityEvents(db: Db, filter: Filter) {
  const { customerId, staffId, kind, network, from, until, before, pageSize } = filter

  let query = db.selectFrom('security_event').selectAll()
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
  if (staffId !== undefined) query = query.where('staff_id', '=', staffId)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (network !== undefined) query = query.where('network_hash', '=', network)
  if (from !== undefined) query = query.where('at', '>=', new Date(from))
  if (until !== undefined) query = query.where('at', '<', new Date(until))
  if (before !== undefined) query = query.where(isBefore(before))

  return query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute()
}

const isBefore = (id: string) =>
  sql<SqlBool>`(at, id) < (select last.at, last.id from security_event last where last.id = ${id})`

/** Small enough for the time limit of a statement. */
const removedAtOnce = 10_000

/** Removes events before a moment, in parts. */
export async function removeSecurityEvents(db: Db, before: Date): Promise<void> {
  let removed = removedAtOnce
  while (removed === removedAtOnce) {
    const result = await db
      .deleteFrom('security_event')
      .where('id', 'in', (old) =>
        old.selectFrom('security_event').select('id').where('at', '<', before).orderBy('at').limit(removedAtOnce),
      )
      .executeTakeFirst()
    removed = Number(result.numDeletedRows)
  }
}
