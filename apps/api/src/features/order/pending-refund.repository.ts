import type { PendingRefund } from '@cotation/contracts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Refunds of an order and its additional costs that are proposed, approved or failed, oldest first.
 * A later refund of the same payment replaces one that failed, as in the list of tasks. Payments of
 * the order and of its costs are two queries: one `or` over both columns would read every payment.
 */
export async function listPendingRefunds(db: Db, orderId: string, now: Date): Promise<PendingRefund[]> {
  const { rows } = await sql<Omit<PendingRefund, 'at'> & { at: Date }>`
    with cost as (select id, number from additional_cost where order_id = ${orderId}),
    payment as (
      select id, currency, method, agency, null::uuid as cost_id from payment_intent where order_id = ${orderId}
      union all
      select intent.id, intent.currency, intent.method, intent.agency, cost.id
      from cost join payment_intent intent on intent.additional_cost_id = cost.id
    ),
    pending as (
      select proposal.id, 'asked' as state, (proposal.action ->> 'amountMinor')::float8 as amount_minor,
        'USD' as currency, null as method, false as is_sent_by_staff, proposal.reason,
        proposal.proposed_by::text as asked_by, proposal.proposed_at as at, cost.id as cost_id
      from customer_order join proposal on proposal.customer_id = customer_order.customer_id
        left join cost on cost.id::text = proposal.action ->> 'costId'
      where customer_order.id = ${orderId} and proposal.expires_at > ${now}
        and proposal.action ->> 'kind' in ('order-refund', 'order-cancellation', 'additional-cost-refund')
        and (proposal.action ->> 'orderId' = customer_order.id::text or cost.id is not null)
        and not exists (select from proposal_decision where proposal_id = proposal.id)
      union all
      select refund.id, case refund.state when 'failed' then 'failed' else 'approved' end, refund.amount_minor::float8,
        payment.currency, payment.method, payment.method = 'bank_transfer' and payment.agency, refund.reason,
        refund.asked_by, refund.asked_at, payment.cost_id
      from payment join payment_refund refund on refund.intent_id = payment.id
      where refund.state = 'asked' or refund.state = 'failed' and not exists (
        select from payment_refund later where later.intent_id = refund.intent_id
          and later.state <> 'failed' and later.asked_at > refund.asked_at)
    )
    select pending.id, state, amount_minor as "amountMinor", currency, method, is_sent_by_staff as "isSentByStaff",
      reason, coalesce(staff_member.name, '') as author, at, case when cost.id is not null
        then jsonb_build_object('id', cost.id, 'number', cost.number) end as cost
    from pending left join cost on cost.id = pending.cost_id
      left join staff_member on staff_member.id::text = pending.asked_by
    order by at, pending.id`.execute(db)

  return rows.map(({ at, ...refund }) => ({ ...refund, at: at.toISOString() }))
}
