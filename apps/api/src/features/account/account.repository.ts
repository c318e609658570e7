import type { LoyaltyLevelId } from '@cotation/domain'
import { sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { CustomerTable } from '#db/schema.generated.ts'

const profileColumns = [
  'id',
  'email',
  'username',
  'account_type',
  'activated_at',
  'language',
  'first_name',
  'last_name',
  'company',
  'phone_code',
  'phone',
  'express_account',
  'title',
  'industry',
  'image_id',
  'is_entrust_order_account',
  'is_channel',
  'is_recharge',
  'detain_popup',
  'manager_id',
] as const

export async function getProfileRow(db: Db | Trx, customerId: string) {
  return db
    .selectFrom('customer')
    .select(profileColumns)
    .select([
      sql<boolean>`password_hash is not null`.as('has_password'),
      sql<LoyaltyLevelId>`coalesce((select level from loyalty_member where customer_id = customer.id), 'bronze')`.as(
        'level',
      ),
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
}

export type ProfileRow = Awaited<ReturnType<typeof getProfileRow>>

export async function updateProfileRow(
  db: Db | Trx,
  customerId: string,
  change: Updateable<CustomerTable>,
): Promise<void> {
  await db.updateTable('customer').set(change).where('id', '=', customerId).execute()
}

/** Sets the new picture and returns the id of the old one. */
export async function replaceImageId(db: Db, customerId: string, imageId: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const { image_id: previous } = await trx
      .selectFrom('customer')
      .select('image_id')
      .where('id', '=', customerId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await trx.updateTable('customer').set({ image_id: imageId }).where('id', '=', customerId).execute()

    return previous
  })
}
