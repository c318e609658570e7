import type { VatCheckResult } from '#db/column-types.ts'
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

export type VatCheckRow = Awaited<ReturnType<typeof listUnconfirmed>>[number]

/** The newest answer about each number that is not confirmed, newest first. */
export async function listUnconfirmed(db: Db, limit: number) {
  const newest = db
    .selectFrom('vat_check')
    .selectAll()
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
