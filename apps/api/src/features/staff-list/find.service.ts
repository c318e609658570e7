import type { FoundItem, FoundKind } from '@cotation/contracts'
import type { StaffRight } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#core/deps.ts'
import { companyOrNameOf } from '#db/customer-sql.ts'
import { containsPattern } from '#db/lists.ts'
import { customersMatching } from './shared-columns.ts'

/** Of each kind: more would push the other kinds out of sight. */
const maxPerKind = 6

interface Finder {
  right: StaffRight
  query: (pattern: string, rights: readonly StaffRight[]) => RawBuilder<Omit<FoundItem, 'kind'>>
}

const finders: Readonly<Record<FoundKind, Finder>> = {
  order: {
    right: 'orders.read',
    query: (pattern) => sql`
      select o.id, o.number as name, ${companyOrNameOf('c')} as detail, null as "orderId"
      from customer_order o join customer c on c.id = o.customer_id
      where o.id in (
        select o.id from customer_order o where o.number ilike ${pattern}
        union all select o.id from customer_order o where o.po_number <> '' and o.po_number ilike ${pattern})
      order by o.placed_at desc, o.id limit ${maxPerKind}`,
  },
  customer: {
    right: 'customers.read',
    query: (pattern, rights) => sql`
      select c.id, ${companyOrNameOf('c')} as name, c.email as detail, null as "orderId"
      from customer c
      where c.deleted_at is null and c.id in (${customersMatching(pattern, rights)})
      order by c.created_at desc, c.id limit ${maxPerKind}`,
  },
  part: {
    right: 'orders.read',
    query: (pattern) => sql`
      select line.id, line.name, o.number as detail, o.id as "orderId"
      from order_line line join customer_order o on o.id = line.order_id
      where line.name ilike ${pattern}
      order by o.placed_at desc, line.id limit ${maxPerKind}`,
  },
  claim: {
    right: 'orders.read',
    query: (pattern) => sql`
      select claim.id, coalesce(claim.work_order_number, o.number) as name, o.number as detail, o.id as "orderId"
      from after_sale_claim claim join customer_order o on o.id = claim.order_id
      where claim.id in (
        select claim.id from after_sale_claim claim where claim.work_order_number ilike ${pattern}
        union all select claim.id from after_sale_claim claim where claim.order_id in (
          select o.id from customer_order o where o.number ilike ${pattern}))
      order by claim.opened_at desc, claim.id limit ${maxPerKind}`,
  },
  'additional-cost': {
    right: 'costs.read',
    query: (pattern) => sql`
      select cost.id, cost.number as name, o.number as detail, o.id as "orderId"
      from additional_cost cost join customer_order o on o.id = cost.order_id
      where cost.number ilike ${pattern}
      order by cost.created_at desc, cost.id limit ${maxPerKind}`,
  },
}

/** What a person may open whose number or name contains a text, the newest of each kind. */
export async function findAnything(
  { db }: Pick<Deps, 'db'>,
  rights: readonly StaffRight[],
  text: string,
): Promise<FoundItem[]> {
  const pattern = containsPattern(text)
  const found: FoundItem[] = []
  for (const [kind, { right, query }] of Object.entries(finders) as [FoundKind, Finder][]) {
    if (!rights.includes(right)) continue
    const { rows } = await query(pattern, rights).execute(db)
    found.push(...rows.map((row) => ({ kind, ...row })))
  }
  return found
}
