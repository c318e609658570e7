import { type Loyalty, levelAfterOrder, levelAfterReview, startOfNextMonth, utcMonth } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { issueCoupon } from '#src/money/issue-coupon.ts'
import { findMember, finishMonth, getYear, listUnissued, lockMember, updateLevel } from './loyalty.repository.ts'

type LevelDeps = Pick<Deps, 'catalogues' | 'clock' | 'db'>

/** The same day a year before. */
export function yearBefore(now: Date): Date {
  const before = new Date(now)
  before.setUTCFullYear(before.getUTCFullYear() - 1)
  return before
}

/** Raises the level of a member after an order has completed. */
export async function raiseLevel(deps: LevelDeps, customerId: string): Promise<void> {
  const { catalogue } = await deps.catalogues.inForce()
  const now = deps.clock()
  if (!(await findMember(deps.db, customerId))) return

  await deps.db.transaction().execute(async (trx) => {
    const { level } = await lockMember(trx, customerId, utcMonth(now))
    const { levels } = catalogue.loyalty
    const reached = levels[levelAfterOrder(levels, level, await getYear(trx, customerId, yearBefore(now)))]
    if (reached && reached.id !== level) await updateLevel(trx, customerId, reached.id)
  })
}

const batchSize = 500

/**
 * Reviews every member's level and issues the coupons of the month, once. One transaction per
 * member: several servers may run it at a time, and the next run continues where a killed one
 * stopped.
 */
export async function startMonth(deps: LevelDeps): Promise<void> {
  const { catalogue } = await deps.catalogues.inForce()
  const now = deps.clock()
  const month = utcMonth(now)

  let after: string | null = null
  for (;;) {
    const ids: string[] = await listUnissued(deps.db, month, after, batchSize)
    for (const id of ids) await deps.db.transaction().execute((trx) => startMonthOf(trx, id, catalogue.loyalty, now))

    after = ids.at(-1) ?? null
    if (after === null) return
  }
}

/**
 * The coupons are valid until the end of the month. Members without an order in a year get none.
 */
async function startMonthOf(trx: Trx, customerId: string, { levels }: Loyalty, now: Date): Promise<void> {
  const month = utcMonth(now)
  const member = await lockMember(trx, customerId, month)
  if (member.month >= month) return

  const year = await getYear(trx, customerId, yearBefore(now))
  const level = levels[levelAfterReview(levels, member.level, year)]
  if (level && level.id !== member.level) await updateLevel(trx, customerId, level.id)

  const coupons = year.orders > 0 ? (level?.monthlyCoupons ?? []) : []
  for (const [index, coupon] of coupons.entries())
    await issueCoupon(trx, {
      customerId,
      prefix: 'MONTH',
      coupon,
      source: `monthly:${month}:${index}`,
      issuedAt: now,
      expiresAt: startOfNextMonth(now),
    })

  await finishMonth(trx, customerId, month)
}
