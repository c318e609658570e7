import { type SqlBool, sql } from 'kysely'
import { isMailQueue } from '#core/mail-queues.ts'
import { customerName, hadAddress, holdersOf } from '#db/customer-sql.ts'
import { contains } from '#db/lists.ts'
import type { ListSource } from './list-query.ts'

const queue = sql`coalesce(source_name, name)`
const jobKind = sql`coalesce(data ->> 'kind', ${queue})`
const unsent = sql`from pgboss.job where state < 'active' and ${isMailQueue(queue)}`

/**
 * Records of mails that left or were refused, and the jobs of the others. Both are read by time from an
 * index or are few, so that the database merges them without reading all records.
 */
const mails = sql`(
  select id, mailed_at, recipient, subject, kind, state, error from mail_record
  union all
  select id, coalesce(source_created_on, created_on), data ->> 'email', null, ${jobKind},
    case when name = 'dead-letter' then 'failed' when state = 'retry' then 'retrying' else 'waiting' end,
    coalesce(source_output, output) ->> 'code'
  ${unsent}) mail`

/** The customer who had the address of a mail when it was sent. */
const ofCustomer = sql`from customer c
  where c.id in (${holdersOf(sql`mail.recipient`)}) and c.deleted_at is null
    and ${hadAddress(sql`mail.recipient`, sql`mail.mailed_at`)}`

export const mailSource: ListSource = {
  from: mails,
  id: sql`mail.id`,
  // An array, not `in`: the planner would join the ids with all records and jobs instead of looking each up.
  search: (search) => sql<SqlBool>`mail.id = any(array(
    select id from mail_record where ${contains(sql`recipient`, search)}
    union all select id from mail_record where ${contains(sql`subject`, search)}
    union all select id from mail_record where ${contains(sql`kind`, search)}
    union all select id ${unsent} and (${contains(sql`data ->> 'email'`, search)} or ${contains(jobKind, search)})))`,
  columns: {
    mailedAt: { value: sql`mail.mailed_at` },
    recipient: { value: sql`mail.recipient` },
    customer: {
      value: sql`(select jsonb_build_object('id', c.id, 'name', ${customerName}) ${ofCustomer})`,
      compared: sql`(select c.id ${ofCustomer})`,
      matches: (search) => sql<SqlBool>`exists (select ${ofCustomer} and ${contains(customerName, search)})`,
    },
    subject: { value: sql`mail.subject` },
    kind: { value: sql`mail.kind` },
    state: { value: sql`mail.state` },
    error: { value: sql`mail.error` },
  },
}
