import { type SqlBool, sql } from 'kysely'
import { contains } from '#db/lists.ts'
import { stateAt, subjectName } from '#db/proposal-sql.ts'
import type { ListReader, ListSource } from './list-query.ts'
import { customerColumn, customersMatching, staffColumn } from './shared-columns.ts'

/** Proposals by what they are about: a code, the number of an order or cost, or the customer. */
export const proposalSource = ({ now, rights }: ListReader): ListSource => ({
  from: sql`proposal left join proposal_decision decision on decision.proposal_id = proposal.id`,
  id: sql`proposal.id`,
  search: (search) => sql<SqlBool>`proposal.id in (
    select made.id from proposal made where ${contains(sql`made.action ->> 'code'`, search)}
    union all select made.id from proposal made where made.action ->> 'orderId' in (
      select bought.id::text from customer_order bought where ${contains(sql`bought.number`, search)})
    union all select made.id from proposal made where made.action ->> 'claimId' in (
      select claim.id::text from after_sale_claim claim where claim.order_id in (
        select bought.id from customer_order bought where ${contains(sql`bought.number`, search)}))
    union all select made.id from proposal made where made.action ->> 'costId' in (
      select cost.id::text from additional_cost cost where ${contains(sql`cost.number`, search)})
    union all select made.id from proposal made where made.customer_id in (${customersMatching(search, rights)}))`,
  columns: {
    action: { value: sql`(proposal.action ->> 'kind')` },
    about: { value: sql`(${subjectName})` },
    state: { value: sql`(${stateAt(now)})` },
    amountUsd: { value: sql`proposal.amount_minor` },
    earlierUsd: { value: sql`proposal.earlier_minor` },
    customer: customerColumn(sql`proposal.customer_id`),
    reason: { value: sql`nullif(proposal.reason, '')` },
    proposedBy: staffColumn(sql`proposal.proposed_by`),
    proposedAt: { value: sql`proposal.proposed_at` },
    expiresAt: { value: sql`proposal.expires_at` },
    decidedBy: staffColumn(sql`decision.decided_by`),
    // The job that records the end of a proposal runs later than its end.
    decidedAt: { value: sql`decision.decided_at` },
    decisionReason: { value: sql`nullif(decision.reason, '')` },
  },
})
