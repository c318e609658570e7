import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether the name of a queue is that of one whose jobs send mails. */
export const isMailQueue = (name: RawBuilder<unknown>) =>
  sql<SqlBool>`(${name} like '%-mail%' or ${name} = 'site-contact')`
