import { describe, expect, it } from 'vitest'
import { lockOrder } from '#features/order/order.service.ts'
import { moveByStaff } from '#features/order/order-move.service.ts'
import { useStaff } from '#test/builders.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aPayer, codeOf, orderStatus, usePaymentApp } from '#test/orders/payments.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { untilWaiting } from '#test/until-blocked.ts'
import { withoutLocks } from '#test/without-locks.ts'
import { cancelOrder } from './cancel-order.service.ts'

const app = usePaymentApp()
const staff = useStaff(app)

const balanceMinor = 1_000_000

/** An order that is reviewed, paid by the balance. */
async function aReviewedOrder() {
  const payer = await aPayer(app, { balanceMinor })
  await payer.begin({ method: 'balance' })
  await moveTo(app, payer.orderId, 'in_review')
  return payer
}

const produce = (orderId: string) =>
  staff.call('POST /global/staff/order/{orderId}/move', {
    params: { orderId },
    body: { to: 'in_production', reason: '' },
  })

/** Both have read the order before either of them may change it; the first one to wait goes first. */
async function raceOf<A, B>(orderId: string, first: () => Promise<A>, second: () => Promise<B>) {
  const begun = await app.deps.db.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId)
    const one = first()
    await untilWaiting(app.deps.db, 1)
    const other = second()
    await untilWaiting(app.deps.db, 2)
    return { one, other }
  })
  return Promise.allSettled([begun.one, begun.other] as const)
}

function answerOf<T>(end: PromiseSettledResult<T>): T {
  if (end.status === 'rejected') throw end.reason
  return end.value
}

const movesFromReview = (orderId: string) => rowsOf(app, 'order_event', { order_id: orderId, from_status: 'in_review' })

describe('a move on the board and the cancellation by the customer at once', () => {
  it('leave the order in production if the move is first, and say to the customer why', async () => {
    const payer = await aReviewedOrder()
    const paid = await payer.wallet()
    const [moved, cancelled] = await raceOf(
      payer.orderId,
      () => produce(payer.orderId),
      () => payer.cancel(),
    )

    expect(answerOf(moved).status).toBe(200)
    expect(codeOf(answerOf(cancelled))).toBe('ORDER_NOT_CANCELLABLE')
    expect(answerOf(cancelled).error?.message).toContain('déjà en fabrication')
    expect(await orderStatus(app, payer.orderId)).toBe('in_production')
    expect(await payer.wallet()).toBe(paid)
    expect(await movesFromReview(payer.orderId)).toHaveLength(1)
  })

  it('leave it cancelled and refunded if the customer is first, and say to staff why', async () => {
    const payer = await aReviewedOrder()
    const [cancelled, moved] = await raceOf(
      payer.orderId,
      () => payer.cancel(),
      () => produce(payer.orderId),
    )

    expect(answerOf(cancelled).status).toBe(200)
    expect(codeOf(answerOf(moved))).toBe('ORDER_STATE')
    expect(answerOf(moved).error?.message).toContain('a changé d’état entre-temps')
    expect(await payer.wallet()).toBe(balanceMinor)
    expect(await movesFromReview(payer.orderId)).toHaveLength(1)
    expect(await rowsOf(app, 'production_run', { order_id: payer.orderId })).toEqual([])
    expect(await rowsOf(app, 'audit_entry', { subject_id: payer.orderId })).toEqual([])
  })

  it('would both succeed without the lock of the order', async () => {
    const payer = await aReviewedOrder()
    const { orderId } = payer
    const { customer_id: customerId } = await rowOf(app, 'customer_order', { id: orderId })
    const { id: staffId } = await rowOf(app, 'staff_member', {})
    const unlocked = withoutLocks(app.deps)

    const ends = await raceOf(
      orderId,
      () => moveByStaff(unlocked, orderId, { to: 'in_production', reason: '', staffId }),
      () => cancelOrder(unlocked, { customerId, language: 'fr' }, orderId, 'Plus besoin'),
    )
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(await movesFromReview(orderId)).toHaveLength(2)
  })
})
