import { type SqlBool, sql } from 'kysely'
import type { ListReader, ListSource } from './list-query.ts'
import { customersMatching, knownCustomerColumn, staffColumn, staffMatching } from './shared-columns.ts'

/** What happened to the security of accounts; the search is by account. */
export const securityEventSource = ({ rights }: ListReader): ListSource => ({
  from: sql`security_event event`,
  id: sql`event.id`,
  search: (search) => {
    const ofMembers = sql`select id from security_event where staff_id in (${staffMatching(search)})`
    if (!rights.includes('customers.read')) return sql<SqlBool>`event.id in (${ofMembers})`
    return sql<SqlBool>`event.id in (
      ${ofMembers}
      union all select id from security_event where customer_id in (${customersMatching(search, rights)}))`
  },
  columns: {
    at: { value: sql`event.at` },
    event: { value: sql`event.kind`, isSplit: true },
    customer: knownCustomerColumn(sql`event.customer_id`, rights),
    member: staffColumn(sql`event.staff_id`),
    // Equal to the column itself, which has the index.
    network: {
      value: sql`nullif(event.network_hash, '')`,
      filter: ({ operator, values: [network = ''] }) =>
        operator === 'is' ? sql<SqlBool>`event.network_hash = ${network}` : null,
    },
    detail: { value: sql`nullif(event.detail, '')` },
    repeats: { value: sql`event.count` },
  },
})
