import type { CouponView, ExchangeOfferView } from '@cotation/contracts'
import { type Language, type Loyalty, startOfMonth, startOfNextMonth } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { couponViewOf, type DescribeCoupon, loadCouponDescriber } from '#src/money/coupon-view.ts'
import { type CouponRow, issueCoupon } from '#src/money/issue-coupon.ts'
import { lockPoints, usePoints } from '#src/money/points.ts'
import { countExchanges, findCouponFrom, findMember } from './loyalty.repository.ts'

type Offer = Loyalty['exchange']['offers'][number]

const dayMs = 86_400_000

/** Exchanges of this month (UTC) by offer. */
const countThisMonth = (db: Db | Trx, customerId: string, now: Date) =>
  countExchanges(db, customerId, startOfMonth(now), startOfNextMonth(now))

function refusalOf(offer: Offer, balance: number, exchanged: number): ExchangeOfferView['refusal'] {
  if (balance < 0) return 'owed'
  if (exchanged >= offer.monthlyLimit) return 'limit'
  return balance < offer.points ? 'points' : null
}

export async function listOfferViews(
  db: Db,
  customerId: string,
  { exchange }: Loyalty,
  standing: { balance: number; describe: DescribeCoupon; now: Date },
): Promise<ExchangeOfferView[]> {
  const counts = await countThisMonth(db, customerId, standing.now)
  return exchange.offers.map((offer) => {
    const exchanged = counts.get(offer.id) ?? 0
    return {
      id: offer.id,
      points: offer.points,
      coupon: offer.coupon,
      description: standing.describe(offer.coupon),
      monthlyLimit: offer.monthlyLimit,
      leftThisMonth: Math.max(0, offer.monthlyLimit - exchanged),
      refusal: refusalOf(offer, standing.balance, exchanged),
    }
  })
}

const refusalCodes = { owed: 'POINTS_OWED', limit: 'EXCHANGE_LIMIT', points: 'POINTS_TOO_LOW' } as const

interface Exchange {
  customerId: string
  offerId: string
  /** Made by the browser: the same key exchanges once. */
  submissionKey: string
}

/** Takes the points of an offer and issues its coupon, in one transaction. */
export async function exchangePoints(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'db'>,
  exchange: Exchange,
  language: Language,
): Promise<CouponView> {
  const { catalogue } = await deps.catalogues.inForce()
  const now = deps.clock()
  const { customerId, offerId } = exchange
  const offer = catalogue.loyalty.exchange.offers.find(({ id }) => id === offerId)
  if (!(await findMember(deps.db, customerId))) throw new AppError('NOT_A_MEMBER')
  if (!offer) throw new AppError('NOT_FOUND')

  const { couponValidityDays } = catalogue.loyalty.exchange
  const coupon = await deps.db
    .transaction()
    .execute((trx) => exchangeLocked(trx, exchange, { ...offer, validDays: couponValidityDays }, now))

  return couponViewOf(coupon, now, await loadCouponDescriber(language))
}

async function exchangeLocked(
  trx: Trx,
  { customerId, submissionKey }: Exchange,
  offer: Offer & { validDays: number },
  now: Date,
): Promise<CouponRow> {
  const locked = await lockPoints(trx, customerId, now)
  const source = `exchange:${offer.id}:${submissionKey}`
  const before = await findCouponFrom(trx, customerId, source)
  if (before) return before

  const counts = await countThisMonth(trx, customerId, now)
  const refusal = refusalOf(offer, locked.balance, counts.get(offer.id) ?? 0)
  if (refusal) throw new AppError(refusalCodes[refusal])

  const coupon = await issueCoupon(trx, {
    customerId,
    prefix: 'POINTS',
    coupon: offer.coupon,
    source,
    issuedAt: now,
    expiresAt: new Date(now.getTime() + offer.validDays * dayMs),
  })
  if (!coupon) throw new Error(`The coupon of ${source} was not issued.`)
  await usePoints(trx, locked, coupon.id, offer.points)

  return coupon
}
