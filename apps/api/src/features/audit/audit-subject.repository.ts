import { type AuditSubjectKind, isUuid, type StaffRight } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What a reader may know of a subject beside its id: its name, and its screen below `/staff`. */
export interface NamedSubject {
  name: string
  path: string | null
}

export interface SubjectRef {
  kind: string
  id: string
}

interface Source {
  /** Without it the reader sees only the id. */
  right: StaffRight
  /** Rows of `id`, `name` and `path`. */
  rows: (ids: readonly string[]) => RawBuilder<unknown>
}

const sources: Partial<Record<AuditSubjectKind, Source>> = {
  order: {
    right: 'orders.read',
    rows: (ids) => sql`select id, number as name, 'orders/' || id as path from customer_order where id = any(${ids})`,
  },
  customer: {
    right: 'customers.read',
    rows: (ids) => sql`
      select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name,
        'customers/' || id as path
      from customer where id = any(${ids})`,
  },
  'additional-cost': {
    right: 'costs.read',
    rows: (ids) => sql`
      select id, number as name, 'additional-costs/' || id as path from additional_cost where id = any(${ids})`,
  },
  claim: {
    right: 'orders.read',
    rows: (ids) => sql`
      select claim.id, placed.number as name, 'claims/' || claim.id as path
      from after_sale_claim claim join customer_order placed on placed.id = claim.order_id
      where claim.id = any(${ids})`,
  },
  parcel: {
    right: 'orders.read',
    rows: (ids) => sql`
      select parcel.id, placed.number || ' / ' || parcel.number as name, 'orders/' || placed.id as path
      from parcel join customer_order placed on placed.id = parcel.order_id
      where parcel.id = any(${ids})`,
  },
  refund: {
    right: 'orders.read',
    rows: (ids) => sql`
      select refund.id, placed.number as name, 'orders/' || placed.id as path
      from payment_refund refund join payment_intent intent on intent.id = refund.intent_id
        join customer_order placed on placed.id = intent.order_id
      where refund.id = any(${ids})`,
  },
  inspection: {
    right: 'production.read',
    rows: (ids) => sql`
      select inspection.id, run.code as name, 'work/' || run.code as path
      from inspection join production_run run on run.id = inspection.run_id
      where inspection.id = any(${ids})`,
  },
  'production-step': {
    right: 'production.read',
    rows: (ids) => sql`
      select step.id, run.code as name, 'work/' || run.code as path
      from production_step step join production_run run on run.id = step.run_id
      where step.id = any(${ids})`,
  },
  tray: {
    right: 'production.read',
    rows: (ids) => sql`select id, code as name, 'trays/' || code as path from tray where id = any(${ids})`,
  },
  line: {
    right: 'quotes.answer',
    rows: (ids) => sql`select id, name, 'experts/' || id as path from quote_line where id = any(${ids})`,
  },
  project: {
    right: 'customers.read',
    rows: (ids) => sql`select id, name, null as path from project where id = any(${ids})`,
  },
  file: {
    right: 'orders.read',
    rows: (ids) => sql`select id, name, null as path from upload where id = any(${ids})`,
  },
  reload: {
    right: 'customers.read',
    rows: (ids) =>
      sql`select id, number as name, 'customers/' || customer_id as path from reload where id = any(${ids})`,
  },
  mail: {
    right: 'mails.read',
    rows: (ids) => sql`select id, subject as name, 'mails/' || id as path from mail_record where id = any(${ids})`,
  },
  staff: {
    right: 'audit.read',
    rows: (ids) => sql`select id, name, null as path from staff_member where id = any(${ids})`,
  },
  role: {
    right: 'audit.read',
    rows: (ids) => sql`select id, name, null as path from staff_role where id = any(${ids})`,
  },
  view: {
    right: 'audit.read',
    rows: (ids) => sql`select id, name, null as path from saved_view where id = any(${ids})`,
  },
}

const keyOf = ({ kind, id }: SubjectRef) => `${kind} ${id}`

/**
 * The names of subjects that still exist, for a reader with these rights. One statement per kind: the
 * ids of a kind are looked up by its index.
 */
export async function nameSubjects(
  db: Db,
  subjects: readonly SubjectRef[],
  rights: readonly StaffRight[],
): Promise<(subject: SubjectRef) => NamedSubject | null> {
  const named = new Map<string, NamedSubject>()

  for (const [kind, source] of Object.entries(sources)) {
    if (!rights.includes(source.right)) continue

    const ids = subjects.filter((subject) => subject.kind === kind && isUuid(subject.id)).map(({ id }) => id)
    if (ids.length === 0) continue

    const { rows } = await sql<NamedSubject & { id: string }>`${source.rows(ids)}`.execute(db)
    for (const { id, name, path } of rows) if (name !== '') named.set(keyOf({ kind, id }), { name, path })
  }

  return (subject) => named.get(keyOf(subject)) ?? null
}
