import {
  type DeletionObstacle,
  deletionObstacles,
  isClosedOrder,
  type OpenClaimState,
  type OrderStatus,
  openClaimStates,
  openPaymentStates,
  orderStatuses,
} from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

interface ObstacleRow {
  id: string
  number: string | null
  orderId: string | null
  orderNumber: string | null
  amountMinor: string | null
  /** Status of the order or claim. */
  status: string | null
  /** When a delivered order was delivered; for other obstacles, when they end by themselves. */
  at: Date | null
}

interface ObstacleFacts extends Omit<ObstacleRow, 'amountMinor' | 'status'> {
  amountMinor: number | null
}

/** Orders and claims have a status, which decides what ends them. */
export type Obstacle =
  | (ObstacleFacts & { kind: 'open-order'; status: OrderStatus })
  | (ObstacleFacts & { kind: 'open-claim'; status: OpenClaimState })
  | (ObstacleFacts & { kind: Exclude<DeletionObstacle, 'open-order' | 'open-claim'> })

type Query = (customerId: string, givenUpMinor: number) => RawBuilder<ObstacleRow>

const openOrders = orderStatuses.filter((status) => !isClosedOrder(status))
const waitingPayments = openPaymentStates.filter((state) => state !== 'held')

/** A positive amount that is the customer's, or owed by the customer if `sign` is negative. */
const accountQuery =
  (kind: string, sign: '' | '-', allowedMinor: (givenUpMinor: number) => number): Query =>
  (customerId, givenUpMinor) =>
    sql`
    select id, null as number, null as "orderId", null as "orderNumber",
      ${sql.raw(sign)}balance_minor as "amountMinor", null as status, null as at
    from ledger_account
    where customer_id = ${customerId} and kind = ${kind}
      and ${sql.raw(sign)}balance_minor > ${allowedMinor(givenUpMinor)}`

/** The order, additional cost or reload that a payment is for. */
const subjectColumns = sql`coalesce(customer_order.number, cost.number, reload.number) as number,
      coalesce(customer_order.id, cost_order.id) as "orderId",
      coalesce(customer_order.number, cost_order.number) as "orderNumber"`
const subjectTables = sql`left join customer_order on customer_order.id = intent.order_id
      left join additional_cost cost on cost.id = intent.additional_cost_id
      left join customer_order cost_order on cost_order.id = cost.order_id
      left join reload on reload.id = intent.reload_id`

/**
 * What blocks a deletion, one query for each kind. To add one, add its kind to `deletionObstacles`
 * in the domain, its query here, what ends it to `obstacles.service.ts`, and its texts to
 * `personal-data` in both languages.
 */
const queries: Record<DeletionObstacle, Query> = {
  'open-order': (customerId) => sql`
    select id, number, id as "orderId", number as "orderNumber", total_minor as "amountMinor", status,
      delivered_at as at
    from customer_order
    where customer_id = ${customerId} and status in (${sql.join(openOrders)}) order by placed_at, number`,

  // An accepted claim waits for its after-sale order, which is an open order once it is placed.
  'open-claim': (customerId) => sql`
    select claim.id, claim.work_order_number as number, customer_order.id as "orderId",
      customer_order.number as "orderNumber", null as "amountMinor", claim.state as status, null as at
    from after_sale_claim claim join customer_order on customer_order.id = claim.order_id
    where claim.customer_id = ${customerId} and claim.state in (${sql.join(openClaimStates)}) and not exists (
      select from customer_order reprint where reprint.claim_id = claim.id and reprint.status <> 'cancelled')
    order by customer_order.number, claim.opened_at, claim.id`,

  'additional-cost': (customerId) => sql`
    select cost.id, cost.number, customer_order.id as "orderId", customer_order.number as "orderNumber",
      cost.total_minor as "amountMinor", null as status, cost.deadline as at
    from additional_cost cost join customer_order on customer_order.id = cost.order_id
    where cost.customer_id = ${customerId} and cost.state = 'requested' order by cost.created_at, cost.number`,

  // Reloads only: orders and additional costs that are being paid are obstacles themselves.
  'open-payment': (customerId) => sql`
    select reload.id, reload.number, null as "orderId", null as "orderNumber", intent.usd_minor as "amountMinor",
      null as status, intent.expires_at as at
    from payment_intent intent join reload on reload.id = intent.reload_id
    where intent.customer_id = ${customerId} and intent.state in (${sql.join(waitingPayments)})
    order by intent.created_at, reload.number`,

  'refund-pending': (customerId) => sql`
    select refund.id, ${subjectColumns}, refund.usd_minor as "amountMinor", null as status, null as at
    from payment_refund refund join payment_intent intent on intent.id = refund.intent_id ${subjectTables}
    where intent.customer_id = ${customerId} and refund.state <> 'done' order by refund.asked_at, refund.id`,

  dispute: (customerId) => sql`
    select intent.id, ${subjectColumns}, intent.usd_minor as "amountMinor", null as status, null as at
    from payment_intent intent ${subjectTables}
    where intent.customer_id = ${customerId} and intent.state in ('held', 'disputed')
    order by intent.created_at, intent.id`,

  'credit-owed': accountQuery('credit', '-', () => 0),

  // By the ledger; the reloads only name it.
  'reload-pending': (customerId) => sql`
    select account.id, paid.number, null as "orderId", null as "orderNumber",
      account.balance_minor as "amountMinor", null as status, paid.at
    from ledger_account account cross join (
      select string_agg(number, ', ' order by number) as number, max(available_at) as at from reload
      where customer_id = ${customerId} and available_at is not null and credited_at is null) paid
    where account.customer_id = ${customerId} and account.kind = 'wallet_pending' and account.balance_minor > 0`,

  balance: accountQuery('wallet', '', (givenUpMinor) => givenUpMinor),
}

/** A limit for accounts with thousands of orders. */
const maxPerKind = 20

/** Everything that blocks the deletion of an account, without the balance that is given up. */
export async function listObstacles(db: Db | Trx, customerId: string, givenUpMinor: number): Promise<Obstacle[]> {
  const found: Obstacle[] = []

  for (const kind of deletionObstacles) {
    const query = queries[kind](customerId, givenUpMinor)
    const { rows } = await sql<ObstacleRow>`${query} limit ${maxPerKind}`.execute(db)

    // Each query returns the status of its kind.
    for (const row of rows) found.push({ ...row, kind, amountMinor: minorOf(row) } as Obstacle)
  }

  return found
}

const minorOf = ({ amountMinor }: ObstacleRow) => (amountMinor === null ? null : Number(amountMinor))
