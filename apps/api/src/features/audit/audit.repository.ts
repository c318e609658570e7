import type { auditFilter } from '@cotation/contracts'
import { startOfDay, startOfNextDay } from '@cotation/domain'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'

export type AuditFilter = z.output<typeof auditFilter>
export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number]

interface AuditPiece {
  /** In which the days of the filter begin and end. */
  timeZone: string
  before?: number | undefined
  limit: number
}

/** The newest entries first. */
export async function listEntries(
  db: Db,
  { staffId, action, subjectKind, subjectId, from, until }: AuditFilter,
  { timeZone, before, limit }: AuditPiece,
) {
  let query = db
    .selectFrom('audit_entry as entry')
    .leftJoin('audit_reason as given', 'given.position', 'entry.position')
    .leftJoin('staff_member as staff', 'staff.id', 'entry.staff_id')
    .selectAll('entry')
    .select(['given.reason', 'staff.name as staffName'])
  if (staffId !== undefined) query = query.where('entry.staff_id', '=', staffId)
  if (action !== undefined) query = query.where('entry.action', '=', action)
  if (subjectKind !== undefined) query = query.where('entry.subject_kind', '=', subjectKind)
  if (subjectId !== undefined) query = query.where('entry.subject_id', '=', subjectId)
  if (from !== undefined) query = query.where('entry.at', '>=', startOfDay(timeZone, from))
  if (until !== undefined) query = query.where('entry.at', '<', startOfNextDay(timeZone, startOfDay(timeZone, until)))
  if (before !== undefined) query = query.where('entry.position', '<', String(before))

  return query.orderBy('entry.position', 'desc').limit(limit).execute()
}

/** All members of staff, disabled ones included. */
export async function listPeople(db: Db): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('staff_member').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}
