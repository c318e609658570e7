import type { RunView } from '@cotation/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { LiveEvents } from '#test/live-events.ts'
import { aCostRequest, requestCost } from '#test/orders/additional-costs.ts'
import { anInspectedRun, currentInspection, goodValue, record } from '#test/orders/inspection.ts'
import { aDispute } from '#test/orders/listed-rows.ts'
import { anOrderInProduction, report, runsOf } from '#test/orders/production.ts'
import { anOrderToPrint, aTray, openTray, startTray } from '#test/orders/trays.ts'
import { updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
let staff: Browser
let customerId: string

beforeEach(async () => {
  staff = await aStaffBrowser(app)
  ;({ id: customerId } = await aCustomer(app))
})

/** Requests an additional cost for a line of an order; without a line, for all of it. */
async function holdWork(orderId: string, orderLineId: string | null) {
  const reason = orderLineId === null ? 'other' : 'drawing'
  const body = await aCostRequest(app, orderId, { reason, items: [{ orderLineId, amountMinor: 2500 }] })
  const { status, data } = await requestCost(staff, orderId, body)
  expect(status).toBe(200)
  return data
}

const withdraw = (costId: string) =>
  staff.call('POST /global/staff/additional-cost/{costId}/withdraw', { params: { costId }, body: { reason: 'Erreur' } })

/** The runs of an order whose steps the production list shows as held, or as not held. */
async function codesIn(orderId: string, isHeld: 'yes' | 'no') {
  const query = { order: `in:${orderId}`, isHeld: `is:${isHeld}`, columns: 'code' }
  const { data } = await staff.call('GET /global/staff/list/production', { query })
  return [...new Set(data.rows.map(({ code }) => code))].sort()
}

const firstStepOf = (run: RunView | undefined) => run?.steps[0]?.id ?? ''

describe('a line whose additional cost is not settled', () => {
  it('can be paused, and neither started nor finished, while other lines go on', async () => {
    const { id } = await anOrderInProduction(app, customerId, { parts: ['block', 'largerBlock'] })
    const [held, free] = await runsOf(staff, id)
    await report(staff, firstStepOf(held), { report: 'start' })
    const cost = await holdWork(id, held?.lineId ?? '')

    const refused = await report(staff, firstStepOf(held), { good: 10 })
    expect(refused).toMatchObject({ status: 409, error: { code: 'WORK_HELD' } })
    expect(refused.error?.message).toContain(cost.number)
    expect(refused.error?.message).toContain(held?.name)
    expect((await report(staff, firstStepOf(held), { report: 'pause' })).status).toBe(200)
    expect((await report(staff, firstStepOf(held), { report: 'start' })).error?.code).toBe('WORK_HELD')
    expect((await report(staff, firstStepOf(free), { report: 'start' })).status).toBe(200)

    const [shown, other] = await runsOf(staff, id)
    expect(shown?.hold).toEqual({ costId: cost.id, number: cost.number })
    expect(other?.hold).toBeNull()

    await withdraw(cost.id)
    expect((await report(staff, firstStepOf(held), { report: 'start' })).status).toBe(200)
    expect((await runsOf(staff, id))[0]?.hold).toBeNull()
  })

  it('still waits for staff after the customer declined', async () => {
    const { id } = await anOrderInProduction(app, customerId)
    const [run] = await runsOf(staff, id)
    const cost = await holdWork(id, run?.lineId ?? '')
    const customer = await aBrowserOf(app, customerId)
    await customer.call('POST /global/additional-cost/{costId}/decline', {
      params: { costId: cost.id },
      body: { reason: 'Trop cher' },
    })

    expect((await report(staff, firstStepOf(run), { report: 'start' })).error?.code).toBe('WORK_HELD')
  })

  it('waits with all others if the cost names no line', async () => {
    const { id } = await anOrderInProduction(app, customerId, { parts: ['block', 'largerBlock'] })
    await holdWork(id, null)

    for (const run of await runsOf(staff, id))
      expect((await report(staff, firstStepOf(run), { report: 'start' })).error?.code).toBe('WORK_HELD')
  })

  it('is not inspected', async () => {
    const run = await anInspectedRun(app, staff, customerId)
    const { characteristics } = await currentInspection(staff, run.code)
    const [first] = characteristics
    if (!first) throw new Error('nothing is checked')
    const cost = await holdWork(run.orderId, run.lineId)

    expect((await record(staff, run.code, [goodValue(first, 1)])).error?.code).toBe('WORK_HELD')
    await withdraw(cost.id)
    expect((await record(staff, run.code, [goodValue(first, 1)])).status).toBe(200)
  })

  it('is not put on a tray, and its tray does not start', async () => {
    const one = await anOrderToPrint(app, staff, { customerId })
    const tray = await aTray(staff, one)
    const cost = await holdWork(one.order.id, one.run.lineId)
    expect((await startTray(staff, tray)).error?.code).toBe('WORK_HELD')

    const put = (quantity: number) =>
      staff.call('POST /global/staff/tray/{code}/content', {
        params: { code: tray.code },
        body: { contents: [{ stepId: one.step.id, quantity }] },
      })
    expect((await put(0)).status).toBe(200)
    expect((await put(1)).error?.code).toBe('WORK_HELD')
    expect((await openTray(staff, [{ stepId: one.step.id, quantity: 1 }])).error?.code).toBe('WORK_HELD')

    await withdraw(cost.id)
    expect((await put(1)).status).toBe(200)
    expect((await startTray(staff, tray)).status).toBe(200)
  })

  it('is among the held steps of the production list until the cost is settled', async () => {
    const { id } = await anOrderInProduction(app, customerId, { parts: ['block', 'largerBlock'] })
    const [held, free] = await runsOf(staff, id)
    const cost = await holdWork(id, held?.lineId ?? '')

    expect(await codesIn(id, 'yes')).toEqual([held?.code])
    expect(await codesIn(id, 'no')).toEqual([free?.code])
    await withdraw(cost.id)
    expect(await codesIn(id, 'yes')).toEqual([])
  })

  it('is announced to open work lists when the cost is requested and when it is withdrawn', async () => {
    const { id } = await anOrderInProduction(app, customerId)
    const [run] = await runsOf(staff, id)
    const { body } = await staff.fetch('/gateway/global/staff/today/live', {
      method: 'POST',
      body: JSON.stringify({ orderIds: [] }),
      headers: { 'content-type': 'application/json' },
    })
    if (!body) throw new Error('no stream')
    const events = new LiveEvents(body)
    const nextOfProduction = async () => {
      let event = await events.next()
      while (event && event.topic !== 'production') event = await events.next()
      return event?.topic
    }

    const cost = await holdWork(id, run?.lineId ?? '')
    expect(await nextOfProduction()).toBe('production')
    await withdraw(cost.id)
    expect(await nextOfProduction()).toBe('production')
    await events.close()
  })

  it('is not packed', async () => {
    const { id: orderId } = await anOrderInProduction(app, customerId)
    const [run] = await runsOf(staff, orderId)
    await holdWork(orderId, run?.lineId ?? '')

    const parcel = { carrier: 'dhl', trackingNumber: 'JD1' } as const
    const packed = await staff.call('POST /global/staff/order/{orderId}/parcel', { params: { orderId }, body: parcel })
    expect(packed).toMatchObject({ status: 409, error: { code: 'WORK_HELD' } })
  })
})

describe('an order that a dispute has stopped', () => {
  async function stop(orderId: string) {
    const disputeId = await aDispute(app, customerId)
    await updateRows(app, 'customer_order', { id: orderId }, { stopped_by: disputeId })
    return () => updateRows(app, 'customer_order', { id: orderId }, { stopped_by: null })
  }

  it('lets its steps be paused, and neither started nor finished', async () => {
    const { id } = await anOrderInProduction(app, customerId)
    const [run] = await runsOf(staff, id)
    await report(staff, firstStepOf(run), { report: 'start' })
    const release = await stop(id)

    expect(await runsOf(staff, id)).toMatchObject([{ isStopped: true, hold: null }])
    expect(await codesIn(id, 'yes')).toEqual([run?.code])
    expect((await report(staff, firstStepOf(run), { good: 10 })).error?.code).toBe('ORDER_STOPPED')
    expect((await report(staff, firstStepOf(run), { report: 'pause' })).status).toBe(200)
    expect((await report(staff, firstStepOf(run), { report: 'start' })).error?.code).toBe('ORDER_STOPPED')

    await release()
    expect((await report(staff, firstStepOf(run), { report: 'start' })).status).toBe(200)
  })

  it('is not inspected', async () => {
    const run = await anInspectedRun(app, staff, customerId)
    const { characteristics } = await currentInspection(staff, run.code)
    const [first] = characteristics
    if (!first) throw new Error('nothing is checked')
    await stop(run.orderId)

    expect((await record(staff, run.code, [goodValue(first, 1)])).error?.code).toBe('ORDER_STOPPED')
  })
})
