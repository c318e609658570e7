import type { Db } from '#db/database.ts'
import type { Owner } from '#http/session.ts'
import type { QuotedCustomer } from './quotation-content.ts'

/** To whom the quotation is made out; a visitor has no name yet. */
export async function findQuotedCustomer(db: Db, { customerId }: Owner): Promise<QuotedCustomer | undefined> {
  if (customerId === null) return undefined

  const row = await db
    .selectFrom('customer')
    .select(['first_name', 'last_name', 'username', 'company', 'email'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) return undefined

  const { company, email } = row
  return { name: `${row.first_name} ${row.last_name}`.trim() || row.username, company, email }
}
