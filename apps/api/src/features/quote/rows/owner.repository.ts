import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Owner } from '#http/session.ts'

/** The one place that says whose a project or a file is: every read and write by a caller goes through it (BOL-1). */
export function ownedBy(table: 'project' | 'upload', owner: Owner): RawBuilder<SqlBool> {
  return owner.customerId === null
    ? sql<SqlBool>`${sql.table(table)}.visitor_hash = ${owner.visitorHash}`
    : sql<SqlBool>`${sql.table(table)}.customer_id = ${owner.customerId}`
}

/**
 * One at a time makes things for an owner, so that what is counted stays true. A visitor whose token a login has just taken over
 * makes nothing more: nobody would ever find it (BOL-6). Taken before any project's lock, in the order of a take-over.
 */
export async function lockOwner(trx: Trx, owner: Owner): Promise<void> {
  const found =
    owner.customerId === null
      ? await trx
          .selectFrom('session')
          .select('token_hash')
          .where('token_hash', '=', owner.visitorHash)
          .forUpdate()
          .executeTakeFirst()
      : await trx
          .selectFrom('customer')
          .select('id')
          .where('id', '=', owner.customerId)
          .forNoKeyUpdate()
          .executeTakeFirst()
  if (!found) throw new AppError('UNAUTHENTICATED')
}

/** How the caller is named where a decision is recorded. */
export async function ownerName(trx: Trx, owner: Owner): Promise<string> {
  if (owner.customerId === null) return 'visitor'
  const { email } = await trx
    .selectFrom('customer')
    .select('email')
    .where('id', '=', owner.customerId)
    .executeTakeFirstOrThrow()
  return email
}

/** All of these are files of the caller for that purpose, and stay while the transaction lasts; else none is known (BOL-2). */
export async function assertOwnUploads(
  trx: Trx,
  owner: Owner,
  uploadIds: readonly string[],
  purpose: 'part' | 'attachment',
): Promise<void> {
  const wanted = [...new Set(uploadIds)]
  if (wanted.length === 0) return

  const found = await trx
    .selectFrom('upload')
    .select('id')
    .where('id', 'in', wanted)
    .where('purpose', '=', purpose)
    .where(ownedBy('upload', owner))
    .forKeyShare()
    .execute()
  if (found.length !== wanted.length) throw new AppError('NOT_FOUND')
}

/** The name and address on a quotation. */
export interface QuotedCustomer {
  name: string
  company: string
  email: string
}

/** The customer that a quotation is made out to; undefined for a visitor. */
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
