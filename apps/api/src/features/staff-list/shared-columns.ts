import type { StaffRight } from '@cotation/domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { customerName } from '#db/customer-sql.ts'
import { contains } from '#db/lists.ts'
import type { ColumnSql } from './list-query.ts'

type Reference = RawBuilder<unknown>

/** The customer of a row, by the row's customer id. */
export const customerColumn = (customerId: Reference): ColumnSql => ({
  value: sql`(select jsonb_build_object('id', c.id, 'name', ${customerName}) from customer c where c.id = ${customerId})`,
  compared: customerId,
  matches: (search) => isCustomerNamed(customerId, search),
})

const isCustomerNamed = (customerId: Reference, search: string) =>
  sql<SqlBool>`${customerId} in (select c.id from customer c where ${contains(customerName, search)})`

/**
 * The customer of a row that may outlive the account. Those who may not read customers, and
 * everyone once the account is gone, see the id.
 */
export function knownCustomerColumn(customerId: Reference, rights: readonly StaffRight[]): ColumnSql {
  const mayKnow = rights.includes('customers.read')
  const name = sql`(select ${customerName} from customer c where c.id = ${customerId})`
  return {
    value: namedById(customerId, mayKnow ? name : sql`null`),
    compared: customerId,
    matches: (search) => (mayKnow ? isCustomerNamed(customerId, search) : sql<SqlBool>`false`),
  }
}

const namedById = (id: Reference, name: Reference) =>
  sql`(case when ${id} is not null then jsonb_build_object('id', ${id}, 'name', coalesce(${name}, ${id}::text)) end)`

/** A member of staff of a row, by the member's id. */
export const staffColumn = (staffId: Reference): ColumnSql => ({
  value: namedById(staffId, sql`(select member.name from staff_member member where member.id = ${staffId})`),
  compared: staffId,
  matches: (search) => sql<SqlBool>`${staffId} in (${staffMatching(search)})`,
})

/** Members of staff who match a search by their name. */
export const staffMatching = (search: string) =>
  sql`select member.id from staff_member member where ${contains(sql`member.name`, search)}`

/** A text of a row's customer. Filters start from the customers, who are fewer than the rows. */
const customerText = (customerId: Reference, value: Reference): ColumnSql => ({
  value: sql`(select ${value} from customer c where c.id = ${customerId})`,
  filter({ operator, values: [text = ''] }) {
    const matching = (condition: Reference) =>
      sql<SqlBool>`${customerId} in (select c.id from customer c where ${condition})`
    if (operator === 'contains') return matching(contains(value, text))
    return operator === 'is' ? matching(sql`${value} = ${text}`) : null
  },
})

/** The company of a row's customer. */
export const companyColumn = (customerId: Reference): ColumnSql => customerText(customerId, sql`nullif(c.company, '')`)

/** The address of a row's customer. */
export const emailColumn = (customerId: Reference): ColumnSql => customerText(customerId, sql`c.email`)

/** The manager of a row's customer. */
export const managerColumn = (customerId: Reference): ColumnSql => ({
  value: sql`(
    select jsonb_build_object('id', manager.id, 'name', manager.name)
    from customer managed join staff_member manager on manager.id = managed.manager_id where managed.id = ${customerId})`,
  compared: sql`(select managed.manager_id from customer managed where managed.id = ${customerId})`,
  matches: (search) => sql<SqlBool>`${customerId} in (
    select managed.id from customer managed join staff_member manager on manager.id = managed.manager_id
    where ${contains(sql`manager.name`, search)})`,
  filter({ operator, values }) {
    if (operator !== 'in') return null
    return sql<SqlBool>`${customerId} in (select managed.id from customer managed where managed.manager_id = any(${values}::uuid[]))`
  },
})

/** The order of a row, by its id. */
export const orderColumn = (orderId: Reference): ColumnSql => ({
  value: sql`(select jsonb_build_object('id', bought.id, 'name', bought.number)
    from customer_order bought where bought.id = ${orderId})`,
  compared: orderId,
  matches: (search) =>
    sql<SqlBool>`${orderId} in (select bought.id from customer_order bought where ${contains(sql`bought.number`, search)})`,
})

/** Runs of production that match a search by their code, part or order. */
export const runsMatching = (search: string) => sql`
  select run.id from production_run run where ${contains(sql`run.code`, search)}
  union all select run.id from production_run run where run.line_id in (
    select line.id from order_line line where ${contains(sql`line.name`, search)})
  union all select run.id from production_run run where run.order_id in (
    select bought.id from customer_order bought where ${contains(sql`bought.number`, search)})`

/**
 * Customers who match a search. Each condition is a query of its own, so that each uses its index:
 * one `or` over several columns would read every customer. The index of companies has no empty ones.
 */
export function customersMatching(search: string, rights: readonly StaffRight[]) {
  const byName = sql`
    select c.id from customer c where c.company <> '' and ${contains(sql`c.company`, search)}
    union all select c.id from customer c where ${contains(customerName, search)}`

  // A search by an address would confirm what members without the right must not see.
  if (!rights.includes('customers.read')) return byName
  return sql`select c.id from customer c where ${contains(sql`c.email`, search)} union all ${byName}`
}
