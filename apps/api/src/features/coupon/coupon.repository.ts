import type { Coupon } from '@cotation/domain'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Page, readPage } from '#db/lists.ts'
import type { CouponOfferTable } from '#db/schema.generated.ts'
import { type CouponRow, isTooLate, orderedColumn } from '#src/money/issue-coupon.ts'

type CouponOfferRow = Selectable<CouponOfferTable>

/** Not used, not withdrawn, not expired, and not too late; `orderId` is the order that takes it. */
const usableAt = (now: Date, orderId: string | null = null) =>
  sql<SqlBool>`(coupon.order_id is null and withdrawn_at is null and (expires_at is null or expires_at > ${now})
    and not ${isTooLate(orderId)})`

/** Usable ones first, then the newest. */
export async function listCoupons(
  db: Db,
  customerId: string,
  { usable, now, page }: { usable: boolean | undefined; now: Date; page: Page },
): Promise<{ rows: CouponRow[]; total: number }> {
  const own = db.selectFrom('coupon').where('customer_id', '=', customerId)
  const wanted = usable === undefined ? own : own.where(usable ? usableAt(now) : sql<SqlBool>`not ${usableAt(now)}`)
  const sorted = wanted
    .selectAll()
    .select(orderedColumn)
    .orderBy(usableAt(now), 'desc')
    .orderBy('issued_at', 'desc')
    .orderBy('id')
  return readPage(sorted, page)
}

export async function listUsable(
  db: Db | Trx,
  customerId: string,
  now: Date,
  endingBefore?: Date,
): Promise<CouponRow[]> {
  const usable = db
    .selectFrom('coupon')
    .selectAll()
    .select(orderedColumn)
    .where('customer_id', '=', customerId)
    .where(usableAt(now))
  const wanted = endingBefore ? usable.where('expires_at', '<', endingBefore) : usable
  return wanted.orderBy('issued_at', 'desc').orderBy('id').execute()
}

export async function findUsable(
  db: Db | Trx,
  customerId: string,
  couponId: string,
  { now, lock }: { now: Date; lock: boolean },
): Promise<CouponRow | undefined> {
  const query = db
    .selectFrom('coupon')
    .selectAll()
    .select(orderedColumn)
    .where('id', '=', couponId)
    .where('customer_id', '=', customerId)
    .where(usableAt(now))
  return (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

/**
 * Checks and takes in one statement: of concurrent orders, those that waited find it used (CPN-1).
 */
export async function useCoupon(
  trx: Trx,
  use: { customerId: string; couponId: string; orderId: string; now: Date },
): Promise<CouponRow | undefined> {
  return trx
    .updateTable('coupon')
    .set({ order_id: use.orderId, used_at: use.now })
    .where('id', '=', use.couponId)
    .where('customer_id', '=', use.customerId)
    .where(usableAt(use.now, use.orderId))
    .returningAll()
    .returning(orderedColumn)
    .executeTakeFirst()
}

/** Unbinds the coupon from an order; returns nothing if the order has none, or no longer has it. */
export async function freeCoupon(trx: Trx, orderId: string): Promise<CouponRow | undefined> {
  return trx
    .updateTable('coupon')
    .set({ order_id: null, used_at: null })
    .where('order_id', '=', orderId)
    .returningAll()
    .returning(orderedColumn)
    .executeTakeFirst()
}

/** Takes one use of a code; returns nothing if the code cannot be redeemed. */
export async function takeOfferUse(trx: Trx, code: string, now: Date): Promise<CouponOfferRow | undefined> {
  return trx
    .updateTable('coupon_offer')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('code', '=', code)
    .where('uses_left', '>', 0)
    .where('redeemable_until', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function hasCouponFrom(db: Db | Trx, customerId: string, source: string): Promise<boolean> {
  const row = await db
    .selectFrom('coupon')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('source', '=', source)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Withdraws a coupon, also a used one: it stays used, but does not come back if that order is
 * cancelled.
 */
export async function withdrawCoupon(
  trx: Trx,
  coupon: { customerId: string; source: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('coupon')
    .set({ withdrawn_at: coupon.now })
    .where('customer_id', '=', coupon.customerId)
    .where('source', '=', coupon.source)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** The newest coupons of a customer whose source begins with a text. */
export async function listCouponsFrom(db: Db, customerId: string, source: string, limit: number): Promise<CouponRow[]> {
  return db
    .selectFrom('coupon')
    .selectAll()
    .select(orderedColumn)
    .where('customer_id', '=', customerId)
    .where(sql<SqlBool>`starts_with(source, ${source})`)
    .orderBy('issued_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns false if the code exists. */
export async function insertOffer(
  db: Db | Trx,
  offer: { code: string; coupon: Coupon; usesLeft: number; redeemableUntil: Date; validDays: number; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('coupon_offer')
    .values({
      code: offer.code,
      coupon: JSON.stringify(offer.coupon),
      uses_left: offer.usesLeft,
      redeemable_until: offer.redeemableUntil,
      valid_days: offer.validDays,
      created_at: offer.now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The amount of an order's discount posting (US cents). */
export async function findPostedDiscount(trx: Trx, key: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('ledger_transaction')
    .innerJoin('ledger_entry', 'ledger_entry.transaction_id', 'ledger_transaction.id')
    .select('ledger_entry.amount_minor')
    .where('idempotency_key', '=', key)
    .where('ledger_entry.amount_minor', '>', '0')
    .executeTakeFirst()
  return row && Number(row.amount_minor)
}
