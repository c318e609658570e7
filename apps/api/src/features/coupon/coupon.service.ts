import type { CouponOffer, CouponView } from '@cotation/contracts'
import type { Coupon, Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Page } from '#db/lists.ts'
import { couponViewOf, loadCouponDescriber } from '#src/money/coupon-view.ts'
import { type CouponRow, issueCoupon } from '#src/money/issue-coupon.ts'
import { post } from '#src/money/ledger.ts'
import {
  findPostedDiscount,
  findUsable,
  freeCoupon,
  hasCouponFrom,
  insertOffer,
  listCoupons,
  listCouponsFrom,
  listUsable,
  takeOfferUse,
  useCoupon,
  withdrawCoupon,
} from './coupon.repository.ts'

/** A page of a customer's coupons: usable ones first, then the newest. */
export async function listOwnCoupons(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customerId: string,
  { status, ...page }: Page & { status?: CouponView['status'] | undefined },
  language: Language,
): Promise<{ coupons: CouponView[]; total: number }> {
  const now = clock()
  const { rows, total } = await listCoupons(db, customerId, { usable: status && status === 'active', now, page })
  const describe = await loadCouponDescriber(language)
  return { coupons: rows.map((row) => couponViewOf(row, now, describe)), total }
}

/**
 * The coupons that a customer can choose at checkout, newest first; with `endingBefore`, only those
 * that expire before that time.
 */
export async function listUsableCoupons(
  db: Db | Trx,
  customerId: string,
  { now, endingBefore }: { now: Date; endingBefore?: Date },
  language: Language,
): Promise<CouponView[]> {
  const rows = await listUsable(db, customerId, now, endingBefore)
  const describe = await loadCouponDescriber(language)
  return rows.map((row) => couponViewOf(row, now, describe))
}

/** Another customer's coupon, a used one and an unknown one all throw `COUPON_UNUSABLE` (CPN-1). */
export async function getUsableCoupon(
  db: Db | Trx,
  customerId: string,
  couponId: string,
  now: Date,
): Promise<CouponRow> {
  return usable(await findUsable(db, customerId, couponId, { now, lock: false }))
}

/** `getUsableCoupon` with a row lock, taken before the locks of files and ledger accounts. */
export async function lockUsableCoupon(trx: Trx, customerId: string, couponId: string, now: Date): Promise<CouponRow> {
  return usable(await findUsable(trx, customerId, couponId, { now, lock: true }))
}

interface CouponUse {
  customerId: string
  couponId: string
  orderId: string
  now: Date
}

/**
 * Uses a coupon for an order in the order's transaction; of concurrent orders, one gets it (CPN-1).
 */
export async function takeCoupon(trx: Trx, use: CouponUse): Promise<CouponRow> {
  return usable(await useCoupon(trx, use))
}

function usable(coupon: CouponRow | undefined): CouponRow {
  if (!coupon) throw new AppError('COUPON_UNUSABLE')
  return coupon
}

const discountKey = (orderId: string) => `coupon ${orderId}`

interface Discount {
  customerId: string
  orderId: string
  discountMinor: number
  now: Date
}

/** Posts what a coupon takes off an order. */
export async function postDiscount(trx: Trx, { customerId, orderId, discountMinor, now }: Discount): Promise<void> {
  await post(trx, now, {
    kind: 'coupon',
    key: discountKey(orderId),
    customerId,
    orderId,
    lines: [
      { account: { kind: 'discounts' }, amountMinor: discountMinor },
      { account: { kind: 'discounted_sales' }, amountMinor: -discountMinor },
    ],
  })
}

/**
 * Returns the coupon of a cancelled order and reverses its discount. Idempotent: an order without a
 * coupon, or whose returned coupon is used by another order by now, changes nothing.
 */
export async function returnCoupon(trx: Trx, orderId: string, now: Date): Promise<void> {
  const coupon = await freeCoupon(trx, orderId)
  if (!coupon) return

  const discountMinor = await findPostedDiscount(trx, discountKey(orderId))
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

type CouponDeps = Pick<Deps, 'db' | 'clock'>

const dayMs = 86_400_000

/**
 * Turns a code into a coupon of the caller: once per customer, up to the code's number of uses.
 */
export async function redeemCode(
  { db, clock }: CouponDeps,
  customerId: string,
  typedCode: string,
  language: Language,
): Promise<CouponView> {
  const now = clock()
  const code = typedCode.trim().toUpperCase()
  const source = `code:${code}`

  const coupon = await db.transaction().execute(async (trx) => {
    if (await hasCouponFrom(trx, customerId, source)) throw new AppError('COUPON_CODE_USED')

    const offer = await takeOfferUse(trx, code, now)
    if (!offer) throw new AppError('COUPON_CODE_INVALID')

    const inserted = await issueCoupon(trx, {
      customerId,
      prefix: code,
      coupon: offer.coupon,
      source,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + offer.valid_days * dayMs),
    })
    // A concurrent request was faster: the rollback also returns the use that this one took.
    if (!inserted) throw new AppError('COUPON_CODE_USED')

    return inserted
  })

  return couponViewOf(coupon, now, await loadCouponDescriber(language))
}

/** Withdraws the coupon that a cause gave; one that was used stays used. */
export async function revokeCoupon(trx: Trx, customerId: string, source: string, now: Date): Promise<void> {
  await withdrawCoupon(trx, { customerId, source, now })
}

/** The newest coupons of a customer whose source begins with a text. */
export async function listCouponsOfSource(
  { db, clock }: CouponDeps,
  customerId: string,
  source: string,
  language: Language,
): Promise<CouponView[]> {
  const maxShown = 50
  const rows = await listCouponsFrom(db, customerId, source, maxShown)
  const describe = await loadCouponDescriber(language)
  return rows.map((row) => couponViewOf(row, clock(), describe))
}

/** Says in one sentence what a coupon takes off. */
export async function describeCoupon(coupon: Coupon, language: Language): Promise<string> {
  return (await loadCouponDescriber(language))(coupon)
}

/** Issues a code that customers can redeem. The same code is issued once. */
export async function issueCode({ clock }: Pick<Deps, 'clock'>, db: Db | Trx, offer: CouponOffer): Promise<void> {
  const { code, coupon, mostUses, redeemableUntil, validDays } = offer
  const isNew = await insertOffer(db, {
    code,
    coupon,
    validDays,
    usesLeft: mostUses,
    redeemableUntil: new Date(redeemableUntil),
    now: clock(),
  })
  if (!isNew) throw new AppError('COUPON_CODE_USED')
}
