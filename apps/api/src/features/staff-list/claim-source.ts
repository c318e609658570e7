import { type SqlBool, sql } from 'kysely'
import { contains } from '#db/lists.ts'
import type { ListReader, ListSource } from './list-query.ts'
import { companyColumn, customerColumn, customersMatching, managerColumn, orderColumn } from './shared-columns.ts'

const customerId = sql`claim.customer_id`

/** The after-sale order of a claim; a cancelled one no longer counts. */
const reprint = sql`from customer_order made where made.claim_id = claim.id and made.status <> 'cancelled'`

export const claimSource = ({ rights }: ListReader): ListSource => ({
  from: sql`after_sale_claim claim`,
  id: sql`claim.id`,
  search: (search) => sql<SqlBool>`claim.id in (
    select claim.id from after_sale_claim claim where ${contains(sql`claim.work_order_number`, search)}
    union all select claim.id from after_sale_claim claim where claim.order_id in (
      select bought.id from customer_order bought where ${contains(sql`bought.number`, search)})
    union all select claim.id from after_sale_claim claim where claim.customer_id in (${customersMatching(search, rights)}))`,
  columns: {
    order: orderColumn(sql`claim.order_id`),
    customer: customerColumn(customerId),
    company: companyColumn(customerId),
    state: { value: sql`claim.state` },
    reason: { value: sql`claim.reason` },
    openedAt: { value: sql`claim.opened_at` },
    closedAt: { value: sql`claim.closed_at` },
    parts: { value: sql`(select count(*)::int from after_sale_line line where line.claim_id = claim.id)` },
    pieces: {
      value: sql`(select coalesce(sum(line.quantity), 0)::int from after_sale_line line where line.claim_id = claim.id)`,
    },
    workOrder: { value: sql`claim.work_order_number` },
    reprint: {
      value: sql`(select jsonb_build_object('id', made.id, 'name', made.number) ${reprint})`,
      compared: sql`(select made.id ${reprint})`,
      matches: (search) => sql<SqlBool>`exists (select ${reprint} and ${contains(sql`made.number`, search)})`,
    },
    settledUsd: { value: sql`claim.settled_minor` },
    manager: managerColumn(customerId),
  },
})
