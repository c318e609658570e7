import type { AuditAction, AuditSubjectKind } from '@cotation/domain'
import type { Trx } from '#db/database.ts'
import { currentRequestId } from './request-scope.ts'

/** Ids, amounts, states and times, by name. Never names, addresses or texts of customers. */
export type AuditFacts = Readonly<Record<string, AuditValue>>
type AuditValue = string | number | boolean | null | readonly AuditValue[] | { readonly [name: string]: AuditValue }

/** A member of staff, or a command line tool or job that acts for nobody. */
export type ActedBy = { staffId: string } | { actor: 'tool' | 'system' }

export type AuditEntry = ActedBy & {
  action: AuditAction
  subject: { kind: AuditSubjectKind; id: string }
  /** The customer concerned, if that does not follow from the subject. Reasons are erased with this customer. */
  customerId?: string | null
  /** What changed, as it was; empty for something new. */
  before?: AuditFacts
  after?: AuditFacts
  reason?: string
}

/** For tools that act for nobody. */
export const byTool = { actor: 'tool' } as const
export const bySystem = { actor: 'system' } as const

/** The subject of what an operator does to the installation as a whole. */
export const installation = { kind: 'installation', id: 'installation' } as const

/**
 * Records what was done, in the transaction that does it: both are stored or neither. May be called
 * anywhere in the transaction, because the database appends the entry to the chain at the commit
 * (migration 0039, decision 0030).
 */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  const { action, subject, customerId = null, before = {}, after = {}, reason = '' } = entry

  await trx
    .insertInto('audit_pending')
    .values({
      actor: 'staffId' in entry ? 'staff' : entry.actor,
      staff_id: 'staffId' in entry ? entry.staffId : null,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      customer_id: customerId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      reason,
      request_id: currentRequestId() ?? '',
    })
    .execute()
}

/** The facts that differ; null if none does, which is no change and needs no entry. */
export function changedFacts(before: AuditFacts, after: AuditFacts): { before: AuditFacts; after: AuditFacts } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return null

  return { before: pick(before, changed), after: pick(after, changed) }
}

function pick(facts: AuditFacts, names: readonly string[]): AuditFacts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)))
}
