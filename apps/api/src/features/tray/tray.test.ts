import { randomUUID } from 'node:crypto'
import type { Api, TrayView } from '@cotation/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#core/app-error.ts'
import { findSession } from '#features/auth/session.service.ts'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aCustomer, aStaffBrowser } from '#test/builders.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { report, runsOf } from '#test/orders/production.ts'
import {
  anOrderToPrint,
  aPrintingTray,
  aTray,
  openTray,
  type PrintOrder,
  printingSteps,
  startTray,
  storeCubes,
} from '#test/orders/trays.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { unzip } from '#test/zip.ts'

const app = useApp(severalVisitors)
let operator: Browser
let colleague: Browser

beforeEach(async () => {
  operator = await aStaffBrowser(app, 'operator')
  colleague = await aStaffBrowser(app, 'operator')
  // What earlier tests left open would be proposed too.
  await app.deps.db.deleteFrom('tray_content').execute()
  await app.deps.db.deleteFrom('tray').execute()
  await app.deps.db.updateTable('production_step').set({ state: 'skipped', running_since: null }).execute()
})

const toPrint = (traits: Parameters<typeof anOrderToPrint>[2] = {}) => anOrderToPrint(app, operator, traits)

async function candidates() {
  const { data } = await operator.call('GET /global/staff/tray-candidate', {})
  return data.groups
}

const viewOf = async ({ code }: TrayView) =>
  (await operator.call('GET /global/staff/tray/{code}', { params: { code } })).data

const change = (staff: Browser, { code }: TrayView, ...contents: { stepId: string; quantity: number }[]) =>
  staff.call('POST /global/staff/tray/{code}/content', { params: { code }, body: { contents } })

type DoneBody = Partial<Api['POST /global/staff/tray/{code}/done']['input']['body']>
const finish = (staff: Browser, { code }: TrayView, body: DoneBody = {}) =>
  staff.call('POST /global/staff/tray/{code}/done', { params: { code }, body: { key: randomUUID(), ...body } })

const fail = (staff: Browser, { code }: TrayView, key: string = randomUUID()) =>
  staff.call('POST /global/staff/tray/{code}/fail', { params: { code }, body: { key, reason: 'machine' } })

const failureOf = ({ code }: TrayView) => operator.call('GET /global/staff/tray/{code}/failure', { params: { code } })

async function stepNow({ order, step }: PrintOrder) {
  const runs = await runsOf(operator, order.id)
  const found = runs.flatMap(({ steps }) => steps).find(({ id }) => id === step.id)
  if (!found) throw new Error('no step')
  return found
}

const entriesOf = ({ id }: TrayView) => rowsOf(app, 'audit_entry', { subject_id: id })

/** Gives the material of an order's lines another colour, material or so. */
async function configure({ order }: PrintOrder, choice: { materialId?: string; colourId?: string }): Promise<void> {
  for (const line of await rowsOf(app, 'order_line', { order_id: order.id })) {
    const configuration = { ...line.ordered.configuration, ...choice }
    await updateRows(
      app,
      'order_line',
      { id: line.id },
      { ordered: JSON.stringify({ ...line.ordered, configuration }) },
    )
  }
}

describe('what waits for a tray', () => {
  it('is grouped by machine, material and colour, the oldest day first, with a proposal', async () => {
    const late = await toPrint({ quantity: 3 })
    const early = await toPrint({ quantity: 2 })
    await updateRows(app, 'production_step', { id: early.step.id }, { due_day: '2026-01-05' })
    await updateRows(app, 'production_step', { id: late.step.id }, { due_day: '2026-01-06' })

    const groups = await candidates()
    expect(groups).toHaveLength(1)
    expect(groups[0]?.station).toBe(early.step.station)
    expect(groups[0]?.material).not.toBe('')
    expect(groups[0]?.parts).toMatchObject([
      { runCode: early.run.code, quantity: 2, proposed: 2, orderNumber: early.order.number, sizeMm: [40, 30, 20] },
      { runCode: late.run.code, quantity: 3, proposed: 3, isRemake: false },
    ])
  })

  it('is only what is ready, of orders that are being made', async () => {
    const refunded = await toPrint()
    await moveTo(app, refunded.order.id, 'refunded')
    const started = await toPrint()
    await report(operator, started.step.id, { report: 'start' })
    expect(await candidates()).toEqual([])
  })

  it('is what is left of a run after some of its pieces went into a tray', async () => {
    const one = await toPrint({ quantity: 5 })
    await openTray(operator, [{ stepId: one.step.id, quantity: 3 }])
    expect((await candidates())[0]?.parts).toMatchObject([{ runCode: one.run.code, quantity: 2 }])
  })
})

describe('a tray', () => {
  it('is opened with pieces of several orders', async () => {
    const one = await toPrint({ quantity: 3 })
    const other = await toPrint({ quantity: 2 })
    const tray = await aTray(operator, one, other)
    expect(tray).toMatchObject({ state: 'open', station: one.step.station, startedAt: null, reason: null })
    expect(tray.code).toMatch(/^P\d{6}$/)
    expect(tray.contents.map(({ runCode, quantity }) => [runCode, quantity]).sort()).toEqual(
      [
        [one.run.code, 3],
        [other.run.code, 2],
      ].sort(),
    )
    expect((await rowOf(app, 'tray', { id: tray.id })).fill_percent).toBeGreaterThan(0)
    expect(await entriesOf(tray)).toMatchObject([{ action: 'tray.opened' }])
  })

  it('is opened once under a key, even if that is sent twice at once', async () => {
    const { step } = await toPrint()
    const key = randomUUID()
    const contents = [{ stepId: step.id, quantity: 4 }]
    const answers = await Promise.all([1, 2, 3].map(() => openTray(operator, contents, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => data.code)).size).toBe(1)
    expect(await rowsOf(app, 'tray', {})).toHaveLength(1)
  })

  it('takes no part of another material or colour', async () => {
    const one = await toPrint()
    const other = await toPrint()
    const { materialId } = (await candidates())[0] ?? {}
    const catalogue = (await app.deps.catalogues.inForce()).catalogue
    const another = catalogue.materials.find(
      ({ id, processIds }) => id !== materialId && processIds.some((process) => process === one.step.station),
    )
    await configure(other, { materialId: another?.id ?? '', colourId: another?.defaultColour ?? '' })

    expect(await candidates()).toHaveLength(2)
    const contents = [one, other].map(({ step }) => ({ stepId: step.id, quantity: 1 }))
    expect((await openTray(operator, contents)).error?.code).toBe('TRAY_MIXED')
    const tray = await aTray(operator, one)
    expect((await change(operator, tray, { stepId: other.step.id, quantity: 1 })).error?.code).toBe('TRAY_MIXED')
  })

  it('takes no more pieces than a run has, none before their turn, and none of a refunded order', async () => {
    const one = await toPrint({ quantity: 3 })
    expect((await openTray(operator, [{ stepId: one.step.id, quantity: 4 }])).error?.code).toBe('TRAY_PIECES')

    await updateRows(app, 'production_step', { id: one.step.id }, { state: 'waiting' })
    expect((await openTray(operator, [{ stepId: one.step.id, quantity: 1 }])).error?.code).toBe('STEP_WAITING')
    await updateRows(app, 'production_step', { id: one.step.id }, { state: 'ready' })

    const other = one.run.steps.find(({ operation }) => operation === 'inspection')
    expect((await openTray(operator, [{ stepId: other?.id ?? '', quantity: 1 }])).error?.code).toBe('NOT_FOUND')

    await moveTo(app, one.order.id, 'refunded')
    expect((await openTray(operator, [{ stepId: one.step.id, quantity: 1 }])).error?.code).toBe('ORDER_STATE')
  })

  it('gives a piece to one of two colleagues who take it at once', async () => {
    const { step } = await toPrint({ quantity: 10 })
    const contents = [{ stepId: step.id, quantity: 6 }]
    const answers = await Promise.all([openTray(operator, contents), openTray(colleague, contents)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.error?.code).toBe('TRAY_PIECES')

    const rows = await rowsOf(app, 'tray_content', { step_id: step.id })
    expect(rows.map(({ quantity }) => quantity)).toEqual([6])
  })

  it('is changed while it is open, not later', async () => {
    const one = await toPrint({ quantity: 3 })
    const other = await toPrint({ quantity: 2 })
    const tray = await aTray(operator, one)
    await change(operator, tray, { stepId: one.step.id, quantity: 1 }, { stepId: other.step.id, quantity: 2 })
    expect((await viewOf(tray)).contents.map(({ quantity }) => quantity).sort()).toEqual([1, 2])

    await change(operator, tray, { stepId: one.step.id, quantity: 0 })
    expect((await viewOf(tray)).contents).toMatchObject([{ runCode: other.run.code, quantity: 2 }])
    await change(operator, tray, { stepId: one.step.id, quantity: 0 })
    expect((await entriesOf(tray)).map(({ action }) => action)).toEqual(['tray.opened', 'tray.changed', 'tray.changed'])

    await startTray(operator, tray)
    const late = await change(operator, tray, { stepId: other.step.id, quantity: 1 })
    expect([late.status, late.error?.code]).toEqual([409, 'TRAY_STATE'])
    expect(late.error?.message).toContain(tray.code)
  })

  it('gets nothing back from a late or repeated report of pieces that were taken out', async () => {
    const one = await toPrint({ quantity: 5 })
    const tray = await aTray(operator, one)
    const takeOut = (quantity: number) =>
      operator.call('POST /global/staff/tray/{code}/content', {
        params: { code: tray.code },
        body: { isTakeOut: true, contents: [{ stepId: one.step.id, quantity }] },
      })
    await takeOut(3)
    await change(colleague, tray, { stepId: one.step.id, quantity: 1 })

    expect((await takeOut(3)).data.contents).toMatchObject([{ quantity: 1 }])
    await startTray(operator, tray)
    expect((await takeOut(3)).status).toBe(200)
    expect((await takeOut(0)).error?.code).toBe('TRAY_STATE')
  })

  it('can be emptied and filled again, but not started without pieces', async () => {
    const one = await toPrint()
    const tray = await aTray(operator, one)
    await change(operator, tray, { stepId: one.step.id, quantity: 0 })
    expect((await startTray(operator, tray)).error?.code).toBe('TRAY_EMPTY')
    expect((await change(operator, tray, { stepId: one.step.id, quantity: 2 })).status).toBe(200)
  })

  it('is shown on the page of a run', async () => {
    const one = await toPrint({ quantity: 5 })
    const { data: tray } = await openTray(operator, [{ stepId: one.step.id, quantity: 3 }])
    const { data } = await operator.call('GET /global/staff/production/run/{code}', { params: { code: one.run.code } })
    expect(data.trays).toEqual([{ code: tray.code, state: 'open', quantity: 3 }])
  })
})

describe('a tray that prints', () => {
  it('starts the steps of its pieces, once', async () => {
    const one = await toPrint()
    const tray = await aTray(operator, one)
    expect((await startTray(operator, tray)).data.state).toBe('printing')
    expect((await stepNow(one)).state).toBe('running')

    const again = await startTray(colleague, tray)
    expect(again.data).toMatchObject({ state: 'printing' })
    expect(await rowsOf(app, 'production_report', { step_id: one.step.id })).toHaveLength(1)
    expect((await entriesOf(tray)).map(({ action }) => action)).toEqual(['tray.opened', 'tray.started'])
  })

  it('answers a start that is sent again under its key, also after it was closed', async () => {
    const one = await toPrint()
    const tray = await aTray(operator, one)
    const body = { key: randomUUID(), agoSeconds: 60 }
    await startTray(operator, tray, body)
    await finish(colleague, tray)

    const again = await startTray(operator, tray, body)
    expect([again.status, again.data?.state]).toEqual([200, 'done'])
    expect((await entriesOf(tray)).map(({ action }) => action)).toEqual(['tray.opened', 'tray.started', 'tray.done'])
    const late = await startTray(operator, tray)
    expect([late.status, late.error?.code]).toEqual([409, 'TRAY_CLOSED'])
  })

  it('is not started with other contents than the operator loaded', async () => {
    const one = await toPrint({ quantity: 3 })
    const other = await toPrint({ quantity: 2 })
    const tray = await aTray(operator, one)
    const loaded = [{ stepId: one.step.id, quantity: 3 }]
    await change(colleague, tray, { stepId: other.step.id, quantity: 2 })
    const added = await startTray(operator, tray, { contents: loaded })
    expect([added.status, added.error?.code]).toEqual([409, 'TRAY_CHANGED'])
    expect(added.error?.message).toContain(tray.code)

    const contents = [{ stepId: one.step.id, quantity: 2 }]
    await change(colleague, tray, ...contents, { stepId: other.step.id, quantity: 0 })
    expect((await startTray(operator, tray, { contents: loaded })).error?.code).toBe('TRAY_CHANGED')
    expect((await startTray(colleague, tray, { contents })).status).toBe(200)
    expect((await startTray(operator, tray, { contents: loaded })).error?.code).toBe('TRAY_CHANGED')
  })

  it('is refused while it holds pieces of a refunded order', async () => {
    const one = await toPrint()
    const other = await toPrint()
    const tray = await aTray(operator, one, other)
    await moveTo(app, one.order.id, 'refunded')

    const refused = await startTray(operator, tray)
    expect([refused.status, refused.error?.code]).toEqual([409, 'TRAY_ORDER_ENDED'])
    expect(refused.error?.message).toContain(one.order.number)
    await change(operator, tray, { stepId: one.step.id, quantity: 0 })
    expect((await startTray(operator, tray)).status).toBe(200)
  })

  it('is the only way to report its pieces', async () => {
    const one = await toPrint()
    const tray = await aTray(operator, one)
    const refused = await report(operator, one.step.id, { report: 'start' })
    expect([refused.status, refused.error?.code]).toEqual([409, 'STEP_IN_TRAY'])
    expect(refused.error?.message).toContain(tray.code)

    await startTray(operator, tray)
    expect((await report(operator, one.step.id, { good: 10 })).error?.code).toBe('STEP_IN_TRAY')
    expect((await stepNow(one)).good).toBe(0)
  })

  it('lets a report or a tray have a step, not both at once', async () => {
    const { step } = await toPrint({ quantity: 4 })
    const [reported, opened] = await Promise.all([
      report(operator, step.id, { good: 4 }),
      openTray(colleague, [{ stepId: step.id, quantity: 4 }]),
    ])
    expect([reported.status, opened.status].sort()).toEqual([200, 409])
  })
})

describe('a printed tray', () => {
  it('passes good pieces to the next step and shares the time of the machine', async () => {
    const one = await toPrint({ quantity: 3 })
    const other = await toPrint({ quantity: 1 })
    const tray = await aPrintingTray(operator, one, other)
    app.clock.advance(4 * 3600)
    const { data } = await finish(operator, tray)

    expect(data.tray).toMatchObject({ state: 'done', reason: null })
    expect(data.remakes).toEqual([])
    expect(data.tray.contents.map(({ good }) => good).sort()).toEqual([1, 3])
    for (const [printed, quantity, minutes] of [
      [one, 3, 180],
      [other, 1, 60],
    ] as const) {
      const step = await stepNow(printed)
      expect(step).toMatchObject({ state: 'done', good: quantity, scrap: 0 })
      expect(step.actualMinutes).toBeCloseTo(minutes, 0)
      const [run] = await runsOf(operator, printed.order.id)
      expect(run?.steps[step ? run.steps.findIndex(({ id }) => id === step.id) + 1 : 0]).toMatchObject({
        state: 'ready',
        quantity,
      })
    }
  })

  it('counts its time from when the operator acted, though both reports waited for the network', async () => {
    const one = await toPrint({ quantity: 3 })
    const tray = await aTray(operator, one)
    app.clock.advance(5 * 3600)
    const openedAt = Date.parse(tray.openedAt)
    const started = await startTray(operator, tray, { agoSeconds: 4 * 3600 })
    expect(Date.parse(started.data.startedAt ?? '') - openedAt).toBe(3600_000)
    const { data } = await finish(operator, tray, { agoSeconds: 3600 })
    expect(Date.parse(data.tray.closedAt ?? '') - openedAt).toBe(4 * 3600_000)

    const step = await stepNow(one)
    expect(step.actualMinutes).toBeCloseTo(180, 0)
    expect(step.changedAt).toBe(data.tray.closedAt)
    const reports = await rowsOf(app, 'production_report', { step_id: one.step.id })
    expect(reports.map(({ at, received_at }) => (received_at.getTime() - at.getTime()) / 3600_000).sort()).toEqual([
      1, 4,
    ])
  })

  it('is never started before it was opened nor closed before it was started', async () => {
    const tray = await aTray(operator, await toPrint())
    app.clock.advance(60)
    const { data: started } = await startTray(operator, tray, { agoSeconds: 3600 })
    expect(started.startedAt).toBe(tray.openedAt)
    const { data } = await finish(operator, tray, { agoSeconds: 3600 })
    expect(data.tray.closedAt).toBe(tray.openedAt)
  })

  it('makes lost pieces again, with a reason', async () => {
    const one = await toPrint({ quantity: 5 })
    const tray = await aPrintingTray(operator, one)
    const lost = [{ stepId: one.step.id, quantity: 2 }]
    expect((await finish(operator, tray, { lost })).error?.code).toBe('VALIDATION')
    const tooMany = await finish(operator, tray, { lost: [{ stepId: one.step.id, quantity: 6 }], reason: 'surface' })
    expect(tooMany.error?.code).toBe('STEP_QUANTITY')

    const { data } = await finish(operator, tray, { lost, reason: 'surface' })
    expect(data.remakes).toMatchObject([{ quantity: 2 }])
    expect(data.tray).toMatchObject({ reason: 'surface', contents: [{ good: 3, remakeCode: data.remakes[0]?.code }] })
    expect(await stepNow(one)).toMatchObject({ state: 'done', good: 3, scrap: 2 })
    const remake = (await runsOf(operator, one.order.id)).find(({ cause }) => cause === 'scrap')
    expect(remake).toMatchObject({ quantity: 2, reason: 'surface' })
  })

  it('leaves the step open until all trays of a run are printed', async () => {
    const one = await toPrint({ quantity: 5 })
    const { data: first } = await openTray(operator, [{ stepId: one.step.id, quantity: 3 }])
    await startTray(operator, first)
    const { data: second } = await openTray(operator, [{ stepId: one.step.id, quantity: 2 }])
    await startTray(operator, second)

    await finish(operator, first)
    expect(await stepNow(one)).toMatchObject({ state: 'running', good: 3 })
    await finish(operator, second)
    expect(await stepNow(one)).toMatchObject({ state: 'done', good: 5 })
    const [run] = await runsOf(operator, one.order.id)
    expect(run?.steps.find(({ state }) => state === 'ready')).toMatchObject({ quantity: 5 })
  })

  it('gives back the pieces that were in no tray', async () => {
    const one = await toPrint({ quantity: 5 })
    const { data: tray } = await openTray(operator, [{ stepId: one.step.id, quantity: 3 }])
    await startTray(operator, tray)
    await finish(operator, tray)
    expect(await stepNow(one)).toMatchObject({ state: 'ready', good: 3 })
    expect((await candidates())[0]?.parts).toMatchObject([{ quantity: 2 }])
    expect((await report(operator, one.step.id, { good: 2 })).data.run.steps).toContainEqual(
      expect.objectContaining({ id: one.step.id, state: 'done', good: 5 }),
    )
  })

  it('is reported once: a repeat changes nothing, a colleague sees who was faster', async () => {
    const one = await toPrint({ quantity: 5 })
    const tray = await aPrintingTray(operator, one)
    const body = { key: randomUUID(), lost: [{ stepId: one.step.id, quantity: 1 }], reason: 'surface' as const }
    const first = await finish(operator, tray, body)
    const again = await finish(operator, tray, body)
    expect(again.data).toEqual(first.data)
    expect(await runsOf(operator, one.order.id)).toHaveLength(2)

    const late = await finish(colleague, tray)
    expect([late.status, late.error?.code]).toEqual([409, 'TRAY_CLOSED'])
    expect(late.error?.message).toContain(first.data.tray.closedBy ?? 'nobody')
    expect((await fail(colleague, tray)).error?.code).toBe('TRAY_CLOSED')
  })

  it('must have been started', async () => {
    const tray = await aTray(operator, await toPrint())
    expect((await finish(operator, tray)).error?.code).toBe('TRAY_STATE')
    expect((await fail(operator, tray)).error?.code).toBe('TRAY_STATE')
    expect((await failureOf(tray)).error?.code).toBe('TRAY_STATE')
  })

  it('is accepted with lost pieces of an order that was refunded while the report waited', async () => {
    const one = await toPrint()
    const other = await toPrint()
    const tray = await aPrintingTray(operator, one, other)
    await moveTo(app, one.order.id, 'refunded')

    const lost = [{ stepId: one.step.id, quantity: 1 }]
    const { data } = await finish(operator, tray, { lost, reason: 'surface' })
    expect(data).toMatchObject({ remakes: [], tray: { state: 'done', reason: null } })
    const [closed] = (await entriesOf(tray)).filter(({ action }) => action === 'tray.done')
    expect(closed?.after).toMatchObject({ reason: null, remakes: [] })
  })
})

describe('a failed tray', () => {
  /** So late that a re-make breaks the promise of both. */
  const aLateTray = async (...orders: PrintOrder[]) => aLateClock(await aPrintingTray(operator, ...orders))

  async function aLateClock(tray: TrayView): Promise<TrayView> {
    app.clock.advance(20 * 24 * 3600)
    operator = await aStaffBrowser(app, 'operator')
    colleague = await aStaffBrowser(app, 'operator')
    return tray
  }

  it('lists each order that it hits before it is confirmed, with customer and days', async () => {
    const { id: customerId } = await aCustomer(app)
    const one = await toPrint({ quantity: 3, customerId })
    const other = await toPrint({ quantity: 2 })
    const tray = await aPrintingTray(operator, one, other)
    const { username } = await rowOf(app, 'customer', { id: customerId })

    const { data } = await failureOf(tray)
    expect(data.hits).toHaveLength(2)
    const hit = data.hits.find(({ orderId }) => orderId === one.order.id)
    expect(hit).toMatchObject({ orderNumber: one.order.number, quantity: 3, isLate: false })
    expect(hit?.customer).toBeTruthy()
    expect(username).toBeTruthy()
    expect(hit?.promisedDay).toBe(one.run.promisedDay)
    expect((await viewOf(tray)).state).toBe('printing')
  })

  it('opens the re-makes of all its pieces and mails each customer whose promise breaks, once', async () => {
    const one = await toPrint({ quantity: 3 })
    const other = await toPrint({ quantity: 2 })
    await updateRows(app, 'customer_order', { id: other.order.id }, { language: 'en' })
    const tray = await aLateTray(one, other)
    const preview = await failureOf(tray)

    const { data } = await fail(operator, tray)
    expect(data.tray).toMatchObject({ state: 'failed', reason: 'machine' })
    expect(data.tray.contents.every(({ good }) => good === 0)).toBe(true)
    expect(data.hits).toEqual(preview.data.hits)
    expect(data.hits.every(({ isLate }) => isLate)).toBe(true)
    expect(data.remakes.map(({ quantity }) => quantity).sort()).toEqual([2, 3])

    for (const { order, step } of [one, other]) {
      const runs = await runsOf(operator, order.id)
      expect(runs.map(({ cause }) => cause).sort()).toEqual(['order', 'tray'])
      const [printed] = runs.filter(({ cause }) => cause === 'order')
      expect(printed?.steps.find(({ id }) => id === step.id)).toMatchObject({ state: 'done', good: 0 })
      expect(printed?.steps.at(-1)?.state).toBe('skipped')
    }

    const french = await app.mail(one.email, 'order-delayed')
    expect(french.subject).toMatch(new RegExp(`^Commande ${one.order.number}\\s: nouveau départ prévu le \\d`))
    expect(french.text).toContain('3 × block.stl')
    const english = await app.mail(other.email, 'order-delayed')
    expect(english.subject).toMatch(new RegExp(`^Order ${other.order.number}: new dispatch day `))
    const delays = (await app.mails()).filter(({ kind }) => kind === 'order-delayed')
    expect(delays.filter(({ to }) => to === one.email || to === other.email)).toHaveLength(2)
  })

  it('writes one mail for an order with several parts in it', async () => {
    const one = await toPrint({ quantity: 2, parts: ['block', 'largerBlock'] })
    const steps = await printingSteps(operator, one)
    const contents = steps.map(({ id }) => ({ stepId: id, quantity: 2 }))
    const { data: tray } = await openTray(operator, contents)
    await startTray(operator, tray)
    app.clock.advance(20 * 24 * 3600)
    operator = await aStaffBrowser(app, 'operator')

    const { data } = await fail(operator, tray)
    expect(data.hits).toMatchObject([{ quantity: 4, isLate: true }])
    const { text } = await app.mail(one.email, 'order-delayed')
    expect(text).toContain('2 × block.stl, 2 × largerBlock.stl')
    const mails = (await app.mails()).filter(({ kind, to }) => kind === 'order-delayed' && to === one.email)
    expect(mails).toHaveLength(1)
  })

  it('tells the day when the last of what is made again is ready', async () => {
    const one = await toPrint({ quantity: 4 })
    const other = await toPrint({ quantity: 1 })
    const { data: first } = await openTray(operator, [{ stepId: one.step.id, quantity: 2 }])
    await startTray(operator, first)
    const { data } = await finish(operator, first, { lost: [{ stepId: one.step.id, quantity: 1 }], reason: 'surface' })
    await updateRows(app, 'production_run', { id: data.remakes[0]?.runId ?? '' }, { due_day: '2026-12-24' })

    const { data: second } = await openTray(operator, [
      { stepId: one.step.id, quantity: 2 },
      { stepId: other.step.id, quantity: 1 },
    ])
    await startTray(operator, second)
    const late = await aLateClock(second)
    expect((await fail(operator, late)).status).toBe(200)
    expect((await app.mail(one.email, 'order-delayed')).subject).toContain('24 décembre 2026')
    expect((await app.mail(other.email, 'order-delayed')).subject).not.toContain('décembre')
  })

  it('writes nothing to customers whose promise holds', async () => {
    const one = await toPrint()
    const tray = await aPrintingTray(operator, one)
    const { data } = await fail(operator, tray)
    expect(data.hits).toMatchObject([{ isLate: false }])
    expect((await app.mails()).filter(({ kind, to }) => kind === 'order-delayed' && to === one.email)).toEqual([])
  })

  it('is reported once: sent again or by two people at once, it opens each re-make once', async () => {
    const one = await toPrint()
    const tray = await aLateTray(one)
    const key = randomUUID()
    const first = await fail(operator, tray, key)
    const again = await fail(operator, tray, key)
    expect(again.data).toEqual(first.data)

    const other = await toPrint()
    const second = await aPrintingTray(operator, other)
    const answers = await Promise.all([fail(operator, second), fail(colleague, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])

    for (const { order } of [one, other])
      expect(await rowsOf(app, 'production_run', { order_id: order.id, cause: 'tray' })).toHaveLength(1)
    expect((await entriesOf(tray)).filter(({ action }) => action === 'tray.failed')).toHaveLength(1)
    expect((await entriesOf(second)).filter(({ action }) => action === 'tray.failed')).toHaveLength(1)
  })

  it('makes nothing again for an order that was refunded meanwhile', async () => {
    const one = await toPrint()
    const other = await toPrint()
    const tray = await aLateTray(one, other)
    await moveTo(app, one.order.id, 'refunded')
    expect((await failureOf(tray)).data.hits.map(({ orderId }) => orderId)).toEqual([other.order.id])

    const { data } = await fail(operator, tray)
    expect(data.hits.map(({ orderId }) => orderId)).toEqual([other.order.id])
    expect(data.tray.contents.find(({ orderId }) => orderId === one.order.id)).toMatchObject({
      isMade: false,
      good: null,
      remakeCode: null,
    })
    expect(await rowsOf(app, 'production_run', { order_id: one.order.id })).toHaveLength(1)
  })

  it('succeeds beside a refund at the same moment, in one sequence or the other', async () => {
    const one = await toPrint()
    const tray = await aLateTray(one)
    const [failed] = await Promise.all([fail(operator, tray), moveTo(app, one.order.id, 'refunded')])

    expect(failed.status).toBe(200)
    const remakes = await rowsOf(app, 'production_run', { order_id: one.order.id, cause: 'tray' })
    expect(remakes).toHaveLength(failed.data.hits.length)
    expect(await rowOf(app, 'customer_order', { id: one.order.id })).toMatchObject({ status: 'refunded' })
  })

  it('can fail at the same moment as another that holds pieces of the same runs', async () => {
    const orders = [await toPrint({ quantity: 4 }), await toPrint({ quantity: 4 }), await toPrint({ quantity: 4 })]
    const half = (list: PrintOrder[]) => list.map(({ step }) => ({ stepId: step.id, quantity: 2 }))
    const trays = [await openTray(operator, half(orders)), await openTray(operator, half(orders.toReversed()))]
    for (const { data } of trays) await startTray(operator, data)

    const answers = await Promise.all(trays.map(({ data }) => fail(operator, data)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const one of orders) {
      expect(await stepNow(one)).toMatchObject({ state: 'done', good: 0, scrap: 4 })
      const remakes = await rowsOf(app, 'production_run', { order_id: one.order.id, cause: 'tray' })
      expect(remakes.map(({ quantity }) => quantity)).toEqual([2, 2])
    }
  })
})

describe('the model of a tray', () => {
  const download = ({ code }: TrayView) => operator.fetch(`/gateway/global/staff/tray/${code}/model`)

  /** Elements of XML with their attributes, read by other code than writes them. */
  function elements(xml: string, name: string): Record<string, string>[] {
    return [...xml.matchAll(new RegExp(`<${name}((?:\\s+[\\w:]+="[^"]*")*)\\s*/?>`, 'g'))].map(([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    )
  }

  it('is a 3MF package with an object for each part and an item for each piece', async () => {
    const one = await toPrint({ quantity: 3 })
    const other = await toPrint({ quantity: 2, parts: ['largerBlock'] })
    await updateRows(app, 'order_line', { order_id: other.order.id }, { name: 'Capot <"2"> & co\u0007.stl' })
    for (const { order } of [one, other]) await storeCubes(app, order.id)
    const tray = await aTray(operator, one, other)

    const answer = await download(tray)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'model/3mf'])
    expect(answer.headers.get('content-disposition')).toContain(`${tray.code}.3mf`)
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    expect([...files.keys()]).toEqual(['[Content_Types].xml', '_rels/.rels', '3D/3dmodel.model'])
    expect(elements(String(files.get('[Content_Types].xml')), 'Default').map(({ Extension }) => Extension)).toEqual([
      'rels',
      'model',
    ])
    expect(elements(String(files.get('_rels/.rels')), 'Relationship')).toMatchObject([{ Target: '/3D/3dmodel.model' }])

    const xml = String(files.get('3D/3dmodel.model'))
    expect(elements(xml, 'model')).toMatchObject([{ unit: 'millimeter' }])
    expect(
      elements(xml, 'object')
        .map(({ id, name }) => [id, name])
        .sort(),
    ).toEqual([
      ['1', expect.any(String)],
      ['2', expect.any(String)],
    ])
    expect(xml).toContain('name="Capot &lt;&quot;2&quot;&gt; &amp; co_.stl"')

    // A cube has 8 points and 12 triangles, each side in two.
    const objects = xml.split('<object ').slice(1)
    for (const object of objects) {
      const vertices = elements(object, 'vertex')
      expect(vertices).toHaveLength(8)
      expect(new Set(vertices.flatMap(({ x, y, z }) => [x, y, z]))).toEqual(new Set(['0', '10']))
      const triangles = elements(object, 'triangle')
      expect(triangles).toHaveLength(12)
      expect(openEdges(triangles)).toBe(0)
    }

    const items = elements(xml, 'item')
    const codes = items.map(({ partnumber }) => partnumber)
    expect(codes.filter((code) => code === one.run.code)).toHaveLength(3)
    expect(codes.filter((code) => code === other.run.code)).toHaveLength(2)
    const places = items.map(({ transform = '' }) => transform.split(' ').map(Number))
    expect(places.every((matrix) => matrix.slice(0, 9).join(' ') === '1 0 0 0 1 0 0 0 1')).toBe(true)
    expect(new Set(places.map((matrix) => matrix.slice(9).join(' '))).size).toBe(5)
    expect(xml).toContain('<metadata name="tray:quantity">3</metadata>')
    expect(await entriesOf(tray)).toMatchObject([{ action: 'tray.opened' }, { action: 'file.downloaded' }])
  })

  it('is refused as "busy" before it begins if too much waits, in turn with other work of the member', async () => {
    const one = await toPrint()
    await storeCubes(app, one.order.id)
    const tray = await aTray(operator, one)

    const run = vi.spyOn(app.deps.threads, 'run').mockRejectedValueOnce(new AppError('BUSY'))
    expect((await download(tray)).status).toBe(503)
    expect(await entriesOf(tray)).toMatchObject([{ action: 'tray.opened' }])

    const session = await findSession(app.deps.db, app.clock.now, operator.token ?? '')
    expect(run.mock.calls[0]?.[0]).toBe(session?.staffId)
    run.mockRestore()
    expect((await download(tray)).status).toBe(200)
  })

  /** Each edge of a closed mesh belongs to two triangles, once in each direction. */
  function openEdges(triangles: Record<string, string>[]): number {
    const edges = new Set<string>()
    for (const { v1, v2, v3 } of triangles)
      for (const edge of [`${v1} ${v2}`, `${v2} ${v3}`, `${v3} ${v1}`]) edges.add(edge)
    return [...edges].filter((edge) => !edges.has(edge.split(' ').reverse().join(' '))).length
  }

  it('has one object for the same part of two orders', async () => {
    const one = await toPrint({ quantity: 1 })
    const other = await toPrint({ quantity: 2 })
    for (const { order } of [one, other]) await storeCubes(app, order.id)
    const tray = await aTray(operator, one, other)
    const files = unzip(Buffer.from(await (await download(tray)).arrayBuffer()))
    const xml = String(files.get('3D/3dmodel.model'))
    expect(elements(xml, 'object')).toHaveLength(1)
    expect(
      elements(xml, 'item')
        .map(({ partnumber }) => partnumber)
        .sort(),
    ).toEqual([one.run.code, other.run.code, other.run.code].sort())
  })

  it('is refused without pieces, and if a mesh is gone', async () => {
    const one = await toPrint()
    const tray = await aTray(operator, one)
    const line = await rowOf(app, 'order_line', { order_id: one.order.id })
    const { analysis_id } = await rowOf(app, 'upload', { id: line.upload_id })
    await app.deps.files.remove(`meshes/${analysis_id}-0`)
    expect(((await (await download(tray)).json()) as { code: string }).code).toBe('TRAY_MODEL_MISSING')

    await change(operator, tray, { stepId: one.step.id, quantity: 0 })
    expect(((await (await download(tray)).json()) as { code: string }).code).toBe('TRAY_EMPTY')
  })
})
