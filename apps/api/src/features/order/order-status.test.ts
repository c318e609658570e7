import { canMoveOrder, type OrderStatus, orderStatuses, type StaffStatus, staffStatuses } from '@cotation/domain'
import { describe, expect, it } from 'vitest'
import { AppError } from '#core/app-error.ts'
import { bySystem } from '#core/audit.ts'
import { aBrowserOf, aCustomer, aStaffBrowser, useStaff } from '#test/builders.ts'
import { finishProduction } from '#test/orders/finish-production.ts'
import { finishBeforeInspection } from '#test/orders/inspection.ts'
import { anOrderIn, moveTo } from '#test/orders/order-status.ts'
import { anOrderInProduction, report, runsOf } from '#test/orders/production.ts'
import { useApp } from '#test/use-app.ts'
import { addParcel } from './parcel.service.ts'

const app = useApp()
const staff = useStaff(app)

/** Sets the status directly, without the status table. */
async function put(orderId: string, status: OrderStatus): Promise<void> {
  await app.deps.db.updateTable('customer_order').set({ status }).where('id', '=', orderId).execute()
  await app.deps.db.updateTable('parcel').set({ state: 'announced' }).where('order_id', '=', orderId).execute()
}

const events = (orderId: string) =>
  app.deps.db.selectFrom('order_event').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

const statusOf = async (orderId: string) =>
  (await app.deps.db.selectFrom('customer_order').select('status').where('id', '=', orderId).executeTakeFirstOrThrow())
    .status

const move = (orderId: string, to: StaffStatus, reason = '') =>
  staff.call('POST /global/staff/order/{orderId}/move', { params: { orderId }, body: { to, reason } })

describe('order statuses', () => {
  it('allow every move in the table, refuse every other, and record each move', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id)
    let recorded = (await events(order.id)).length
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        await put(order.id, from)

        const moved = await moveTo(app, order.id, to, `${from} ${to}`).catch((error: unknown) => error)
        const all = await events(order.id)
        if (canMoveOrder(from, to)) {
          recorded++
          expect(moved, `${from} → ${to}`).toMatchObject({ status: to })
          expect(all.at(-1)).toMatchObject({
            from_status: from,
            to_status: to,
            reason: `${from} ${to}`,
            actor: 'system',
          })
        } else {
          expect(moved, `${from} → ${to}`).toBeInstanceOf(AppError)
          expect(moved).toMatchObject({ code: 'ORDER_STATE' })
          expect(await statusOf(order.id)).toBe(from)
        }

        expect(all).toHaveLength(recorded)
      }
    }
  })

  it('let staff move orders as the table allows', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'in_production')
    await finishProduction(app, order.id)
    await addParcel(app.deps, order.id, { carrier: 'dhl', trackingNumber: 'JD1' }, bySystem)

    const { staff_id } = await app.deps.db
      .selectFrom('session')
      .select('staff_id')
      .where('staff_id', 'is not', null)
      .executeTakeFirstOrThrow()
    for (const from of orderStatuses) {
      for (const to of staffStatuses) {
        await put(order.id, from)

        const before = (await events(order.id)).length
        const answer = await move(order.id, to, `${from} ${to}`)
        const isAllowed = canMoveOrder(from, to)
        expect([`${from} → ${to}`, answer.status]).toEqual([`${from} → ${to}`, isAllowed ? 200 : 409])

        if (isAllowed) {
          expect(answer.data.status).toBe(to)
          expect((await events(order.id)).at(-1)).toMatchObject({
            from_status: from,
            to_status: to,
            actor: 'staff',
            staff_id,
            reason: `${from} ${to}`,
          })
          expect(answer.data.timeline.at(-1)).toEqual({
            at: app.clock.now.toISOString(),
            from,
            to,
            by: 'staff',
            reason: `${from} ${to}`,
          })
        } else {
          expect(answer.error.code).toBe('ORDER_STATE')
          expect([await statusOf(order.id), (await events(order.id)).length]).toEqual([from, before])
        }
      }
    }
  })

  it('do not become cancelled by a move, which needs neither the right nor a reason', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id)
    const operator = await aStaffBrowser(app, 'operator')
    const params = { orderId: order.id }

    const moved = await operator.send('POST /global/staff/order/{orderId}/move', { params, body: { to: 'cancelled' } })
    expect(moved.status).toBe(422)

    const body = { reason: 'Doublon' }
    const cancelled = await operator.call('POST /global/staff/order/{orderId}/cancel', { params, body })
    expect(cancelled).toMatchObject({ status: 403, error: { code: 'FORBIDDEN' } })
    expect(await statusOf(order.id)).toBe('awaiting_payment')
  })

  it('return to production only with a reason, also in the check of several orders', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'quality_check')

    const refused = await move(order.id, 'in_production', '  ')
    expect(refused).toMatchObject({ status: 422, error: { code: 'MOVE_REASON_REQUIRED' } })
    expect(await statusOf(order.id)).toBe('quality_check')

    const query = { orderIds: order.id, to: 'in_production' } as const
    const checked = await staff.call('GET /global/staff/order-move', { query })
    expect(checked.data.orders).toMatchObject([{ id: order.id, refusal: 'MOVE_REASON_REQUIRED' }])

    expect((await move(order.id, 'in_production', 'Rayures')).data.status).toBe('in_production')
  })

  it('reach the quality check before all pieces are made only with a reason', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderInProduction(app, id, { quantity: 3 })
    const [run] = await runsOf(staff, order.id)
    if (!run) throw new Error('no run')
    const check = async () => {
      const query = { orderIds: order.id, to: 'quality_check' } as const
      return (await staff.call('GET /global/staff/order-move', { query })).data.orders
    }

    await report(staff, run.steps[0]?.id ?? '', { good: 1, scrap: 2, reason: 'size' })
    await finishBeforeInspection(staff, (await runsOf(staff, order.id)).find(({ code }) => code === run.code) ?? run)
    const pieces = [{ lineId: run.lineId, name: run.name, quantity: 2 }]
    expect(await check()).toMatchObject([{ refusal: 'PIECES_UNMADE', pieces }])
    const refused = await move(order.id, 'quality_check')
    expect(refused).toMatchObject({ status: 409, error: { code: 'PIECES_UNMADE' } })
    expect(await statusOf(order.id)).toBe('in_production')

    for (const one of await runsOf(staff, order.id)) await finishBeforeInspection(staff, one)
    expect(await check()).toMatchObject([{ refusal: null, pieces: [] }])
    expect((await move(order.id, 'quality_check')).data.status).toBe('quality_check')
  })

  it('refuse to ship an order without a parcel', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id, 'quality_check')

    const refused = await move(order.id, 'shipped')
    expect(refused).toMatchObject({ status: 409, error: { code: 'PARCEL_MISSING' } })
    expect(refused.error.message).toContain('Ajoutez un colis')

    await staff.call('POST /global/staff/order/{orderId}/parcel', {
      params: { orderId: order.id },
      body: { carrier: 'sf', trackingNumber: 'SF100' },
    })

    expect(await move(order.id, 'shipped')).toMatchObject({
      status: 200,
      data: { parcels: [{ state: 'in_transit', shippedAt: app.clock.now.toISOString() }] },
    })
  })

  it('cannot be set by staff if they follow from payments or customers (STF-1)', async () => {
    const { id } = await aCustomer(app)
    const order = await anOrderIn(app, id)
    for (const to of ['paid', 'payment_pending', 'refunded', 'awaiting_payment', 'lost']) {
      const key = 'POST /global/staff/order/{orderId}/move'
      expect((await staff.send(key, { params: { orderId: order.id }, body: { to } })).status).toBe(422)
    }

    const owner = await aBrowserOf(app, id)
    const answer = await owner.call('POST /global/staff/order/{orderId}/move', {
      params: { orderId: order.id },
      body: { to: 'in_review' },
    })

    expect(answer.status).toBe(403)
  })
})
