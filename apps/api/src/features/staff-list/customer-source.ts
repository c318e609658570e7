import { type SqlBool, sql } from 'kysely'
import { customerName } from '#db/customer-sql.ts'
import { spentMinor } from '#src/money/spent.ts'
import type { ListReader, ListSource } from './list-query.ts'
import { customersMatching, managerColumn } from './shared-columns.ts'

/** The country of the default address, or of the address that was used last. */
const country = sql`(
  select address.country from address where address.customer_id = c.id and address.book = 'shipping'
  order by address.is_default desc, address.updated_at desc, address.id limit 1)`

const flags = sql`array(select flag from customer_flag where customer_flag.customer_id = c.id order by 1)`

export const customerSource = ({ rights }: ListReader): ListSource => ({
  from: sql`customer c`,
  id: sql`c.id`,
  always: sql<SqlBool>`c.deleted_at is null`,
  search: (search) => sql<SqlBool>`c.id in (${customersMatching(search, rights)})`,
  columns: {
    email: { value: sql`c.email` },
    name: { value: customerName },
    company: { value: sql`nullif(c.company, '')` },
    accountType: { value: sql`c.account_type` },
    country: { value: country },
    orders: { value: sql`(select count(*)::int from customer_order o where o.customer_id = c.id)` },
    spentUsd: { value: spentMinor(sql`c.id`) },
    lastOrderAt: { value: sql`(select max(o.placed_at) from customer_order o where o.customer_id = c.id)` },
    level: { value: sql`(select member.level from loyalty_member member where member.customer_id = c.id)` },
    flags: { value: flags },
    manager: { ...managerColumn(sql`c.id`), compared: sql`c.manager_id` },
    createdAt: { value: sql`c.created_at` },
    isActivated: { value: sql`(c.activated_at is not null)` },
    mayReload: { value: sql`c.is_recharge` },
    mayOrderForOthers: { value: sql`c.is_entrust_order_account` },
  },
})
