import { randomInt } from 'node:crypto'
import type { CouponView } from '@cotation/contracts'
import type { Coupon, Language } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { hasCouponFrom, insertCoupon, insertOffer, takeOfferUse } from './coupon.repository.ts'
import { couponViewOf, loadCouponDescriber } from './coupon-view.ts'

type CouponDeps = Pick<Deps, 'db' | 'clock'>

const dayMs = 86_400_000

/** Letters and digits that are not confused when read aloud or on paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const randomSuffix = () => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Turns a code into a coupon of the caller: once per customer, for as many customers as it was
 * issued for.
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

    const inserted = await insertCoupon(trx, {
      customerId,
      code: `${code}-${randomSuffix()}`,
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

interface CouponOffer {
  code: string
  coupon: Coupon
  mostUses: number
  redeemableUntil: string
  validDays: number
}

/** Issues a code that customers can redeem. The same code is issued once. */
export async function issueCode({ db, clock }: CouponDeps, offer: CouponOffer): Promise<void> {
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
