import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Expression = RawBuilder<unknown>

/** How staff call the customer of a row: by first and last name, else by the user name. */
export const customerNameOf = (alias: string): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`coalesce(nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('username')})`
}

/** The name of a `customer as c`. */
export const customerName = customerNameOf('c')

/** Where there is room for one name only: the company, else the customer's name. */
export const companyOrNameOf = (alias: string): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`${alias}.company`)}, ''), ${customerNameOf(alias)})`

/**
 * Whether a `customer as c` had an address (in lower case) at a time. An address can pass to
 * another account: earlier mails belong to the earlier owner. The extra minute is for mails of the
 * transaction that creates an account: their jobs have the time at which it began.
 */
export const hadAddress = (email: Expression, at: Expression): RawBuilder<SqlBool> => sql<SqlBool>`(
  c.created_at <= ${at} + interval '1 minute' and ${email} = coalesce((
    select change.old_email from email_change change
    where change.customer_id = c.id and change.confirmed_at > ${at}
    order by change.confirmed_at limit 1), c.email))`

/** The ids of all who have, or once had, an address. Each half has an index. */
export const holdersOf = (email: Expression) => sql`
  select holder.id from customer holder where holder.email = ${email}
  union all
  select change.customer_id from email_change change
  where change.old_email = ${email} and change.confirmed_at is not null`
