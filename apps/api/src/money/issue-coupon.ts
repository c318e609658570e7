import { randomInt } from 'node:crypto'
import type { Coupon } from '@cotation/domain'
import type { Selectable } from 'kysely'
import type { Trx } from '#db/database.ts'
import type { CouponTable } from '#db/schema.generated.ts'

export type CouponRow = Selectable<CouponTable>

/** Letters and digits that are not confused when read aloud or on paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const randomSuffix = () => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

export interface NewCoupon {
  customerId: string
  /** The start of the code; random characters follow. */
  prefix: string
  coupon: Coupon
  /** The same source gives a customer one coupon. */
  source: string
  issuedAt: Date
  expiresAt: Date | null
}

/** Issues a coupon; undefined if the customer already has one from this source. */
export async function issueCoupon(trx: Trx, coupon: NewCoupon): Promise<CouponRow | undefined> {
  return trx
    .insertInto('coupon')
    .values({
      customer_id: coupon.customerId,
      code: `${coupon.prefix}-${randomSuffix()}`,
      coupon: JSON.stringify(coupon.coupon),
      source: coupon.source,
      issued_at: coupon.issuedAt,
      expires_at: coupon.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'source']).doNothing())
    .returningAll()
    .executeTakeFirst()
}
