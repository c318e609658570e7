import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/schema.generated.ts'

/** The customer whose data is erased or exported. */
export interface Subject {
  customerId: string
  email: string
}

export type TableName = keyof Database & string
type ColumnOf<T extends TableName> = keyof Database[T] & string
type Condition = RawBuilder<SqlBool>

/** Columns of rows that stay, each with the neutral value that replaces its content. */
export type Blanks<Column extends string = string> = Partial<Record<Column, RawBuilder<unknown>>>

/**
 * What deletion does with a customer's rows.
 *
 * - `erase`: removes them. Rows that an order needs (`neededBy`) are blanked instead.
 * - `blank`: keeps them and replaces personal columns, after a copy to the archive if `archived`.
 * - `with-file`: removed together with the files that they describe, unless others share them.
 * - `keep`: nothing, because no column is personal.
 */
export type OnDeletion = 'erase' | 'blank' | 'with-file' | 'keep'

/** One table of the map. Every column is in exactly one of `plain`, `personal` and `secret`. */
export interface RuleFor<Column extends string> {
  /** The rows of a customer; null if no row belongs to one. */
  owner: ((subject: Subject) => Condition) | null
  onDeletion: OnDeletion
  /** Erased in the transaction that confirms the deletion, so that all access ends at once. */
  atOnce?: true
  neededBy?: Condition
  /** Which of the rows go to the archive before they are blanked. */
  archived?: Condition
  /** Columns without personal data: they stay if the row stays. */
  plain: readonly Column[]
  personal?: readonly Column[] | Blanks<Column>
  /** Digests and credentials: neither archived nor exported. */
  secret?: readonly Column[] | Blanks<Column>
  /** The file in the export and its columns; absent if the export leaves the table out. */
  exported?: {
    as: string
    columns: readonly Column[]
    /** Columns of which the export contains only a part, with that part. */
    partly?: Partial<Record<Column, RawBuilder<unknown>>>
  }
}

export interface TableRule extends RuleFor<string> {
  table: TableName
}

/** Declares a table of the map, with its columns checked by the compiler. */
export function tableRule<T extends TableName>(table: T, rule: RuleFor<ColumnOf<T>>): TableRule {
  return { table, ...rule }
}

export const emptyText = sql`''`
export const emptyValue = sql`null`

/** An export declaration for its customer: without our staff and what they wrote for themselves. */
export const declarationForCustomer = sql`export_declaration #- '{clearance,staffId}' #- '{clearance,reason}'`

export const ofCustomer = ({ customerId }: Subject): Condition => sql<SqlBool>`customer_id = ${customerId}`

/**
 * Rows with the customer's address, or with an earlier one that no other account has now. The column
 * must be in lower case.
 */
export const ofAddress = (column: RawBuilder<unknown>, { customerId, email }: Subject): Condition =>
  sql<SqlBool>`(${column} = ${email} or (
    exists (select from email_change
      where customer_id = ${customerId} and confirmed_at is not null and old_email = ${column})
    and not exists (select from customer where customer.email = ${column})))`

/** Rows of the customer's orders. */
export const ofOrder = ({ customerId }: Subject): Condition =>
  sql<SqlBool>`order_id in (select id from customer_order where customer_id = ${customerId})`

/** Rows of the customer's payments. */
export const ofPayment = ({ customerId }: Subject): Condition =>
  sql<SqlBool>`intent_id in (select id from payment_intent where customer_id = ${customerId})`

/** Rows of the customer's project lines. */
export const ofLine = ({ customerId }: Subject): Condition =>
  sql<SqlBool>`line_id in (
    select quote_line.id from quote_line join project on project.id = quote_line.project_id
    where project.customer_id = ${customerId})`

/** Every row of the table. */
export const always: Condition = sql<SqlBool>`true`

/** Rows of orders that were paid and therefore have an invoice. */
export const ofPaidOrder: Condition = sql<SqlBool>`order_id in (select id from customer_order where paid_at is not null)`

export const columnNames = (columns: readonly string[] | Blanks | undefined): readonly string[] => {
  if (columns === undefined) return []
  return Array.isArray(columns) ? columns : Object.keys(columns)
}

/** The neutral values of a table whose rows stay. */
export function blanksOf({ personal, secret }: TableRule): [column: string, value: RawBuilder<unknown>][] {
  const groups = [personal, secret].flatMap((group) => (group && !Array.isArray(group) ? [group as Blanks] : []))
  return groups.flatMap((group) => Object.entries(group).flatMap(([column, value]) => (value ? [[column, value]] : [])))
}
