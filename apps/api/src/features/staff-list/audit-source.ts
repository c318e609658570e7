import type { ListFilter } from '@cotation/domain'
import { type SqlBool, sql } from 'kysely'
import { namedSubject } from '#db/audit-subject.ts'
import type { Db, Trx } from '#db/database.ts'
import { contains } from '#db/lists.ts'
import { allOf, type Condition, type ListReader, type ListSource, momentsOf } from './list-query.ts'
import { customersMatching, isAmong, knownCustomerColumn, staffColumn, staffMatching } from './shared-columns.ts'

const byId = sql`'name', entry.subject_id, 'path', null`

/** Each part looks up its own index; names that the reader may not know find nothing. */
async function positionsMatching(search: string, { rights }: ListReader, db: Db | Trx) {
  const isOfStaff = await isAmong(db, sql`staff_id`, staffMatching(search))
  const parts = [
    sql`select position from audit_reason where ${contains(sql`reason`, search)}`,
    sql`select position from audit_entry where ${isOfStaff}`,
  ]
  if (rights.includes('orders.read'))
    parts.push(sql`select position from audit_entry where subject_kind = 'order' and subject_id in (
      select bought.id::text from customer_order bought where ${contains(sql`bought.number`, search)})`)
  if (rights.includes('customers.read'))
    parts.push(sql`select position from audit_entry where customer_id in (${customersMatching(search, rights)})`)
  return sql.join(parts, sql` union all `)
}

/** Entries of some days. Their positions follow each other, and all indexes go on with positions. */
function isBetween(filter: ListFilter, reader: ListReader): Condition {
  const { from, before } = momentsOf(filter, reader)
  const first = sql`select position from audit_entry where at >= ${from} order by at, position limit 1`
  const last = sql`select position from audit_entry where at < ${before} order by at desc, position desc limit 1`

  return allOf([from && sql`entry.position >= (${first})`, before && sql`entry.position <= (${last})`])
}

/** What staff, tools and the server did. Times rise with positions, so a position sorts by time. */
export const auditSource = (reader: ListReader): ListSource => ({
  from: sql`audit_entry entry left join audit_reason given on given.position = entry.position`,
  id: sql`entry.position`,
  search: async (search, db) => sql<SqlBool>`entry.position in (${await positionsMatching(search, reader, db)})`,
  columns: {
    position: { value: sql`entry.position` },
    at: {
      value: sql`entry.at`,
      filter: (filter) => isBetween(filter, reader),
      sort: { by: sql`entry.position`, type: 'number', isReversed: false },
    },
    actor: { value: sql`entry.actor` },
    person: staffColumn(sql`entry.staff_id`),
    action: { value: sql`entry.action`, isSplit: true },
    subjectKind: { value: sql`entry.subject_kind` },
    subjectId: {
      value: sql`(jsonb_build_object('id', entry.subject_id) || coalesce(
        ${namedSubject(sql`entry.subject_kind`, sql`entry.subject_id`, reader.rights)}, jsonb_build_object(${byId})))`,
      compared: sql`entry.subject_id`,
    },
    customer: knownCustomerColumn(sql`entry.customer_id`, reader.rights),
    before: { value: sql`entry.before::text` },
    after: { value: sql`entry.after::text` },
    reason: { value: sql`given.reason` },
    requestId: { value: sql`nullif(entry.request_id, '')` },
    hash: { value: sql`encode(entry.hash, 'hex')` },
  },
})
