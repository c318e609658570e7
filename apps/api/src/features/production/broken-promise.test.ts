import { randomUUID } from 'node:crypto'
import { nextShipDate, workshopDate } from '@cotation/pricing'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { beforeEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { aDeliveredOrder, anAcceptedClaim } from '#test/orders/claims.ts'
import { anInspectedRun, conclude } from '#test/orders/inspection.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { anOrderInProduction, report, runsOf } from '#test/orders/production.ts'
import { anOrderToPrint, aPrintingTray } from '#test/orders/trays.ts'
import { rowOf } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
let staff: Browser
let operator: Browser
let customer: { id: string; email: string }

beforeEach(async () => {
  staff = await aStaffBrowser(app)
  operator = await aStaffBrowser(app, 'operator')
  customer = await aCustomer(app)
})

const daySeconds = 24 * 3600

/** So many days later, with staff who have signed in again. */
async function afterDays(count: number): Promise<void> {
  app.clock.advance(count * daySeconds)
  staff = await aStaffBrowser(app)
  operator = await aStaffBrowser(app, 'operator')
}

const delayMails = async () =>
  (await app.mails()).filter(({ to, kind }) => to === customer.email && kind === 'order-delayed')

/** What the order pages of customer and staff expect, which agree. */
async function expectedOf(orderId: string) {
  const params = { orderId }
  const reader = await aBrowserOf(app, customer.id)
  const { data: seen } = await reader.call('GET /global/order/{orderId}', { params })
  const { data: seenByStaff } = await staff.call('GET /global/staff/order/{orderId}', { params })
  expect(seenByStaff.expected).toEqual(seen.expected)
  return seen.expected
}

/** Sets all steps of all runs, without their reports. */
async function setSteps(orderId: string, state: 'done' | 'ready'): Promise<void> {
  await app.deps.db
    .updateTable('production_step')
    .set({ state })
    .where('run_id', 'in', (eb) => eb.selectFrom('production_run').select('id').where('order_id', '=', orderId))
    .execute()
}

async function lateTask(orderId: string) {
  const { data } = await staff.call('GET /global/staff/today', { query: { kind: 'order-late' } })
  return data.tasks.find(({ subjectId }) => subjectId === orderId)
}

const frenchDay = (isoDay: string) =>
  new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(isoDay))

/** What customer and staff learn when the plan of an order ends after its promised day. */
async function expectBrokenPromise(orderId: string, said: string) {
  const runs = await runsOf(staff, orderId)
  const lastDay =
    runs
      .map(({ dueDay }) => dueDay)
      .sort()
      .at(-1) ?? ''
  const { number, dates } = await rowOf(app, 'customer_order', { id: orderId })
  expect(lastDay > dates.ship).toBe(true)

  const [mail, ...more] = await delayMails()
  expect(more).toEqual([])
  expect(mail?.subject).toContain(number)
  expect(mail?.subject).toContain(frenchDay(lastDay))
  expect(mail?.text).toContain(frenchDay(dates.ship))
  expect(mail?.text).toContain(said)
  expect(await lateTask(orderId)).toMatchObject({ title: number })
  expect(await expectedOf(orderId)).toMatchObject({ ship: lastDay })
}

describe('a promised day that no plan keeps', () => {
  it('is reported to customer and staff when an operator scraps pieces', async () => {
    const { id } = await anOrderInProduction(app, customer.id)
    const [run] = await runsOf(operator, id)
    await afterDays(20)

    await report(operator, run?.steps[0]?.id ?? '', { good: 8, scrap: 2, reason: 'machine' })
    await expectBrokenPromise(id, 'perdues en fabrication')
    expect((await delayMails())[0]?.text).toContain('2 × block.stl')
  })

  it('is reported to customer and staff when an inspection scraps pieces', async () => {
    const { orderId, code } = await anInspectedRun(app, operator, customer.id)
    await afterDays(20)

    const { status } = await conclude(operator, code, { scrap: 10, reason: 'size' })
    expect(status).toBe(200)
    await expectBrokenPromise(orderId, 'n’ont pas passé notre contrôle')
  })

  it('is reported to customer and staff when pieces of a tray are lost', async () => {
    const one = await anOrderToPrint(app, operator, { customerId: customer.id, quantity: 4 })
    const tray = await aPrintingTray(operator, one)
    await afterDays(20)

    const { status } = await operator.call('POST /global/staff/tray/{code}/done', {
      params: { code: tray.code },
      body: { key: randomUUID(), lost: [{ stepId: one.step.id, quantity: 1 }], reason: 'surface' },
    })
    expect(status).toBe(200)
    await expectBrokenPromise(one.order.id, 'perdues en fabrication')
  })

  it('is reported to customer and staff when a tray fails', async () => {
    const one = await anOrderToPrint(app, operator, { customerId: customer.id, quantity: 4 })
    const tray = await aPrintingTray(operator, one)
    await afterDays(20)

    await operator.call('POST /global/staff/tray/{code}/fail', {
      params: { code: tray.code },
      body: { key: randomUUID(), reason: 'machine' },
    })
    await expectBrokenPromise(one.order.id, 'perdues à l’impression')
  })

  it('is reported to customer and staff when the production of an after-sale order begins too late', async () => {
    const delivered = await aDeliveredOrder(app, customer.id)
    const { claim, orderNumber, workOrderNumber } = await anAcceptedClaim(staff, delivered)
    const { data } = await delivered.browser.call('POST /global/afterSale/order', {
      body: { orderNumber, workOrderNumber, lines: claim.lines.map(({ lineId }) => ({ lineId, quantity: 1 })) },
    })
    await moveTo(app, data.orderId, 'in_review')
    await afterDays(20)

    await moveTo(app, data.orderId, 'in_production')
    await expectBrokenPromise(data.orderId, 'commence plus tard que prévu')
    // It would name the promised day.
    const started = (await app.mails()).filter(
      ({ kind, subject }) => kind === 'order-in-production' && subject.includes(data.number),
    )
    expect(started).toEqual([])
  })
})

describe('the expected days of a late order', () => {
  it('follow its plan, its departure and its arrival', async () => {
    const { id } = await anOrderInProduction(app, customer.id)
    const [run] = await runsOf(operator, id)
    const { dates } = await rowOf(app, 'customer_order', { id })
    expect(await expectedOf(id)).toBeNull()

    await afterDays(20)
    await report(operator, run?.steps[0]?.id ?? '', { good: 8, scrap: 2, reason: 'machine' })
    const planned = await expectedOf(id)
    if (!planned) throw new Error('The order is late, and no day is expected.')
    expect(planned.deliveryEarliest > planned.ship).toBe(true)
    expect(planned.deliveryLatest > dates.deliveryLatest).toBe(true)

    await moveTo(app, id, 'quality_check')
    expect(await expectedOf(id)).toEqual(planned)

    await setSteps(id, 'done')
    const packed = await expectedOf(id)
    expect(packed?.ship).toBe(workshopDate(app.clock.now.getTime(), packagedCatalogue))

    await moveTo(app, id, 'shipped')
    expect(await expectedOf(id)).toEqual(packed)

    // Pieces that are made again after the departure, and late themselves.
    await setSteps(id, 'ready')
    await afterDays(30)
    expect((await expectedOf(id))?.ship).toBe(nextShipDate(app.clock.now.getTime(), packagedCatalogue))
    await setSteps(id, 'done')
    const [mail] = (await app.mails()).filter(({ to, kind }) => to === customer.email && kind === 'order-shipped')
    expect(mail?.text).toContain(frenchDay(packed?.deliveryLatest ?? ''))

    await moveTo(app, id, 'delivered')
    expect(await expectedOf(id)).toBeNull()
  })
})

describe('a promised day that the plan keeps', () => {
  it('causes no mail, whether an operator, an inspection or a tray loses pieces', async () => {
    const { id } = await anOrderInProduction(app, customer.id)
    const [run] = await runsOf(operator, id)
    await report(operator, run?.steps[0]?.id ?? '', { good: 9, scrap: 1, reason: 'material' })

    expect(await delayMails()).toEqual([])
    expect(await lateTask(id)).toBeUndefined()
    expect(await expectedOf(id)).toBeNull()
  })
})
