import type { LoyaltyView } from '@cotation/contracts'
import { type Language, type LoyaltyLevel, startOfNextMonth } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { getZoneStanding } from '#core/time-zone.ts'
import type { Page } from '#db/lists.ts'
import { type DescribeCoupon, loadCouponDescriber } from '#src/money/coupon-view.ts'
import { findBalance } from '#src/money/ledger.ts'
import { lockPoints } from '#src/money/points.ts'
import { getCheckInView } from './check-in.service.ts'
import { listOfferViews } from './exchange.service.ts'
import { yearBefore } from './level.service.ts'
import {
  findMember,
  getComingPoints,
  getWaitingPoints,
  getYear,
  listDueCustomers,
  listExpiring,
  listWithoutManager,
} from './loyalty.repository.ts'
import { listTaskViews } from './task.service.ts'

type LoyaltyDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db'>

function levelViewOf(level: LoyaltyLevel, language: Language, describe: DescribeCoupon): LoyaltyView['levels'][number] {
  return {
    id: level.id,
    name: level.name[language],
    minSpendUsd: level.minSpendUsd,
    minOrders: level.minOrders,
    multiplier: level.multiplier,
    expressDiscountPercent: level.expressDiscountPercent,
    monthlyCoupons: level.monthlyCoupons.map((coupon) => describe(coupon)),
    dedicatedManager: level.dedicatedManager,
  }
}

const lastDayBefore = (at: Date) => new Date(at.getTime() - 1).toISOString().slice(0, 10)

async function getPointsView(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  customerId: string,
): Promise<LoyaltyView['points']> {
  const { balanceMinor } = await findBalance(db, 'points', customerId)
  const expiring = await listExpiring(db, customerId, clock())
  return {
    balance: balanceMinor,
    coming: await getComingPoints(db, customerId),
    waiting: await getWaitingPoints(db, customerId),
    expiring: expiring.map(({ points, at }) => ({ points, lastDay: lastDayBefore(at) })),
  }
}

/** Everything that the screen of the loyalty programme shows, except the history. */
export async function getLoyaltyView(deps: LoyaltyDeps, customerId: string, language: Language): Promise<LoyaltyView> {
  const { db, clock, config } = deps
  const now = clock()
  const member = await findMember(db, customerId)
  if (!member) throw new AppError('NOT_A_MEMBER')

  const { loyalty } = (await deps.catalogues.inForce()).catalogue
  const describe = await loadCouponDescriber(language)
  const year = await getYear(db, customerId, yearBefore(now))
  const points = await getPointsView(deps, customerId)
  const zone = await getZoneStanding(db, customerId, config.timeZone, now)
  const checkInStanding = { timeZone: zone.name, nextCheckInAt: member.nextCheckInAt }

  return {
    level: { id: member.level, ...year, reviewAt: startOfNextMonth(now).toISOString() },
    levels: loyalty.levels.map((level) => levelViewOf(level, language, describe)),
    points,
    timeZone: {
      name: zone.name,
      isChosen: zone.isChosen,
      next: zone.next && { name: zone.next.name, from: zone.next.from.toISOString() },
      changeableAt: zone.changeableAt?.toISOString() ?? null,
    },
    checkIn: await getCheckInView(db, customerId, checkInStanding, loyalty, now),
    tasks: await listTaskViews(db, customerId, loyalty, language, now),
    offers: await listOfferViews(db, customerId, loyalty, { balance: points.balance, describe, now }),
    couponValidityDays: loyalty.exchange.couponValidityDays,
  }
}

/** Level and points of a member; null for companies. */
export async function findMembership(
  { catalogues, db }: Pick<Deps, 'catalogues' | 'db'>,
  customerId: string,
  language: Language,
) {
  const member = await findMember(db, customerId)
  if (!member) return null

  const { levels } = (await catalogues.inForce()).catalogue.loyalty
  const { balanceMinor: points } = await findBalance(db, 'points', customerId)
  return {
    level: member.level,
    levelName: levels.find(({ id }) => id === member.level)?.name[language] ?? member.level,
    points,
    comingPoints: await getComingPoints(db, customerId),
  }
}

const batchSize = 500

/** Lets due points expire, customer by customer. */
export async function expirePoints({ db, clock }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const now = clock()
  for (;;) {
    const customerIds = await listDueCustomers(db, now, batchSize)
    for (const customerId of customerIds) await db.transaction().execute((trx) => lockPoints(trx, customerId, now))
    if (customerIds.length < batchSize) return
  }
}

/** Members who should have a manager and have none. */
export async function listMembersWithoutManager(deps: Pick<Deps, 'catalogues' | 'db'>, page: Page) {
  const { levels } = (await deps.catalogues.inForce()).catalogue.loyalty
  const managed = levels.filter(({ dedicatedManager }) => dedicatedManager).map(({ id }) => id)
  if (managed.length === 0) return { members: [], total: 0 }

  const { rows, total } = await listWithoutManager(deps.db, managed, page)
  return { members: rows, total }
}
