import type { AuditSubjectKind, StaffRight } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import { customerName } from '#db/customer-sql.ts'
import { subjectName } from '#db/proposal-sql.ts'

type Expression = RawBuilder<unknown>

/** What a reader may know of a subject beside its id: its name, and its screen below `/staff`. */
export interface NamedSubject {
  name: string
  path: string | null
}

interface Source {
  /** Without it the reader sees only the id. */
  right: StaffRight
  /** The name, the path of the screen, and where both come from for an id. */
  name: Expression
  path: Expression
  from: (id: Expression) => Expression
}

const noScreen = sql`null`

const sources: Partial<Record<AuditSubjectKind, Source>> = {
  order: {
    right: 'orders.read',
    name: sql`number`,
    path: sql`'orders/' || id`,
    from: (id) => sql`customer_order where id = ${id}`,
  },
  customer: {
    right: 'customers.read',
    name: customerName,
    path: sql`'customers/' || c.id`,
    from: (id) => sql`customer c where c.id = ${id}`,
  },
  'additional-cost': {
    right: 'costs.read',
    name: sql`number`,
    path: sql`'additional-costs/' || id`,
    from: (id) => sql`additional_cost where id = ${id}`,
  },
  claim: {
    right: 'orders.read',
    name: sql`placed.number`,
    path: sql`'claims/' || claim.id`,
    from: (id) => sql`
      after_sale_claim claim join customer_order placed on placed.id = claim.order_id where claim.id = ${id}`,
  },
  parcel: {
    right: 'orders.read',
    name: sql`placed.number || ' / ' || parcel.number`,
    path: sql`'orders/' || placed.id`,
    from: (id) => sql`parcel join customer_order placed on placed.id = parcel.order_id where parcel.id = ${id}`,
  },
  refund: {
    right: 'orders.read',
    name: sql`placed.number`,
    path: sql`'orders/' || placed.id`,
    from: (id) => sql`
      payment_refund refund join payment_intent intent on intent.id = refund.intent_id
        join customer_order placed on placed.id = intent.order_id
      where refund.id = ${id}`,
  },
  inspection: {
    right: 'production.read',
    name: sql`run.code`,
    path: sql`'work/' || run.code`,
    from: (id) => sql`
      inspection join production_run run on run.id = inspection.run_id where inspection.id = ${id}`,
  },
  'production-step': {
    right: 'production.read',
    name: sql`run.code`,
    path: sql`'work/' || run.code`,
    from: (id) => sql`production_step step join production_run run on run.id = step.run_id where step.id = ${id}`,
  },
  tray: {
    right: 'production.read',
    name: sql`code`,
    path: sql`'work/tray/' || code`,
    from: (id) => sql`tray where id = ${id}`,
  },
  line: {
    right: 'quotes.answer',
    name: sql`name`,
    path: sql`'experts/' || id`,
    from: (id) => sql`quote_line where id = ${id}`,
  },
  project: {
    right: 'customers.read',
    name: sql`name`,
    path: sql`'projects/' || id`,
    from: (id) => sql`project where id = ${id}`,
  },
  proposal: {
    right: 'proposals.use',
    name: sql`coalesce(${subjectName}, '')`,
    path: sql`'proposals/' || id`,
    from: (id) => sql`proposal where id = ${id}`,
  },
  file: {
    right: 'orders.read',
    name: sql`name`,
    path: noScreen,
    from: (id) => sql`upload where id = ${id}`,
  },
  reload: {
    right: 'customers.read',
    name: sql`number`,
    path: sql`'customers/' || customer_id`,
    from: (id) => sql`reload where id = ${id}`,
  },
  mail: {
    right: 'mails.read',
    name: sql`subject`,
    path: sql`'mails/' || id`,
    from: (id) => sql`mail_record where id = ${id}`,
  },
  staff: {
    right: 'audit.read',
    name: sql`name`,
    path: noScreen,
    from: (id) => sql`staff_member where id = ${id}`,
  },
  role: {
    right: 'audit.read',
    name: sql`name`,
    path: noScreen,
    from: (id) => sql`staff_role where id = ${id}`,
  },
  view: {
    right: 'audit.read',
    name: sql`name`,
    path: noScreen,
    from: (id) => sql`saved_view where id = ${id}`,
  },
}

/** Checked before the cast: the ids of some kinds of subjects are not UUIDs. */
const uuidPattern = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/**
 * The name and path of a subject as JSON, for a reader with these rights. Null if it no longer
 * exists, has no name, or the reader may not know more than its id. Each row looks up its own kind
 * only.
 */
export function namedSubject(kind: Expression, id: Expression, rights: readonly StaffRight[]): Expression {
  const known = Object.entries(sources).filter(([, { right }]) => rights.includes(right))
  if (known.length === 0) return sql`null::jsonb`

  const cases = known.map(
    ([name, source]) => sql`
      when ${sql.lit(name)} then (
        select case when ${source.name} <> '' then jsonb_build_object('name', ${source.name}, 'path', ${source.path}) end
        from ${source.from(sql`(${id})::uuid`)})`,
  )
  return sql`(case when ${id} ~ ${sql.lit(uuidPattern)} then (case ${kind} ${sql.join(cases, sql` `)} end) end)`
}
