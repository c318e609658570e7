import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** What tasks depend on. `…Ids` are orders whose reward was not claimed. */
export interface TaskFacts {
  /** How many of the five fields of the task `profile` are filled in. */
  profileFields: number
  isActivated: boolean
  hasQuotedFile: boolean
  hasCompletedOrder: boolean
  /** Orders paid in the month whose production has begun, with goods of at least USD 50. */
  monthlyOrders: number
  /** Technologies of the month's orders. */
  technologies: number
  mayReload: boolean
  /** Credited reloads of the month that were not returned. */
  reloads: number
  reviewedIds: string[]
  photographedIds: string[]
}

const minGoodsMinor = 50_00

/** Orders that can no longer be cancelled: ordering and cancelling must not bring a reward. */
const inProduction = sql`('in_production', 'quality_check', 'shipped', 'delivered', 'completed')`

const unclaimed = (task: string) => sql`not exists (select from point_reward
  where point_reward.customer_id = bought.customer_id and source = ${`task:${task}:`}::text || bought.id)`

export async function getTaskFacts(
  db: Db | Trx,
  customerId: string,
  month: { from: Date; to: Date },
): Promise<TaskFacts> {
  const ofMonth = sql`bought.customer_id = ${customerId} and bought.paid_at >= ${month.from}
    and bought.paid_at < ${month.to} and bought.status in ${inProduction} and bought.original_order_id is null`

  const { rows } = await sql<TaskFacts>`
    select
      (username <> '')::int + (phone <> '')::int + (title is not null)::int + (industry is not null)::int
        + (company <> '')::int as "profileFields",
      activated_at is not null as "isActivated",
      is_recharge as "mayReload",
      exists (select from project join quote_line on quote_line.project_id = project.id
        where project.customer_id = ${customerId} and quote_line.line_minor is not null) as "hasQuotedFile",
      exists (select from customer_order bought
        where bought.customer_id = ${customerId} and bought.status = 'completed') as "hasCompletedOrder",
      (select count(*)::int from customer_order bought
        where ${ofMonth} and (bought.total->>'goodsMinor')::bigint >= ${minGoodsMinor}) as "monthlyOrders",
      (select count(distinct order_line.ordered->'orderLine'->>'technologyId')::int
        from customer_order bought join order_line on order_line.order_id = bought.id
        where ${ofMonth}) as technologies,
      (select count(*)::int from reload where reload.customer_id = ${customerId}
        and reload.credited_at >= ${month.from} and reload.credited_at < ${month.to}
        and not exists (select from payment_intent intent
          where intent.reload_id = reload.id and intent.refunded_minor > 0)) as reloads,
      array(select bought.id from customer_order bought join order_review on order_review.order_id = bought.id
        where bought.customer_id = ${customerId} and bought.original_order_id is null and ${unclaimed('review')}
        order by order_review.created_at, bought.id) as "reviewedIds",
      array(select bought.id from customer_order bought join review_photo on review_photo.order_id = bought.id
        where bought.customer_id = ${customerId} and bought.original_order_id is null and ${unclaimed('review-photo')}
        group by bought.id order by min(review_photo.created_at), bought.id) as "photographedIds"
    from customer where id = ${customerId}`.execute(db)

  const [facts] = rows
  if (!facts) throw new Error(`There is no customer ${customerId}.`)
  return facts
}

/** The granted rewards of tasks: those of a month, and those that are granted only once. */
export async function listTaskRewards(
  db: Db | Trx,
  customerId: string,
  month: string,
): Promise<{ task: string; source: string; isThisMonth: boolean }[]> {
  const rows = await db
    .selectFrom('point_reward')
    .select(['task', 'source', 'month'])
    .where('customer_id', '=', customerId)
    .where('task', '<>', 'check-in')
    .where(({ eb, or }) => or([eb('month', '=', month), eb('source', 'not like', 'task:%:%')]))
    .execute()
  return rows.map((row) => ({ task: row.task, source: row.source, isThisMonth: row.month === month }))
}
