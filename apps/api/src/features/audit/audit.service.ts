import type { AuditEntryView, AuditVerificationView, auditQuery } from '@cotation/contracts'
import { dayIn, type Language, type StaffRight } from '@cotation/domain'
import type { z } from 'zod'
import { recordAudit } from '#core/audit.ts'
import { type Cell, csvOf, maxExportedRows } from '#core/csv.ts'
import type { Deps } from '#core/deps.ts'
import { loadTranslator } from '#core/texts.ts'
import { type AuditFilter, type AuditRow, listEntries, listPeople } from './audit.repository.ts'
import { findLastVerification } from './audit-chain.repository.ts'
import { type NamedSubject, nameSubjects, type SubjectRef } from './audit-subject.repository.ts'

interface AuditPage {
  entries: AuditEntryView[]
  next: number | null
  verification: AuditVerificationView | null
  people: { id: string; name: string }[]
}

type AuditDeps = Pick<Deps, 'clock' | 'db'> & { config: Pick<Deps['config'], 'timeZone'> }

/** A page of the audit, with what is needed around it. */
export async function readAudit(
  { db, config }: AuditDeps,
  query: z.output<typeof auditQuery>,
  rights: readonly StaffRight[],
): Promise<AuditPage> {
  const { before, pageSize, ...filter } = query
  const rows = await listEntries(db, filter, { timeZone: config.timeZone, before, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const nameOf = await nameSubjects(db, shown.flatMap(subjectsOf), rights)
  const entries = shown.map((row) => viewOf(row, nameOf))

  const hasMore = rows.length > pageSize
  return {
    entries,
    next: hasMore ? (entries.at(-1)?.position ?? null) : null,
    verification: await findVerificationView(db),
    people: await listPeople(db),
  }
}

async function findVerificationView(db: Deps['db']): Promise<AuditVerificationView | null> {
  const last = await findLastVerification(db)
  if (!last) return null

  return {
    at: last.at.toISOString(),
    position: Number(last.position),
    isWhole: last.is_whole,
    brokenAt: last.broken_at === null ? null : Number(last.broken_at),
    fault: last.fault,
  }
}

const customerRef = (id: string): SubjectRef => ({ kind: 'customer', id })

function subjectsOf({ subject_kind, subject_id, customer_id }: AuditRow): SubjectRef[] {
  const subject = { kind: subject_kind, id: subject_id }
  return customer_id === null ? [subject] : [subject, customerRef(customer_id)]
}

function viewOf(row: AuditRow, nameOf: (subject: SubjectRef) => NamedSubject | null): AuditEntryView {
  const subject = { kind: row.subject_kind, id: row.subject_id }
  const customerId = row.customer_id

  return {
    position: Number(row.position),
    at: row.at.toISOString(),
    actor: row.actor,
    staff: row.staff_id === null ? null : { id: row.staff_id, name: row.staffName ?? '' },
    action: row.action,
    subject: { ...subject, named: nameOf(subject) },
    customer: customerId === null ? null : { id: customerId, named: nameOf(customerRef(customerId)) },
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

const columns = [
  'position',
  'at',
  'actor',
  'person',
  'action',
  'subjectKind',
  'subjectId',
  'customerId',
  'before',
  'after',
  'reason',
  'requestId',
  'hash',
] as const

/** The audit as a CSV file. The download is recorded before the file is sent. */
export async function exportAudit(
  deps: AuditDeps,
  staffId: string,
  filter: AuditFilter,
  language: Language,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const { timeZone } = deps.config
  const rows = await listEntries(deps.db, filter, { timeZone, limit: maxExportedRows })
  await deps.db.transaction().execute((trx) =>
    recordAudit(trx, {
      staffId,
      action: 'list.exported',
      subject: { kind: 'list', id: 'audit' },
      after: { rows: rows.length, filter: JSON.parse(JSON.stringify(filter)) },
    }),
  )

  const translate = await loadTranslator(language, 'staff-audit')
  const header = columns.map((column) => translate(`export.${column}`))
  return {
    bytes: csvOf([header, ...rows.map(cellsOf)], language, timeZone),
    fileName: `audit-${dayIn(timeZone, deps.clock())}.csv`,
  }
}

function cellsOf(row: AuditRow): Cell[] {
  return [
    Number(row.position),
    row.at,
    row.actor,
    row.staffName ?? '',
    row.action,
    row.subject_kind,
    row.subject_id,
    row.customer_id ?? '',
    JSON.stringify(row.before),
    JSON.stringify(row.after),
    row.reason ?? '',
    row.request_id,
    row.hash.toString('hex'),
  ]
}
