import { type LedgerTransactionKind, type LotShare, pointsExpiry, takeFromLots } from '@cotation/domain'
import { sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { lockAccount, post, updateFloor } from './ledger.ts'

/** What is left of a lot; negative if the customer owes it. */
const remainingPoints = sql<number>`(points - used - expired - reversed)`

/** A customer's locked points: every change of lots, uses and balance happens under this lock. */
export interface LockedPoints {
  customerId: string
  accountId: string
  balance: number
  now: Date
}

/** Locks a customer's points and lets due lots expire. */
export async function lockPoints(trx: Trx, customerId: string, now: Date): Promise<LockedPoints> {
  const { id, balanceMinor } = await lockAccount(trx, 'points', customerId, now)
  const points = { customerId, accountId: id, balance: balanceMinor, now }
  await expireLots(trx, points)
  return points
}

interface PointPosting {
  kind: LedgerTransactionKind
  /** The idempotency key. */
  key: string
  /** Negative to take points. */
  points: number
  orderId?: string
  note?: string
}

/** Posts a change of the balance; false if its key was posted before. */
async function postPoints(trx: Trx, locked: LockedPoints, { kind, key, points, orderId, note }: PointPosting) {
  const { customerId, now } = locked
  const isPosted = await post(trx, now, {
    kind,
    key,
    customerId,
    ...(orderId !== undefined && { orderId }),
    ...(note !== undefined && { note }),
    lines: [
      { account: { kind: 'points_issued' }, amountMinor: points },
      { account: { kind: 'points', customerId }, amountMinor: -points },
    ],
  })

  if (isPosted) locked.balance += points
  return isPosted
}

/** Credits points as a new lot, which first pays what the customer owes. False if done before. */
export async function creditLot(trx: Trx, locked: LockedPoints, credit: PointPosting): Promise<boolean> {
  const { customerId, now } = locked
  if (!(await postPoints(trx, locked, credit))) return false

  await trx
    .insertInto('point_lot')
    .columns(['customer_id', 'transaction_id', 'order_id', 'earned_at', 'expires_at', 'points'])
    .expression((eb) =>
      eb
        .selectFrom('ledger_transaction')
        .where('idempotency_key', '=', credit.key)
        .select(({ val }) => [
          val(customerId).as('customer_id'),
          'id as transaction_id',
          'order_id',
          sql<Date>`${now}::timestamptz`.as('earned_at'),
          sql<Date>`${pointsExpiry(now)}::timestamptz`.as('expires_at'),
          sql<number>`${credit.points}::int`.as('points'),
        ]),
    )
    .execute()

  await settleDebts(trx, locked)

  return true
}

interface OpenLot {
  id: string
  rest: number
}

/** Lots with points left or owed, oldest first. */
function listOpenLots(trx: Trx, customerId: string): Promise<OpenLot[]> {
  return trx
    .selectFrom('point_lot')
    .select(['id', remainingPoints.as('rest')])
    .where('customer_id', '=', customerId)
    .where(remainingPoints, '<>', 0)
    .orderBy('earned_at')
    .orderBy('id')
    .execute()
}

/** Takes points for a coupon from the oldest lots. The caller has checked the balance. */
export async function usePoints(trx: Trx, locked: LockedPoints, couponId: string, points: number): Promise<void> {
  const shares = takeFromLots(await listOpenLots(trx, locked.customerId), points)
  if (!shares) throw new Error(`The lots of ${locked.customerId} do not cover ${points} points.`)

  await postPoints(trx, locked, { kind: 'points-exchanged', key: `exchange ${couponId}`, points: -points })
  for (const share of shares) await addUse(trx, couponId, share)
}

async function addUse(trx: Trx, couponId: string, { lotId, points }: LotShare): Promise<void> {
  await trx
    .insertInto('point_use')
    .values({ coupon_id: couponId, lot_id: lotId, points })
    .onConflict((conflict) =>
      conflict.columns(['coupon_id', 'lot_id']).doUpdateSet(({ ref }) => ({
        points: sql<number>`${ref('point_use.points')} + ${points}`,
      })),
    )
    .execute()
  await changeUsed(trx, lotId, points)
}

async function removeUse(trx: Trx, couponId: string, { lotId, points }: LotShare): Promise<void> {
  await sql`
    with emptied as (delete from point_use where coupon_id = ${couponId} and lot_id = ${lotId} and points = ${points})
    update point_use set points = points - ${points}
    where coupon_id = ${couponId} and lot_id = ${lotId} and points > ${points}`.execute(trx)
  await changeUsed(trx, lotId, -points)
}

async function changeUsed(trx: Trx, lotId: string, points: number): Promise<void> {
  await trx
    .updateTable('point_lot')
    .set({ used: sql<number>`used + ${points}` })
    .where('id', '=', lotId)
    .execute()
}

/**
 * Takes back points of an order's lot: first what is left of it, then what had expired unused. If
 * the rest was used, coupons bought with it and not used are voided, newest first; what is still
 * missing comes from other lots or is owed. Several refunds end like one refund of their sum.
 */
export async function reverseLot(
  trx: Trx,
  locked: LockedPoints,
  { orderId, keptPoints, cause }: { orderId: string; keptPoints: number; cause: string },
): Promise<void> {
  const lot = await findOrderLot(trx, orderId)
  const lost = lot ? lot.points - lot.reversed - keptPoints : 0
  if (!lot || lost <= 0) return

  const fromRest = Math.min(lost, Math.max(0, lot.rest))
  const fromExpired = Math.min(lost - fromRest, lot.expired)
  const debited = lost - fromExpired

  if (debited > lot.rest) await voidCoupons(trx, locked, lot.id, debited)

  await trx
    .updateTable('point_lot')
    .set({ reversed: sql<number>`reversed + ${lost}`, expired: sql<number>`expired - ${fromExpired}` })
    .where('id', '=', lot.id)
    .execute()

  if (debited > 0) {
    // Only a refund may lower the floor: the database still refuses every other overdraft.
    await updateFloor(trx, locked.accountId, Math.min(0, locked.balance - debited))
    await postPoints(trx, locked, {
      kind: 'points-reversed',
      key: `points of refund ${cause}`,
      points: -debited,
      orderId,
    })
  }

  await settleDebts(trx, locked)
}

/** The lot that an order has earned. */
export async function findOrderLot(trx: Trx, orderId: string) {
  return trx
    .selectFrom('point_lot')
    .select(['id', 'points', 'expired', 'reversed', remainingPoints.as('rest')])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** Voids unused coupons bought with points of a lot until `points` of it are free. */
async function voidCoupons(trx: Trx, locked: LockedPoints, lotId: string, points: number): Promise<void> {
  const { now } = locked
  const bought = await trx
    .selectFrom('point_use')
    .innerJoin('coupon', 'coupon.id', 'point_use.coupon_id')
    .select('coupon.id')
    .where('point_use.lot_id', '=', lotId)
    .orderBy('coupon.issued_at', 'desc')
    .orderBy('coupon.id')
    .execute()

  for (const { id } of bought) {
    if ((await getRest(trx, lotId)) >= points) return

    // A coupon that was used or expired meanwhile is left alone.
    const voided = await trx
      .updateTable('coupon')
      .set({ withdrawn_at: now })
      .where('id', '=', id)
      .where('order_id', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .returning('code')
      .executeTakeFirst()
    if (voided) await returnPoints(trx, locked, id, voided.code)
  }
}

/** Puts the points of a voided coupon back into their lots. */
async function returnPoints(trx: Trx, locked: LockedPoints, couponId: string, code: string): Promise<void> {
  const uses = await trx.selectFrom('point_use').selectAll().where('coupon_id', '=', couponId).execute()
  const points = uses.reduce((sum, use) => sum + use.points, 0)

  await postPoints(trx, locked, { kind: 'points-returned', key: `voided ${couponId}`, points, note: code })
  for (const use of uses) await removeUse(trx, couponId, { lotId: use.lot_id, points: use.points })
}

async function getRest(trx: Trx, lotId: string): Promise<number> {
  const { rest } = await trx
    .selectFrom('point_lot')
    .select(remainingPoints.as('rest'))
    .where('id', '=', lotId)
    .executeTakeFirstOrThrow()
  return rest
}

/**
 * Lets lots with points pay for lots that owe some: uses move from the lot that was reversed to the
 * oldest one with points left. The floor is then the balance, or zero if nothing is owed.
 */
async function settleDebts(trx: Trx, locked: LockedPoints): Promise<void> {
  const lots = await listOpenLots(trx, locked.customerId)
  const paying = lots.filter(({ rest }) => rest > 0)

  for (const { id, rest } of lots.filter((lot) => lot.rest < 0)) {
    let owed = -rest
    for (const payer of paying) {
      const points = Math.min(owed, payer.rest)
      if (points <= 0) continue

      await moveUses(trx, id, payer.id, points)
      payer.rest -= points
      owed -= points
    }
  }

  await updateFloor(trx, locked.accountId, Math.min(0, locked.balance))
}

async function moveUses(trx: Trx, fromLotId: string, toLotId: string, points: number): Promise<void> {
  const uses = await trx
    .selectFrom('point_use')
    .select(['coupon_id', 'points'])
    .where('lot_id', '=', fromLotId)
    .orderBy('coupon_id')
    .execute()

  let left = points
  for (const use of uses) {
    const moved = Math.min(left, use.points)
    if (moved === 0) break

    await removeUse(trx, use.coupon_id, { lotId: fromLotId, points: moved })
    await addUse(trx, use.coupon_id, { lotId: toLotId, points: moved })
    left -= moved
  }
}

/** Lets the due lots of a customer expire. */
async function expireLots(trx: Trx, locked: LockedPoints): Promise<void> {
  const due = await trx
    .selectFrom('point_lot')
    .select(['id', 'expired', 'reversed', remainingPoints.as('rest')])
    .where('customer_id', '=', locked.customerId)
    .where(remainingPoints, '>', 0)
    .where('expires_at', '<=', locked.now)
    .orderBy('earned_at')
    .orderBy('id')
    .execute()

  for (const { id, expired, reversed, rest } of due) {
    // A voided coupon can put points back into an expired lot, which then expires again.
    const key = `points expired ${id} ${expired} ${reversed}`
    await postPoints(trx, locked, { kind: 'points-expired', key, points: -rest })
    await trx
      .updateTable('point_lot')
      .set({ expired: expired + rest })
      .where('id', '=', id)
      .execute()
  }
}
