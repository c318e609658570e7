import type { CouponView } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import { post } from '#src/money/ledger.ts'
import {
  type CouponRow,
  findPostedDiscount,
  findUsable,
  freeCoupon,
  listUsable,
  useCoupon,
} from './coupon.repository.ts'
import { couponViewOf } from './coupon-view.ts'
import { couponWords } from './coupon-words.ts'

export type { CouponRow }

/** What a customer may choose from at checkout, the newest first. */
export async function listUsableCoupons(
  db: Db | Trx,
  customerId: string,
  now: Date,
  language: Language,
): Promise<CouponView[]> {
  const rows = await listUsable(db, customerId, now)
  const describe = await couponWords(language)
  return rows.map((row) => couponViewOf(row, now, describe))
}

/** A coupon that an order may use; another customer's, a used one and one that never was are all unusable (CPN-1). */
export async function getUsableCoupon(
  db: Db | Trx,
  customerId: string,
  couponId: string,
  now: Date,
): Promise<CouponRow> {
  const row = await findUsable(db, customerId, couponId, now)
  if (!row) throw new AppError('COUPON_UNUSABLE')
  return row
}

/** Uses a coupon for an order, in the order's transaction; of several at once one gets it (CPN-1). */
export async function takeCoupon(
  trx: Trx,
  use: { customerId: string; couponId: string; orderId: string; now: Date },
): Promise<CouponRow> {
  const row = await useCoupon(trx, use)
  if (!row) throw new AppError('COUPON_UNUSABLE')
  return row
}

const takenKey = (orderId: string) => `coupon ${orderId}`

/** Accounts for what a coupon takes off an order. */
export async function postDiscount(
  trx: Trx,
  {
    customerId,
    orderId,
    discountMinor,
    now,
  }: { customerId: string; orderId: string; discountMinor: number; now: Date },
): Promise<void> {
  await post(trx, now, {
    kind: 'coupon',
    key: takenKey(orderId),
    customerId,
    orderId,
    lines: [
      { account: { kind: 'discounts' }, amountMinor: discountMinor },
      { account: { kind: 'discounted_sales' }, amountMinor: -discountMinor },
    ],
  })
}

/**
 * Gives the coupon of a cancelled order back and reverses its discount, once: an order that has none, or whose coupon has come back
 * and serves another order by now, changes nothing.
 */
export async function returnCoupon(trx: Trx, orderId: string, now: Date): Promise<void> {
  const coupon = await freeCoupon(trx, orderId)
  if (!coupon) return

  const discountMinor = await findPostedDiscount(trx, takenKey(orderId))
  if (discountMinor === undefined) return

  await post(trx, now, {
    kind: 'coupon-returned',
    key: `coupon returned ${orderId}`,
    customerId: coupon.customer_id,
    orderId,
    lines: [
      { account: { kind: 'discounts' }, amountMinor: -discountMinor },
      { account: { kind: 'discounted_sales' }, amountMinor: discountMinor },
    ],
  })
}
