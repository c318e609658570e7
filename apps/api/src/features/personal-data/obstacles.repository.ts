import type { ObstacleView } from '@cotation/contracts'
import { type DeletionObstacle, isClosedOrder, openPaymentStates, orderStatuses } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

interface FoundObstacle {
  orderId: string | null
  orderNumber: string | null
  amountMinor: string | null
}

type Query = (customerId: string, givenUpMinor: number) => RawBuilder<FoundObstacle>

const openOrders = orderStatuses.filter((status) => !isClosedOrder(status))
const waitingPayments = openPaymentStates.filter((state) => state !== 'held')

/** A positive amount that is the customer's, or owed by the customer if `sign` is negative. */
const accountQuery =
  (kind: string, sign: '' | '-', allowedMinor: (givenUpMinor: number) => number): Query =>
  (customerId, givenUpMinor) =>
    sql`
    select null as "orderId", null as "orderNumber", ${sql.raw(sign)}balance_minor as "amountMinor" from ledger_account
    where customer_id = ${customerId} and kind = ${kind}
      and ${sql.raw(sign)}balance_minor > ${allowedMinor(givenUpMinor)}`

const paymentsIn =
  (states: readonly string[]): Query =>
  (customerId) =>
    sql`
    select customer_order.id as "orderId", customer_order.number as "orderNumber", intent.usd_minor as "amountMinor"
    from payment_intent intent left join customer_order on customer_order.id = intent.order_id
    where intent.customer_id = ${customerId} and intent.state in (${sql.join(states)})
    order by intent.created_at`

/**
 * What blocks a deletion, one query for each kind. To add one, add its kind to `deletionObstacles`
 * in the domain, its query here, and its texts to `personal-data` in both languages.
 */
const queries: Record<DeletionObstacle, Query> = {
  'open-order': (customerId) => sql`
    select id as "orderId", number as "orderNumber", total_minor as "amountMinor" from customer_order
    where customer_id = ${customerId} and status in (${sql.join(openOrders)}) order by placed_at, number`,

  // An accepted claim waits for its after-sale order, which is an open order once it is placed.
  'open-claim': (customerId) => sql`
    select distinct customer_order.id as "orderId", customer_order.number as "orderNumber", null as "amountMinor"
    from after_sale_claim claim join customer_order on customer_order.id = claim.order_id
    where claim.customer_id = ${customerId} and (claim.state in ('open', 'question')
      or claim.state = 'accepted' and not exists (
        select from customer_order reprint where reprint.claim_id = claim.id and reprint.status <> 'cancelled'))
    order by customer_order.number`,

  'additional-cost': (customerId) => sql`
    select customer_order.id as "orderId", customer_order.number as "orderNumber", cost.total_minor as "amountMinor"
    from additional_cost cost join customer_order on customer_order.id = cost.order_id
    where cost.customer_id = ${customerId} and cost.state = 'requested' order by cost.created_at`,

  // Reloads only: orders and additional costs that are being paid are obstacles themselves.
  'open-payment': (customerId) => sql`
    select null as "orderId", null as "orderNumber", usd_minor as "amountMinor" from payment_intent
    where customer_id = ${customerId} and reload_id is not null and state in (${sql.join(waitingPayments)})
    order by created_at`,

  'refund-pending': (customerId) => sql`
    select customer_order.id as "orderId", customer_order.number as "orderNumber", refund.usd_minor as "amountMinor"
    from payment_refund refund join payment_intent intent on intent.id = refund.intent_id
      left join customer_order on customer_order.id = intent.order_id
    where intent.customer_id = ${customerId} and refund.state <> 'done' order by refund.asked_at`,

  dispute: paymentsIn(['held', 'disputed']),
  'credit-owed': accountQuery('credit', '-', () => 0),
  'reload-pending': accountQuery('wallet_pending', '', () => 0),
  balance: accountQuery('wallet', '', (givenUpMinor) => givenUpMinor),
}

/** A limit for accounts with thousands of orders. */
const maxPerKind = 20

/** Everything that blocks the deletion of an account, without the balance that is given up. */
export async function findObstacles(db: Db | Trx, customerId: string, givenUpMinor: number): Promise<ObstacleView[]> {
  const found: ObstacleView[] = []
  for (const [kind, query] of Object.entries(queries) as [DeletionObstacle, Query][]) {
    const { rows } = await sql<FoundObstacle>`${query(customerId, givenUpMinor)} limit ${maxPerKind}`.execute(db)
    found.push(...rows.map((row) => obstacleView(kind, row)))
  }
  return found
}

function obstacleView(kind: DeletionObstacle, { orderId, orderNumber, amountMinor }: FoundObstacle): ObstacleView {
  return {
    kind,
    order: orderId !== null && orderNumber !== null ? { id: orderId, number: orderNumber } : null,
    amountMinor: amountMinor === null ? null : Number(amountMinor),
  }
}
