import { type SqlBool, sql } from 'kysely'
import { contains } from '#db/lists.ts'
import { stateAt } from '#src/money/additional-cost.ts'
import type { ListReader, ListSource } from './list-query.ts'
import { companyColumn, customerColumn, customersMatching, managerColumn, orderColumn } from './shared-columns.ts'

const customerId = sql`cost.customer_id`

export const additionalCostSource = ({ now, rights }: ListReader): ListSource => ({
  from: sql`additional_cost cost`,
  id: sql`cost.id`,
  search: (search) => sql<SqlBool>`cost.id in (
    select cost.id from additional_cost cost where ${contains(sql`cost.number`, search)}
    union all select cost.id from additional_cost cost where cost.order_id in (
      select bought.id from customer_order bought where ${contains(sql`bought.number`, search)})
    union all select cost.id from additional_cost cost where cost.customer_id in (${customersMatching(search, rights)}))`,
  columns: {
    number: { value: sql`cost.number` },
    order: orderColumn(sql`cost.order_id`),
    customer: customerColumn(customerId),
    company: companyColumn(customerId),
    reason: { value: sql`cost.reason` },
    state: { value: sql`(${stateAt(now)})` },
    totalUsd: { value: sql`cost.total_minor` },
    currency: { value: sql`cost.currency` },
    createdAt: { value: sql`cost.created_at` },
    deadline: { value: sql`cost.deadline` },
    paidAt: { value: sql`cost.paid_at` },
    refundedAt: { value: sql`cost.refunded_at` },
    manager: managerColumn(customerId),
  },
})
