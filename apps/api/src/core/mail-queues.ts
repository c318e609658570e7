import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether the jobs of a queue send mails, by the name of the queue. */
export const isMailQueue = (name: RawBuilder<unknown>) =>
  sql<SqlBool>`(${name} like '%-mail%' or ${name} = 'site-contact')`
