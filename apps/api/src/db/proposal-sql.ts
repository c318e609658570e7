import type { ProposalState } from '@cotation/domain'
import { sql } from 'kysely'

/** What the action of a `proposal` is about, as people call it; null if it has no name of its own. */
export const subjectName = sql<string | null>`case proposal.action ->> 'kind'
  when 'order-refund' then (select number from customer_order where id = (proposal.action ->> 'orderId')::uuid)
  when 'order-cancellation' then (select number from customer_order where id = (proposal.action ->> 'orderId')::uuid)
  when 'additional-cost-refund' then (select number from additional_cost where id = (proposal.action ->> 'costId')::uuid)
  when 'reload-refund' then (select number from reload where id = (proposal.action ->> 'reloadId')::uuid)
  when 'claim-settlement' then (
    select customer_order.number from after_sale_claim join customer_order on customer_order.id = order_id
    where after_sale_claim.id = (proposal.action ->> 'claimId')::uuid)
  when 'receipt-to-balance' then (
    select bank_transaction_id from bank_receipt where id = (proposal.action ->> 'receiptId')::uuid)
  when 'coupon-offer' then proposal.action ->> 'code'
end`

/** Of a `proposal` with its `decision`: without one it is expired as soon as its time is over, before the job records it. */
export const stateAt = (now: Date) =>
  sql<ProposalState>`coalesce(decision.outcome, case when proposal.expires_at > ${now} then 'open' else 'expired' end)`
