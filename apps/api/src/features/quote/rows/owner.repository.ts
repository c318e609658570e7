import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Owner } from '#http/session.ts'
import { hasOrder } from './line-order.repository.ts'

/** Every read and write of a caller's projects goes through this condition (BOL-1). */
export function isOwnProject(owner: Owner): RawBuilder<SqlBool> {
  return owner.customerId === null
    ? sql<SqlBool>`project.visitor_hash = ${owner.visitorHash}`
    : sql<SqlBool>`project.customer_id = ${owner.customerId}`
}

/**
 * Serialises everything that counts against an owner's limits. A visitor whose token a login has
 * just claimed gets UNAUTHENTICATED: what they create now could never be found again (BOL-6). Taken
 * before any project lock, as a claim does, to avoid deadlocks.
 */
export async function lockOwner(trx: Trx, owner: Owner): Promise<void> {
  const found = await (owner.customerId === null
    ? lockVisitorSession(trx, owner.visitorHash)
    : lockCustomer(trx, owner.customerId))
  if (!found) throw new AppError('UNAUTHENTICATED')
}

const lockVisitorSession = (trx: Trx, tokenHash: Buffer) =>
  trx.selectFrom('session').select('token_hash').where('token_hash', '=', tokenHash).forUpdate().executeTakeFirst()

const lockCustomer = (trx: Trx, customerId: string) =>
  trx
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The caller's name in the record of a decision. */
export async function ownerName(trx: Trx, owner: Owner): Promise<string> {
  if (owner.customerId === null) return 'visitor'
  const { email } = await trx
    .selectFrom('customer')
    .select('email')
    .where('id', '=', owner.customerId)
    .executeTakeFirstOrThrow()
  return email
}

/** Who answers a question about a project, and whether the project was ordered from; in one query. */
export async function readAnswerer(
  trx: Trx,
  customerId: string,
  projectId: string,
): Promise<{ email: string; isOrdered: boolean }> {
  return trx
    .selectFrom('customer')
    .select(['email', hasOrder(sql`${projectId}`).as('isOrdered')])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
}

/** The customer that a quotation is made out to; undefined for a visitor. */
export async function findQuotedCustomer(db: Db, { customerId }: Owner) {
  if (customerId === null) return undefined

  const row = await db
    .selectFrom('customer')
    .select(['first_name', 'last_name', 'username', 'company', 'email', 'account_type'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!row) return undefined

  return {
    id: customerId,
    name: `${row.first_name} ${row.last_name}`.trim() || row.username,
    company: row.company,
    email: row.email,
    isCompany: row.account_type === 'enterprise',
  }
}
