import type { AuditEntryView, AuditVerificationView } from '@cotation/contracts'
import type { StaffRight } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { type AuditRow, findEntry } from './audit.repository.ts'
import { findLastVerification, findOpenBreak } from './audit-chain.repository.ts'

/** An entry as a reader with these rights may see it. */
export async function getEntryView(
  { db }: Pick<Deps, 'db'>,
  position: string,
  rights: readonly StaffRight[],
): Promise<AuditEntryView> {
  const row = await findEntry(db, position, rights)
  if (!row) throw new AppError('NOT_FOUND')
  return entryView(row)
}

/** A break that is still there, although newer verifications of other entries found nothing; else the newest one. */
export async function findVerificationView({ db }: Pick<Deps, 'db'>): Promise<AuditVerificationView | null> {
  const shown = (await findOpenBreak(db)) ?? (await findLastVerification(db))
  if (!shown) return null

  return {
    at: shown.at.toISOString(),
    position: Number(shown.position),
    isWhole: shown.is_whole,
    brokenAt: shown.broken_at === null ? null : Number(shown.broken_at),
    fault: shown.fault,
  }
}

function entryView(row: AuditRow): AuditEntryView {
  const customerId = row.customer_id
  return {
    position: Number(row.position),
    at: row.at.toISOString(),
    actor: row.actor,
    staff: row.staff_id === null ? null : { id: row.staff_id, name: row.staffName ?? '' },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, named: row.namedSubject },
    customer: customerId === null ? null : { id: customerId, named: row.namedCustomer },
    changes: changesOf(row),
    reason: row.reason_digest === null ? '' : row.reason,
    requestId: row.request_id,
    hash: row.hash.toString('hex'),
  }
}

function changesOf({ before, after }: Pick<AuditRow, 'after' | 'before'>): AuditEntryView['changes'] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return fields.map((field) => ({ field, before: valueText(before[field]), after: valueText(after[field]) }))
}

function valueText(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
