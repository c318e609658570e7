import type { Language } from '@cotation/domain'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What has an invoice. */
export interface Invoiced {
  kind: 'order' | 'additional-cost'
  id: string
  /** The language in which it was ordered. */
  language: Language
}

/** The paid orders and additional costs of a customer; an after-sale order has no invoice. */
export async function listInvoiced(db: Db, customerId: string): Promise<Invoiced[]> {
  const { rows } = await sql<Invoiced>`
    select 'order' as kind, id, language from customer_order
    where customer_id = ${customerId} and paid_at is not null and original_order_id is null
    union all
    select 'additional-cost', id, language from additional_cost
    where customer_id = ${customerId} and paid_at is not null`.execute(db)
  return rows
}
