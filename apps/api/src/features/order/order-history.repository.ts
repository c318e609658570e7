import type { OrderHistoryEntry } from '@cotation/contracts'
import type { StaffRight } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

type HistoryKind = OrderHistoryEntry['kind']

/** Who acted: the id of a member of staff, `customer` or `system`; null if nothing stored says it. */
type Actor = RawBuilder<string | null>

const actorOf = (event: string): Actor =>
  sql`coalesce(${sql.ref(`${event}.staff_id`)}::text, ${sql.ref(`${event}.actor`)})`

/**
 * Of each kind, a select with the columns `at`, `seq`, `actor` and `facts`. What happens at the same
 * moment comes in the sequence of the kinds, then of `seq`.
 */
const sources: Record<HistoryKind, (orderId: string) => RawBuilder<unknown>> = {
  // The first report of each state: carriers repeat themselves at every station.
  parcel: (orderId) => sql`
    select * from (
      select distinct on (parcel.id, report.state) report.at, report.id as seq, coalesce(report.staff_id::text, 'system') as actor,
        jsonb_build_object('number', parcel.number, 'state', report.state) as facts
      from parcel join parcel_event report on report.parcel_id = parcel.id
      where parcel.order_id = ${orderId} and report.state in ('announced', 'in_transit', 'delivered')
      order by parcel.id, report.state, report.at, report.id) parcel`,

  // A report of the provider does not name the request: its author is known if all of this amount agree.
  refund: (orderId) => sql`
    select event.received_at as at, event.id as seq, (
        select min(refund.asked_by) from payment_refund refund
        where refund.intent_id = event.intent_id and refund.amount_minor = event.amount_minor
        having count(distinct refund.asked_by) = 1) as actor,
      jsonb_build_object('amountMinor', event.amount_minor, 'currency', intent.currency) as facts
    from payment_intent intent join payment_event event on event.intent_id = intent.id
    where intent.order_id = ${orderId} and event.type = 'refunded'`,

  claim: (orderId) => sql`
    select event.at, event.id as seq, ${actorOf('event')} as actor,
      jsonb_build_object('claimId', claim.id, 'state', event.to_state) as facts
    from after_sale_claim claim join after_sale_event event on event.claim_id = claim.id
    where claim.order_id = ${orderId}`,

  cost: (orderId) => sql`
    select event.at, event.id as seq, ${actorOf('event')} as actor,
      jsonb_build_object('costId', cost.id, 'number', cost.number, 'state', event.to_state) as facts
    from additional_cost cost join additional_cost_event event on event.cost_id = cost.id
    where cost.order_id = ${orderId}`,

  inspection: (orderId) => sql`
    select inspection.concluded_at as at, inspection.round as seq, inspection.concluded_by::text as actor,
      jsonb_build_object('name', line.name, 'good', inspection.good, 'rework', inspection.rework,
        'scrap', inspection.scrap) as facts
    from inspection join production_run run on run.id = inspection.run_id
      join order_line line on line.id = run.line_id
    where inspection.order_id = ${orderId} and inspection.concluded_at is not null`,

  remake: (orderId) => sql`
    select run.opened_at as at, 0 as seq, run.opened_by::text as actor,
      jsonb_build_object('code', run.code, 'name', line.name, 'quantity', run.quantity, 'cause', run.cause) as facts
    from production_run run join order_line line on line.id = run.line_id
    where run.order_id = ${orderId} and run.cause <> 'order'`,
}

/** What a member needs to see entries of a kind: what the section of the page with the same facts needs. */
const rightsFor: Record<HistoryKind, readonly StaffRight[]> = {
  parcel: ['orders.read'],
  refund: ['money.receive', 'money.refund'],
  claim: ['orders.read'],
  cost: ['costs.read'],
  inspection: ['orders.read'],
  remake: ['production.read'],
}

const isKind = (kind: string): kind is HistoryKind => kind in sources

type Facts<Entry> = Entry extends unknown ? Omit<Entry, 'at' | 'by' | 'author'> : never

interface StoredEntry {
  at: Date
  actor: string | null
  author: string | null
  facts: Facts<OrderHistoryEntry>
}

function byOf({ actor, author }: StoredEntry): OrderHistoryEntry['by'] {
  if (actor === 'customer' || actor === 'system' || actor === 'staff') return actor
  return author === null ? null : 'staff'
}

/** What happened to an order beside its status, oldest first, as a member with these rights may see it. */
export async function listHistory(
  db: Db,
  orderId: string,
  rights: readonly StaffRight[],
): Promise<OrderHistoryEntry[]> {
  const kinds = Object.keys(sources)
    .filter(isKind)
    .filter((kind) => rightsFor[kind].some((right) => rights.includes(right)))
  if (kinds.length === 0) return []

  const selects = kinds.map(
    (kind, rank) => sql`
      select ${rank}::int as rank, source.seq::bigint, source.at, source.actor,
        source.facts || jsonb_build_object('kind', ${kind}::text) as facts
      from (${sources[kind](orderId)}) source`,
  )
  const { rows } = await sql<StoredEntry>`
    select happened.at, happened.actor, happened.facts, staff_member.name as author
    from (${sql.join(selects, sql` union all `)}) happened
      left join staff_member on staff_member.id::text = happened.actor
    order by happened.at, happened.rank, happened.seq, happened.facts ->> 'code'`.execute(db)

  return rows.map((row) => ({ ...row.facts, at: row.at.toISOString(), by: byOf(row), author: row.author ?? '' }))
}
