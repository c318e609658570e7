import { type SqlBool, sql } from 'kysely'
import { ofAddress, ofCustomer, type Subject, tableRule } from './rule.ts'

/** Matches an address, but not a longer one that contains it: that one is another customer's. */
function wholeAddress(email: string): string {
  const literal = email.replaceAll(/[^\p{L}\p{N}@]/gu, '\\$&')
  return `(^|[^[:alnum:]._%+-])${literal}\\.?($|[^[:alnum:].-])`
}

/**
 * Mails to the customer, and mails to others about the customer's projects, orders, claims and
 * additional costs: their links name them. Not every mail to an address that the customer typed: it may be another customer's.
 */
const ofMail = ({ customerId, email }: Subject) => sql<SqlBool>`(
  ${ofAddress(sql`recipient`, { customerId, email })} or text ~* ${wholeAddress(email)}
  or exists (select from customer_order where customer_id = ${customerId} and strpos(text, id::text) > 0)
  or exists (select from after_sale_claim where customer_id = ${customerId} and strpos(text, id::text) > 0)
  or exists (select from additional_cost where customer_id = ${customerId} and strpos(text, id::text) > 0)
  or exists (select from project where customer_id = ${customerId} and strpos(text, id::text) > 0)
  or exists (select from quote_line join project on project.id = quote_line.project_id
    where project.customer_id = ${customerId} and strpos(text, quote_line.id::text) > 0))`

/** Messages, visits and short-lived counters. */
export const siteTables = [
  tableRule('mailbox_message', {
    owner: ofMail,
    onDeletion: 'erase',
    plain: ['id', 'kind', 'language', 'sender', 'created_at', 'reply_to'],
    // The customer has received them; some hold keys that still work.
    personal: ['recipient', 'subject', 'text', 'html'],
  }),
  tableRule('mail_record', {
    owner: ofMail,
    onDeletion: 'erase',
    plain: ['id', 'mail_id', 'kind', 'language', 'state', 'error', 'has_secret', 'mailed_at', 'reply_to'],
    // The customer has received them.
    personal: ['recipient', 'subject', 'text', 'html'],
  }),
  tableRule('contact_message', {
    owner: (subject) => ofAddress(sql`lower(contact_message.email)`, subject),
    onDeletion: 'erase',
    plain: ['id', 'language'],
    personal: ['name', 'email', 'topic', 'message', 'created_at'],
    exported: { as: 'contactMessages', columns: ['created_at', 'name', 'email', 'topic', 'message'] },
  }),
  tableRule('leave_reason', {
    owner: ofCustomer,
    onDeletion: 'erase',
    plain: ['id', 'customer_id'],
    personal: ['reasons', 'other', 'created_at'],
    exported: { as: 'leaveReasons', columns: ['created_at', 'reasons', 'other'] },
  }),
  tableRule('channel_visit', { owner: null, onDeletion: 'keep', plain: ['channel', 'day', 'visits'] }),
  tableRule('sem_record', {
    // Nothing links a visit to an account.
    owner: null,
    onDeletion: 'keep',
    plain: ['id', 'referer', 'browse_url', 'parameters', 'created_at'],
  }),
  tableRule('captcha', {
    owner: null,
    onDeletion: 'keep',
    plain: ['id', 'answer', 'seed', 'expires_at'],
    secret: ['browser_hash'],
  }),
  // Digests of what is counted, for a day at most.
  tableRule('rate_limit', { owner: null, onDeletion: 'keep', plain: ['key', 'count', 'expires_at'] }),
  // The address of the shop.
  tableRule('installation', { owner: null, onDeletion: 'keep', plain: ['is_only', 'public_url', 'recorded_at'] }),
]
