import { randomUUID } from 'node:crypto'
import { pointsExpiry } from '@cotation/domain'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { aLedger, aLedgerCustomer, anOrderOf, aPaymentOf, ledgerTime, posted } from '#test/orders/ledger.ts'
import { ledgerViolations } from './invariants.ts'
import { issueCoupon } from './issue-coupon.ts'
import { findBalance } from './ledger.ts'
import { earnOrderPoints, reverseOrderPoints } from './order-points.ts'
import { grantReward } from './point-rewards.ts'
import { lockPoints, usePoints } from './points.ts'

let db: Db

beforeAll(async () => {
  db = await aLedger()
})

afterAll(() => db.destroy())

const dayMs = 86_400_000
const totalMinor = 10_000

/** A customer's points, changed as the product changes them. */
class Member {
  readonly id: string
  now = ledgerTime
  orders: { id: string; refundedMinor: number }[] = []

  constructor(id: string) {
    this.id = id
  }

  async balance(): Promise<number> {
    return (await findBalance(db, 'points', this.id)).balanceMinor
  }

  lots() {
    return db
      .selectFrom('point_lot')
      .select(['points', 'used', 'expired', 'reversed'])
      .where('customer_id', '=', this.id)
      .orderBy('earned_at')
      .execute()
  }

  /** Pays an order of USD 100 and completes it. */
  async buy(points: number): Promise<string> {
    const orderId = await anOrderOf(db, this.id, totalMinor)
    await db.updateTable('customer_order').set({ points }).where('id', '=', orderId).execute()
    await aPaymentOf(db, this.id, { orderId, amountMinor: totalMinor, capturedMinor: totalMinor })
    await posted(db, { kind: 'payment', orderId, lines: this.#sale(totalMinor) }, this.now)
    const order = await this.#order(orderId)
    await db.transaction().execute((trx) => earnOrderPoints(trx, order, this.now))
    this.orders.push({ id: orderId, refundedMinor: 0 })
    return orderId
  }

  async refund(orderId: string, amountMinor: number): Promise<void> {
    const order = await this.#order(orderId)
    const bought = this.orders.find(({ id }) => id === orderId)
    if (!bought) throw new Error('the order is unknown')

    bought.refundedMinor += amountMinor
    const { refundedMinor } = bought
    await db.transaction().execute(async (trx) => {
      const keptMinor = Number(order.total_minor) - refundedMinor
      await reverseOrderPoints(trx, order, { keptMinor, cause: `${orderId} ${refundedMinor}` }, this.now)
    })
    await posted(db, { kind: 'refund', orderId, lines: this.#sale(-amountMinor) }, this.now)
    await aPaymentOf(db, this.id, { orderId, amountMinor, refundedMinor: amountMinor, state: 'refunded' })
  }

  /** Exchanges points for a coupon, if there are enough. */
  async exchange(points: number): Promise<string | undefined> {
    return db.transaction().execute(async (trx) => {
      const locked = await lockPoints(trx, this.id, this.now)
      if (locked.balance < points) return undefined

      const coupon = await issueCoupon(trx, {
        customerId: this.id,
        prefix: 'POINTS',
        coupon: { type: 'amount', usd: 5, minGoodsUsd: 0 },
        source: `exchange:test:${randomUUID()}`,
        issuedAt: this.now,
        expiresAt: new Date(this.now.getTime() + 90 * dayMs),
      })
      if (!coupon) throw new Error('the coupon was not issued')
      await usePoints(trx, locked, coupon.id, points)
      return coupon.id
    })
  }

  /** Uses the newest usable coupon for an order. */
  async spendCoupon(): Promise<void> {
    const coupon = await db
      .selectFrom('coupon')
      .select('id')
      .where('customer_id', '=', this.id)
      .where('order_id', 'is', null)
      .where('withdrawn_at', 'is', null)
      .orderBy('issued_at', 'desc')
      .orderBy('id')
      .executeTakeFirst()
    if (!coupon) return

    const orderId = await anOrderOf(db, this.id)
    await db.updateTable('coupon').set({ order_id: orderId, used_at: this.now }).where('id', '=', coupon.id).execute()
  }

  async reward(points: number, source: string = randomUUID()): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const locked = await lockPoints(trx, this.id, this.now)
      return grantReward(trx, locked, { customerId: this.id, source, task: 'profile', month: '2026-03', points })
    })
  }

  async wait(days: number): Promise<void> {
    this.now = new Date(this.now.getTime() + days * dayMs)
    await db.transaction().execute((trx) => lockPoints(trx, this.id, this.now))
  }

  async coupon(id: string | undefined) {
    return db
      .selectFrom('coupon')
      .selectAll()
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow()
  }

  #sale(minor: number) {
    return [
      { account: { kind: 'card' }, amountMinor: minor },
      { account: { kind: 'sales' }, amountMinor: -minor },
    ] as const
  }

  async #order(id: string): Promise<OrderRow> {
    return db.selectFrom('customer_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
}

const aMember = async () => new Member(await aLedgerCustomer(db))

describe('lots of points', () => {
  it('are used oldest first and expire at the end of the year after they were earned', async () => {
    const member = await aMember()
    await member.buy(100)
    await member.wait(1)
    await member.buy(50)
    await member.exchange(120)

    expect(await member.lots()).toMatchObject([{ used: 100 }, { used: 20 }])

    member.now = new Date(pointsExpiry(ledgerTime).getTime() - 1)
    await member.wait(0)
    expect(await member.balance()).toBe(30)

    expect(pointsExpiry(ledgerTime).toISOString()).toBe('2028-01-01T00:00:00.000Z')
    member.now = pointsExpiry(ledgerTime)
    await member.wait(0)
    await member.wait(0)
    expect(await member.balance()).toBe(0)
    expect(await member.lots()).toMatchObject([{ expired: 0 }, { expired: 30 }])
    expect(await ledgerViolations(db)).toEqual([])
  })

  it('are earned once however often an order completes', async () => {
    const member = await aMember()
    const orderId = await member.buy(40)
    const order = await db.selectFrom('customer_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    await Promise.all(
      Array.from({ length: 5 }, () => db.transaction().execute((trx) => earnOrderPoints(trx, order, member.now))),
    )
    expect(await member.balance()).toBe(40)
    expect(await ledgerViolations(db)).toEqual([])
  })
})

describe('a refund', () => {
  it('voids unused coupons bought with the points of the order, newest first', async () => {
    const member = await aMember()
    const orderId = await member.buy(100)
    const first = await member.exchange(40)
    await member.wait(1)
    const second = await member.exchange(40)

    await member.refund(orderId, totalMinor / 2)

    expect((await member.coupon(second)).withdrawn_at).toEqual(member.now)
    expect((await member.coupon(first)).withdrawn_at).toBeNull()
    expect(await member.balance()).toBe(10)
    expect(await ledgerViolations(db)).toEqual([])
  })

  it('leaves used coupons and takes other points, then goes below zero', async () => {
    const member = await aMember()
    const orderId = await member.buy(100)
    await member.exchange(100)
    await member.spendCoupon()
    await member.reward(30)

    await member.refund(orderId, totalMinor)
    expect(await member.balance()).toBe(-70)
    expect(await member.lots()).toMatchObject([{ used: 70, reversed: 100 }, { used: 30 }])

    await expect(member.exchange(1)).resolves.toBeUndefined()
    expect(await ledgerViolations(db)).toEqual([])
  })

  it('makes rewards wait until later orders have paid what is owed', async () => {
    const member = await aMember()
    const orderId = await member.buy(100)
    await member.exchange(100)
    await member.spendCoupon()
    await member.refund(orderId, totalMinor)

    expect(await member.reward(50, 'task:profile')).toBe(true)
    expect(await member.reward(50, 'task:profile')).toBe(false)
    expect(await member.balance()).toBe(-100)

    await member.buy(60)
    expect(await member.balance()).toBe(-40)
    await member.buy(60)
    expect(await member.balance()).toBe(70)
    expect(await ledgerViolations(db)).toEqual([])
  })

  it('takes nothing for points that had expired unused', async () => {
    const member = await aMember()
    const orderId = await member.buy(100)
    member.now = pointsExpiry(ledgerTime)
    await member.reward(30)
    expect(await member.balance()).toBe(30)

    await member.refund(orderId, totalMinor)
    expect(await member.balance()).toBe(30)
    expect(await ledgerViolations(db)).toEqual([])
  })

  it('takes as much in parts as one refund of the sum, and voids the same coupons', async () => {
    const parts = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(parts, fc.array(fc.nat(60), { maxLength: 3 }), fc.nat(2), async (amounts, prices, spent) => {
        const refunded = async (refunds: readonly number[]) => {
          const member = await aMember()
          const orderId = await member.buy(100)
          for (const price of prices.filter((points) => points > 0)) {
            await member.exchange(price)
            await member.wait(1)
          }
          for (let i = 0; i < spent; i++) await member.spendCoupon()
          await member.reward(25)

          for (const amount of refunds) await member.refund(orderId, amount)
          return { balance: await member.balance(), lots: await member.lots() }
        }

        const whole = amounts.reduce((sum, amount) => sum + amount, 0)
        const inParts = await refunded(amounts)
        expect(inParts).toEqual(await refunded([whole]))
      }),
      { numRuns: 12 },
    )
    expect(await ledgerViolations(db)).toEqual([])
  })
})

describe('points after any sequence of events', () => {
  const command = fc.oneof(
    fc.record({ type: fc.constant('buy' as const), points: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ type: fc.constant('refund' as const), index: fc.nat(5), share: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ type: fc.constant('exchange' as const), points: fc.integer({ min: 1, max: 250 }) }),
    fc.record({ type: fc.constant('spend' as const) }),
    fc.record({ type: fc.constant('reward' as const), points: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ type: fc.constant('wait' as const), days: fc.constantFrom(1, 60, 400) }),
  )

  async function run(member: Member, step: (typeof command extends fc.Arbitrary<infer C> ? C : never) | undefined) {
    switch (step?.type) {
      case 'buy':
        await member.buy(step.points)
        break
      case 'refund': {
        const order = member.orders[step.index % Math.max(1, member.orders.length)]
        const amountMinor = order ? Math.min((totalMinor * step.share) / 100, totalMinor - order.refundedMinor) : 0
        if (order && amountMinor > 0) await member.refund(order.id, amountMinor)
        break
      }
      case 'exchange':
        await member.exchange(step.points)
        break
      case 'spend':
        await member.spendCoupon()
        break
      case 'reward':
        await member.reward(step.points)
        break
      case 'wait':
        await member.wait(step.days)
        break
      default:
        break
    }
  }

  it('are the sum of their lots without what was used, expired and reversed, at every moment', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (steps) => {
        const member = await aMember()
        for (const step of steps) {
          await run(member, step)
          expect(await ledgerViolations(db)).toEqual([])
        }
      }),
      { numRuns: 20 },
    )
  })
})
