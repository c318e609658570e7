import { randomInt } from 'node:crypto'
import type { CouponView } from '@cotation/contracts'
import type { Coupon, Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { hasCouponFrom, insertCoupon, insertOffer, listCoupons, spendOffer } from './coupon.repository.ts'
import { couponViewOf } from './coupon-view.ts'
import { couponWords } from './coupon-words.ts'

type CouponDeps = Pick<Deps, 'db' | 'clock'>

const dayMs = 86_400_000

/** No letter that is taken for a figure when it is read out. */
const readable = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const ownEnding = () => Array.from({ length: 8 }, () => readable[randomInt(readable.length)]).join('')

/** A page of a customer's coupons: usable ones first, then the newest. */
export async function listOwnCoupons(
  { db, clock }: CouponDeps,
  customerId: string,
  query: { status?: CouponView['status'] | undefined; page: number; pageSize: number },
  language: Language,
): Promise<{ coupons: CouponView[]; total: number }> {
  const now = clock()
  const { rows, total } = await listCoupons(db, customerId, {
    usable: query.status && query.status === 'active',
    now,
    offset: (query.page - 1) * query.pageSize,
    limit: query.pageSize,
  })

  const describe = await couponWords(language)
  return { coupons: rows.map((row) => couponViewOf(row, now, describe)), total }
}

/** Turns a code into a coupon of the caller: once for each caller, and for no more callers than it was issued for. */
export async function redeemCode(
  { db, clock }: CouponDeps,
  customerId: string,
  typed: string,
  language: Language,
): Promise<CouponView> {
  const now = clock()
  const code = typed.trim().toUpperCase()
  const source = `code:${code}`
  const coupon = await db.transaction().execute(async (trx) => {
    if (await hasCouponFrom(trx, customerId, source)) throw new AppError('COUPON_CODE_USED')

    const offer = await spendOffer(trx, code, now)
    if (!offer) throw new AppError('COUPON_CODE_INVALID')

    const made = await insertCoupon(trx, {
      customerId,
      code: `${code}-${ownEnding()}`,
      coupon: offer.coupon,
      source,
      issuedAt: now,
      expiresAt: new Date(now.getTime() + offer.valid_days * dayMs),
    })
    // Sent twice at once: the second has waited for the first, and its use of the code is undone with it.
    if (!made) throw new AppError('COUPON_CODE_USED')

    return made
  })

  return couponViewOf(coupon, now, await couponWords(language))
}

/** A code that customers turn into coupons of their own; the same code is issued once. */
export async function issueCode(
  { db, clock }: CouponDeps,
  offer: { code: string; coupon: Coupon; mostUses: number; redeemableUntil: string; validDays: number },
): Promise<void> {
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
