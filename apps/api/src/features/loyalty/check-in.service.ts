import type { LoyaltyView } from '@cotation/contracts'
import {
  type CheckIn,
  checkInPoints,
  dayIn,
  type Loyalty,
  nextCheckInAt,
  nextStreak,
  startOfNextDay,
  utcMonth,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { getZoneStanding } from '#core/time-zone.ts'
import type { Db, Trx } from '#db/database.ts'
import { grantReward } from '#src/money/point-rewards.ts'
import { lockPoints } from '#src/money/points.ts'
import { findLastCheckIn, getMonthOfCheckIns, insertCheckIn, updateNextCheckIn } from './check-in.repository.ts'
import { findMember, lockMember } from './loyalty.repository.ts'

type CheckInDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db'>

/** Checks in for the customer's calendar day and grants its points and the bonus of the month. */
export async function checkIn(deps: CheckInDeps, customerId: string): Promise<void> {
  const { catalogue } = await deps.catalogues.inForce()
  const now = deps.clock()
  if (!(await findMember(deps.db, customerId))) throw new AppError('NOT_A_MEMBER')

  await deps.db.transaction().execute((trx) => checkInLocked(trx, deps, customerId, catalogue.loyalty, now))
}

async function checkInLocked(
  trx: Trx,
  { config }: Pick<Deps, 'config'>,
  customerId: string,
  { checkIn: rules }: Loyalty,
  now: Date,
): Promise<void> {
  const member = await lockMember(trx, customerId, utcMonth(now))
  const { name: timeZone } = await getZoneStanding(trx, customerId, config.timeZone, now)
  const day = dayIn(timeZone, now)

  const last = await findLastCheckIn(trx, customerId)
  if (last && last.day >= day) throw new AppError('CHECKED_IN')
  if (member.next_check_in_at && now < member.next_check_in_at) throw new AppError('CHECK_IN_EARLY')

  const month = day.slice(0, 7)
  const before = await getMonthOfCheckIns(trx, customerId, month)
  const streak = nextStreak({ day, timeZone, at: now }, last, rules.points.length)
  const monthBefore = { daysBefore: before.days, pointsBefore: before.points }
  const { points, bonus } = checkInPoints(streak, monthBefore, rules)

  const isNew = await insertCheckIn(trx, customerId, { day, timeZone, at: now, streak, points })
  if (!isNew) throw new AppError('CHECKED_IN')
  await updateNextCheckIn(trx, customerId, nextCheckInAt(now, member.next_check_in_at))

  const locked = await lockPoints(trx, customerId, now)
  const reward = { customerId, task: 'check-in', month }
  if (points > 0) await grantReward(trx, locked, { ...reward, source: `check-in:${day}`, points })
  if (bonus > 0) await grantReward(trx, locked, { ...reward, source: `check-in-bonus:${month}`, points: bonus })
}

/** When the first day begins that has no check-in; a change of the time zone can repeat days. */
function freeDay(timeZone: string, now: Date, last: CheckIn | undefined): Date {
  let at = now
  while (last && last.day >= dayIn(timeZone, at)) at = startOfNextDay(timeZone, at)
  return at
}

/** The state of today's check-in and of the current cycle. */
export async function getCheckInView(
  db: Db,
  customerId: string,
  standing: { timeZone: string; nextCheckInAt: Date | null },
  { checkIn: rules }: Loyalty,
  now: Date,
): Promise<LoyaltyView['checkIn']> {
  const { timeZone } = standing
  const today = dayIn(timeZone, now)
  const last = await findLastCheckIn(db, customerId)
  const isDone = last !== undefined && last.day >= today
  const { days, points } = await getMonthOfCheckIns(db, customerId, today.slice(0, 7))

  const nextAt = Math.max(freeDay(timeZone, now, last).getTime(), standing.nextCheckInAt?.getTime() ?? 0)
  const streak = isDone ? last.streak : nextStreak({ day: today, timeZone, at: now }, last, rules.points.length) - 1

  return {
    today,
    isDone,
    nextAt: nextAt > now.getTime() ? new Date(nextAt).toISOString() : null,
    streak,
    cycle: [...rules.points],
    monthDays: days,
    monthPoints: points,
    monthlyCapPoints: rules.monthlyCapPoints,
    bonus: { ...rules.monthlyBonus },
  }
}
