import type { Coupon } from '@cotation/domain'
import { type Selectable, sql } from 'kysely'
import { newReadableCode } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import type { CouponTable } from '#db/schema.generated.ts'

/** `has_ordered`: a coupon for a first order whose customer has an order that was not cancelled. */
export type CouponRow = Selectable<CouponTable> & { has_ordered: boolean }

/**
 * A coupon for a first order whose customer has another order. A cancelled order is not a purchase,
 * even after its refund changed the status.
 */
export const isTooLate = (orderId: string | null) => sql<boolean>`(coupon.first_order_only and exists (
  select from customer_order placed
  where placed.customer_id = coupon.customer_id and placed.id is distinct from ${orderId}
    and not exists (select from order_event where order_id = placed.id and to_status = 'cancelled')))`

export const orderedColumn = isTooLate(null).as('has_ordered')

const suffixLength = 8

export interface NewCoupon {
  customerId: string
  /** The start of the code; random characters follow. */
  prefix: string
  coupon: Coupon
  /** The same source gives a customer one coupon. */
  source: string
  issuedAt: Date
  expiresAt: Date | null
  firstOrderOnly?: boolean
}

/** Issues a coupon; undefined if the customer already has one from this source. */
export async function issueCoupon(trx: Trx, coupon: NewCoupon): Promise<CouponRow | undefined> {
  return trx
    .insertInto('coupon')
    .values({
      customer_id: coupon.customerId,
      code: `${coupon.prefix}-${newReadableCode(suffixLength)}`,
      coupon: JSON.stringify(coupon.coupon),
      source: coupon.source,
      issued_at: coupon.issuedAt,
      expires_at: coupon.expiresAt,
      first_order_only: coupon.firstOrderOnly ?? false,
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'source']).doNothing())
    .returningAll()
    .returning(orderedColumn)
    .executeTakeFirst()
}
