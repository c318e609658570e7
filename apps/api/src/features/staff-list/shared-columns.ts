import type { StaffRight } from '@cotation/domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { customerName } from '#db/customer-sql.ts'
import type { Db, Trx } from '#db/database.ts'
import { type Comparison, contains } from '#db/lists.ts'
import type { ColumnSql, Condition } from './list-query.ts'

type Reference = RawBuilder<unknown>

/** More ids than this are not looked up before the rows. */
export const maxFoundIds = 5_000

/**
 * Whether an id of a row is among those that a search finds. They are looked up first: once the
 * database knows how many there are, it begins with few of them, or with the sort and skips the rows of others.
 */
export async function isAmong(db: Db | Trx, id: Reference, matching: Reference): Promise<Condition> {
  const { rows } = await sql<{ id: string }>`select id from (${matching}) found limit ${maxFoundIds + 1}`.execute(db)
  if (rows.length > maxFoundIds) return sql<SqlBool>`${id} in (${matching})`

  const found = rows.map((row) => row.id)
  return sql<SqlBool>`${id} = any(${found}::uuid[])`
}

/** The customer of a row, by the row's customer id. */
export const customerColumn = (customerId: Reference): ColumnSql => ({
  value: sql`(select jsonb_build_object('id', c.id, 'name', ${customerName}) from customer c where c.id = ${customerId})`,
  compared: customerId,
  matches: (search, db) => isCustomerNamed(db, customerId, search),
})

const isCustomerNamed = (db: Db | Trx, customerId: Reference, search: string) =>
  isAmong(db, customerId, sql`select c.id from customer c where ${contains(customerName, search)}`)

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
    matches: (search, db) => (mayKnow ? isCustomerNamed(db, customerId, search) : sql<SqlBool>`false`),
  }
}

const namedById = (id: Reference, name: Reference) =>
  sql`(case when ${id} is not null then jsonb_build_object('id', ${id}, 'name', coalesce(${name}, ${id}::text)) end)`

/** A member of staff of a row, by the member's id. */
export const staffColumn = (staffId: Reference): ColumnSql => ({
  value: namedById(staffId, sql`(select member.name from staff_member member where member.id = ${staffId})`),
  compared: staffId,
  matches: (search, db) => isAmong(db, staffId, staffMatching(search)),
})

/** Members of staff who match a search by their name. */
export const staffMatching = (search: string) =>
  sql`select member.id from staff_member member where ${contains(sql`member.name`, search)}`

/** A text of a row's customer. Filters start from the customers, who are fewer than the rows. */
const customerText = (
  customerId: Reference,
  value: Reference,
  containsText: (search: string) => Reference,
): ColumnSql => ({
  value: sql`(select ${value} from customer c where c.id = ${customerId})`,
  matches: (search, db) => isAmong(db, customerId, sql`select c.id from customer c where ${containsText(search)}`),
  filter: ({ operator, values: [text = ''] }) =>
    operator === 'is' ? sql<SqlBool>`${customerId} in (select c.id from customer c where ${value} = ${text})` : null,
})

/** Companies that a search finds, by their index, which has no empty ones. */
const hasCompany = (search: string, compare: Comparison = contains) =>
  sql`c.company <> '' and ${compare(sql`c.company`, search)}`

/** The company of a row's customer. */
export const companyColumn = (customerId: Reference): ColumnSql =>
  customerText(customerId, sql`nullif(c.company, '')`, (search) => hasCompany(search))

/** The address of a row's customer. */
export const emailColumn = (customerId: Reference): ColumnSql =>
  customerText(customerId, sql`c.email`, (search) => contains(sql`c.email`, search))

/** The manager of a row's customer. */
export const managerColumn = (customerId: Reference): ColumnSql => ({
  value: sql`(
    select jsonb_build_object('id', manager.id, 'name', manager.name)
    from customer managed join staff_member manager on manager.id = managed.manager_id where managed.id = ${customerId})`,
  compared: sql`(select managed.manager_id from customer managed where managed.id = ${customerId})`,
  matches: (search, db) =>
    isAmong(
      db,
      customerId,
      sql`select managed.id from customer managed where managed.manager_id in (${staffMatching(search)})`,
    ),
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
  matches: (search, db) =>
    isAmong(
      db,
      orderId,
      sql`select bought.id from customer_order bought where ${contains(sql`bought.number`, search)}`,
    ),
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
 * one `or` over several columns would read every customer.
 */
export function customersMatching(search: string, rights: readonly StaffRight[], compare: Comparison = contains) {
  const byName = sql`
    select c.id from customer c where ${hasCompany(search, compare)}
    union all select c.id from customer c where ${compare(customerName, search)}`

  // A search by an address would confirm what members without the right must not see.
  if (!rights.includes('customers.read')) return byName
  return sql`select c.id from customer c where ${compare(sql`c.email`, search)} union all ${byName}`
}
