import type { VatCheckResult } from '#db/column-types.ts'
import { customerNameOf } from '#db/customer-sql.ts'
import type { Db, Trx } from '#db/database.ts'

interface NewVatCheck {
  vatNumber: string
  result: VatCheckResult
  consultationNumber?: string
  reason: string
  staffId?: string
  now: Date
}

/** Returns its id. */
export async function insertVatCheck(db: Db | Trx, check: NewVatCheck): Promise<string> {
  const { id } = await db
    .insertInto('vat_check')
    .values({
      vat_number: check.vatNumber,
      result: check.result,
      consultation_number: check.consultationNumber ?? '',
      reason: check.reason,
      staff_id: check.staffId ?? null,
      checked_at: check.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface VatCheckRow {
  vat_number: string
  result: VatCheckResult
  consultation_number: string
  reason: string
  /** Name of the member of staff who confirmed the number. */
  staff_name: string | null
  checked_at: Date
}

const withName = (db: Db) =>
  db
    .selectFrom('vat_check')
    .leftJoin('staff_member', 'staff_member.id', 'vat_check.staff_id')
    .select(['vat_number', 'result', 'consultation_number', 'reason', 'staff_member.name as staff_name', 'checked_at'])

/** The newest answer about each number that is not confirmed, newest first. */
export async function listUnconfirmed(db: Db, limit: number): Promise<VatCheckRow[]> {
  const newest = withName(db)
    .distinctOn('vat_number')
    .orderBy('vat_number')
    .orderBy('checked_at', 'desc')
    .orderBy(({ eb }) => eb('staff_id', 'is', null))

  return db
    .selectFrom(newest.as('newest'))
    .selectAll()
    .where('result', 'in', ['invalid', 'unavailable'])
    .orderBy('checked_at', 'desc')
    .limit(limit)
    .execute()
}

/** What is known about a number, the newest first: of the same moment staff before the service. */
export async function listChecksOf(db: Db, vatNumber: string, limit: number): Promise<VatCheckRow[]> {
  return withName(db)
    .where('vat_number', '=', vatNumber)
    .orderBy('checked_at', 'desc')
    .orderBy(({ eb }) => eb('staff_id', 'is', null))
    .limit(limit)
    .execute()
}

/** Whose addresses have a number. */
export async function listCustomersWith(
  db: Db,
  vatNumber: string,
  limit: number,
): Promise<{ id: string; name: string; company: string }[]> {
  return db
    .selectFrom('customer')
    .select(['id', customerNameOf('customer').as('name'), 'company'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', (address) =>
      address
        .selectFrom('address')
        .select('customer_id')
        .where('vat_number', '=', vatNumber)
        .where('vat_number', '<>', ''),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute()
}
