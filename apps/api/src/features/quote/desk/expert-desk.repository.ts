import type { Configuration, ExpertDraft, PartMeasures, ProcessId } from '@cotation/domain'
import { sql } from 'kysely'
import { customerNameOf } from '#db/customer-sql.ts'
import type { Db, Trx } from '#db/database.ts'
import type { ManualQuoteRow } from '#features/quote/rows/manual-quote.repository.ts'

/** The question that is in force for a line, else the last one that was withdrawn. */
export async function findLastQuestion(db: Db | Trx, lineId: string): Promise<ManualQuoteRow | undefined> {
  return db
    .selectFrom('manual_quote')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy((question) => question('state', '=', 'withdrawn'))
    .orderBy('asked_at', 'desc')
    .executeTakeFirst()
}

export async function findCustomerName(
  db: Db,
  customerId: string,
): Promise<{ id: string; name: string; company: string; email: string } | undefined> {
  return db
    .selectFrom('customer')
    .select(['id', customerNameOf('customer').as('name'), 'company', 'email'])
    .where('id', '=', customerId)
    .executeTakeFirst()
}

export async function findSentFile(db: Db, uploadId: string) {
  return db.selectFrom('upload').select(['name', 'sha256', 'state']).where('id', '=', uploadId).executeTakeFirst()
}

export async function setDraft(
  trx: Trx,
  questionId: string,
  draft: ExpertDraft,
  { staffId, now }: { staffId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('manual_quote')
    .set({ draft: JSON.stringify(draft), draft_by: staffId, draft_at: now })
    .where('id', '=', questionId)
    .execute()
}

/** A priced line of a part that resembles another. */
export interface PricedPartRow {
  line_id: string
  project_id: string
  name: string
  fingerprint: string
  measures: PartMeasures
  thumbnail_id: string | null
  configuration: Configuration | null
  catalogue_version: string
  process: ProcessId | null
  line_minor: string
  working_days: number | null
  is_by_expert: boolean
  priced_at: Date
  order_id: string | null
  order_line_id: string | null
  order_number: string | null
  order_quantity: number | null
  order_unit_minor: string | null
}

/** How many of the nearest bodies are looked at: many of them have no price. */
const nearestBodies = 200

/** A body as a point. Equal to the expression of the index `part_body_shape`. */
const shape = sql`point(
  ln(greatest((measures ->> 'volumeMm3')::double precision, 1e-9)) / 3,
  ln(greatest((measures ->> 'areaMm2')::double precision, 1e-9)) / 2)`

const logOf = (value: number) => Math.log(Math.max(value, 1e-9))

/**
 * Priced lines of the bodies that are nearest in volume and surface: of each body one line, an ordered
 * one if there is, then one of the same process, then the newest. The index returns the nearest bodies
 * in their sequence, so that the time does not grow with the number of parts.
 */
export async function listPricedParts(
  db: Db,
  { volumeMm3, areaMm2 }: Pick<PartMeasures, 'volumeMm3' | 'areaMm2'>,
  { exceptLineId, process }: { exceptLineId: string; process: ProcessId | null },
): Promise<PricedPartRow[]> {
  const x = logOf(volumeMm3) / 3
  const y = logOf(areaMm2) / 2

  const { rows } = await sql<PricedPartRow>`
    select priced.*, near.fingerprint, near.measures, near.thumbnail_id
    from (
      select analysis_id, body_index, fingerprint, measures, thumbnail_id from part_body
      where measures is not null
      order by ${shape} <-> point(${x}::double precision, ${y}::double precision)
      limit ${nearestBodies}
    ) near cross join lateral (
      select line.id as line_id, line.project_id, line.name, line.configuration, project.catalogue_version,
        line.verdict -> 'price' ->> 'process' as process, line.line_minor,
        coalesce(answer.working_days, (line.verdict -> 'price' -> 'leadTime' ->> 'workingDays')::int) as working_days,
        answer.id is not null as is_by_expert, coalesce(answer.answered_at, project.priced_at) as priced_at,
        sold.order_id, sold.id as order_line_id, sold.number as order_number, sold.quantity as order_quantity,
        sold.unit_minor as order_unit_minor
      from upload
        join quote_line line on line.upload_id = upload.id and line.body_index = near.body_index
        join project on project.id = line.project_id
        left join manual_quote answer on answer.line_id = line.id and answer.state = 'answered'
        left join lateral (
          select order_line.id, order_line.order_id, customer_order.number, order_line.quantity, order_line.unit_minor
          from order_line join customer_order on customer_order.id = order_line.order_id
          where order_line.line_id = line.id and customer_order.status <> 'cancelled'
          order by customer_order.placed_at desc limit 1
        ) sold on true
      where upload.analysis_id = near.analysis_id and line.line_minor is not null and line.id <> ${exceptLineId}
        and line.deleted_at is null and project.deleted_at is null
      order by sold.order_id is null, coalesce(line.verdict -> 'price' ->> 'process' <> ${process}::text, true),
        priced_at desc
      limit 1
    ) priced`.execute(db)
  return rows
}

/** Scrap, claims and times of an ordered line. */
export interface OutcomeRow {
  order_line_id: string
  scrapped: number | null
  claims: number
  actual_minutes: number | null
  planned_minutes: number | null
}

/**
 * Only steps that are finished, planned and timed count for the minutes: others would distort the
 * comparison of plan and reality.
 */
export async function listOutcomes(db: Db, orderLineIds: readonly string[]): Promise<OutcomeRow[]> {
  const isCompared = sql`step.state = 'done' and step.planned_minutes is not null and step.worked_seconds > 0`

  const { rows } = await sql<OutcomeRow>`
    select line.id as order_line_id, made.*, (
        select count(*)::int from after_sale_line claimed join after_sale_claim claim on claim.id = claimed.claim_id
        where claimed.order_line_id = line.id and claim.state <> 'withdrawn') as claims
    from order_line line cross join lateral (
      select sum(step.scrap)::int as scrapped,
        sum(step.worked_seconds) filter (where ${isCompared}) / 60.0::double precision as actual_minutes,
        sum(step.planned_minutes) filter (where ${isCompared}) as planned_minutes
      from production_run run join production_step step on step.run_id = run.id
      where run.line_id = line.id
    ) made
    where line.id = any(${orderLineIds}::uuid[])`.execute(db)
  return rows
}
