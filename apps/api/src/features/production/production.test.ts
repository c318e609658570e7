import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { moveTo } from '#test/orders/order-status.ts'
import {
  addStepPhoto,
  anOrderInProduction,
  finishSteps,
  report,
  runsOf,
  sendStepPhoto,
} from '#test/orders/production.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
let operator: Browser
let orderId: string

beforeEach(async () => {
  operator = await aStaffBrowser(app, 'operator')
  const { id: customerId } = await aCustomer(app)
  orderId = (await anOrderInProduction(app, customerId)).id
})

async function onlyRun() {
  const [run] = await runsOf(operator, orderId)
  if (!run) throw new Error('no run')
  return run
}

const minute = 60
const stepIdOf = (run: Awaited<ReturnType<typeof onlyRun>>, index: number) => run.steps[index]?.id ?? ''

/** The name of who reported about a step. */
async function reporterOf(stepId: string): Promise<string> {
  const [made] = await rowsOf(app, 'production_report', { step_id: stepId })
  const { name } = await rowOf(app, 'staff_member', { id: made?.staff_id ?? '' })
  return name
}

describe('an order that goes to production', () => {
  it('gets the steps of each line with planned minutes and days', async () => {
    const run = await onlyRun()
    expect(run).toMatchObject({ quantity: 10, cause: 'order', reason: null, isLate: false })
    expect(run.code).toMatch(/^F\d{6}$/)

    const operations = run.steps.map(({ operation }) => operation)
    expect(operations[0]).toBe('material')
    expect(operations.slice(-2)).toEqual(['inspection', 'packing'])
    expect(run.steps.map(({ state }) => state)).toEqual(['ready', ...operations.slice(1).map(() => 'waiting')])
    expect(run.steps.every(({ quantity }) => quantity === 10)).toBe(true)
    expect(run.steps.some(({ plannedMinutes }) => plannedMinutes !== null && plannedMinutes > 0)).toBe(true)

    const days = run.steps.map(({ dueDay }) => dueDay)
    expect(days).toEqual(days.toSorted())
    expect(days.at(-1)).toBe(run.dueDay)
    expect(run.dueDay <= run.promisedDay).toBe(true)
  })

  it('keeps its steps when it comes back from inspection', async () => {
    const before = await onlyRun()
    await moveTo(app, orderId, 'quality_check')
    await moveTo(app, orderId, 'in_production', 'Rayures')
    expect(await runsOf(operator, orderId)).toEqual([before])
  })

  it('gets plain steps without minutes if an expert priced a part that we cannot', async () => {
    const { id: customerId } = await aCustomer(app)
    const { id } = await anOrderInProduction(app, customerId)
    await app.deps.db.deleteFrom('production_step').execute()
    await app.deps.db.deleteFrom('production_run').execute()
    const line = await rowOf(app, 'order_line', { order_id: id })
    const ordered = JSON.stringify({ ...line.ordered, configuration: null, price: null })
    await updateRows(app, 'order_line', { id: line.id }, { ordered })

    await moveTo(app, id, 'quality_check')
    await moveTo(app, id, 'in_production', 'Rayures')
    const [run] = await runsOf(operator, id)
    expect(run?.steps.map(({ operation, plannedMinutes }) => [operation, plannedMinutes])).toEqual([
      ['material', null],
      ['making', null],
      ['inspection', null],
      ['packing', null],
    ])
  })
})

describe('an operator', () => {
  it('starts, pauses and finishes a step; its minutes are counted', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    await report(operator, stepId, { report: 'start' })
    app.clock.advance(10 * minute)
    await report(operator, stepId, { report: 'pause' })
    app.clock.advance(30 * minute)
    await report(operator, stepId, { report: 'start' })
    app.clock.advance(5 * minute)
    const { data } = await report(operator, stepId, { good: 10 })

    const name = await reporterOf(stepId)
    expect(data.run.steps[0]).toMatchObject({ state: 'done', good: 10, actualMinutes: 15, operator: name })
    expect(data.run.steps[1]).toMatchObject({ state: 'ready', quantity: 10 })
    expect(data.remake).toBeNull()
  })

  it('is believed about when it was done, for what waited without network', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    app.clock.advance(45 * minute)
    await report(operator, stepId, { report: 'start', agoSeconds: 30 * 60 })
    const { data } = await report(operator, stepId, { good: 10, agoSeconds: 10 * 60 })
    expect(data.run.steps[0]?.actualMinutes).toBe(20)
  })

  it('must wait for the steps before', async () => {
    const stepId = stepIdOf(await onlyRun(), 1)
    expect((await report(operator, stepId, { report: 'start' })).error?.code).toBe('STEP_WAITING')
  })

  it('must account for every piece, and give a reason for a loss', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    expect((await report(operator, stepId, { good: 9 })).error?.code).toBe('STEP_QUANTITY')
    expect((await report(operator, stepId, { report: 'start', good: 1 })).error?.code).toBe('STEP_QUANTITY')
    expect((await report(operator, stepId, { good: 9, scrap: 1 })).error).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: 'reason', code: 'REASON_REQUIRED' }],
    })
  })

  it('keeps pieces to rework in the step until they are good', async () => {
    const run = await onlyRun()
    const stepId = stepIdOf(run, 0)
    const first = await report(operator, stepId, { good: 7, rework: 3, reason: 'surface' })
    expect(first.data.run.steps[0]).toMatchObject({ state: 'ready', good: 7, rework: 3 })
    expect(first.data.run.steps[1]?.state).toBe('waiting')

    const second = await report(operator, stepId, { good: 3 })
    expect(second.data.run.steps[0]).toMatchObject({ state: 'done', good: 10 })
    expect(second.data.run.steps[1]).toMatchObject({ state: 'ready', quantity: 10 })
  })

  it('cannot report about an order that is refunded', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    await moveTo(app, orderId, 'refunded')
    expect((await report(operator, stepId, { report: 'start' })).error?.code).toBe('ORDER_STATE')
  })

  it('leaves one audit entry for each report', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    await report(operator, stepId, { report: 'start' })
    expect(await rowsOf(app, 'audit_entry', { subject_id: stepId })).toMatchObject([
      { action: 'production-step.reported', before: { state: 'ready' }, after: { state: 'running', orderId } },
    ])
  })
})

describe('scrap', () => {
  it('opens a re-make of its quantity with steps of its own, and keeps the promise', async () => {
    const run = await onlyRun()
    await finishSteps(operator, run, 1)
    const { data } = await report(operator, stepIdOf(run, 1), { good: 8, scrap: 2, reason: 'size' })

    expect(data.remake).toMatchObject({ quantity: 2, promisedDay: run.promisedDay })
    expect(data.run.steps[2]).toMatchObject({ state: 'ready', quantity: 8 })

    const remake = (await runsOf(operator, orderId)).find(({ id }) => id === data.remake?.runId)
    expect(remake).toMatchObject({ cause: 'scrap', reason: 'size', quantity: 2, lineId: run.lineId })
    expect(remake?.steps.map(({ operation }) => operation)).toEqual(run.steps.map(({ operation }) => operation))
    expect(await rowOf(app, 'customer_order', { id: orderId })).toMatchObject({ dates: { ship: run.promisedDay } })
  })

  it('says when the re-make breaks the promise', async () => {
    const run = await onlyRun()
    const early = await report(operator, stepIdOf(run, 0), { good: 9, scrap: 1, reason: 'material' })
    expect(early.data.remake?.isLate).toBe(false)

    app.clock.advance(20 * 24 * 60 * minute)
    operator = await aStaffBrowser(app, 'operator')
    const { data } = await report(operator, stepIdOf(run, 1), { good: 8, scrap: 1, reason: 'machine' })
    expect(data.remake?.isLate).toBe(true)
    expect((data.remake?.plannedDay ?? '') > run.promisedDay).toBe(true)
  })

  it('ends the run if it is all of its pieces', async () => {
    const run = await onlyRun()
    const { data } = await report(operator, stepIdOf(run, 0), { scrap: 10, reason: 'material' })
    expect(data.run.steps.map(({ state }) => state)).toEqual(['done', ...run.steps.slice(1).map(() => 'skipped')])
    expect(data.remake?.quantity).toBe(10)
  })
})

describe('a report', () => {
  it('changes nothing if it is sent again, and gets the same answer', async () => {
    const run = await onlyRun()
    const key = randomUUID()
    const first = await report(operator, stepIdOf(run, 0), { key, good: 9, scrap: 1, reason: 'damage' })
    const again = await report(operator, stepIdOf(run, 0), { key, good: 9, scrap: 1, reason: 'damage' })

    expect(again.data).toEqual(first.data)
    expect(await runsOf(operator, orderId)).toHaveLength(2)
    expect(await rowsOf(app, 'audit_entry', { subject_id: stepIdOf(run, 0) })).toHaveLength(1)
  })

  it('counts once if it is sent twice at once', async () => {
    const run = await onlyRun()
    const body = { key: randomUUID(), good: 9, scrap: 1, reason: 'damage' } as const
    const answers = await Promise.all([1, 2, 3].map(() => report(operator, stepIdOf(run, 0), body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await runsOf(operator, orderId)).toHaveLength(2)
  })

  it('is refused if a colleague was faster, and names who and when', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    await report(operator, stepId, { good: 10 })
    const name = await reporterOf(stepId)

    const colleague = await aStaffBrowser(app, 'operator')
    const { status, error } = await report(colleague, stepId, { good: 8, scrap: 2, reason: 'size' })
    expect([status, error?.code]).toEqual([409, 'STEP_REPORTED'])
    expect(error?.message).toMatch(new RegExp(`^${name} a déjà déclaré cette étape le \\d\\d/\\d\\d \\d\\d:\\d\\d\\.$`))
  })

  it('counts for one of two colleagues who finish the same step at once', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    const colleague = await aStaffBrowser(app, 'operator')
    const answers = await Promise.all([
      report(operator, stepId, { good: 10 }),
      report(colleague, stepId, { good: 8, scrap: 2, reason: 'size' }),
    ])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [step] = (await onlyRun()).steps
    expect([10, 8]).toContain(step?.good)
    expect(await rowsOf(app, 'production_report', { step_id: stepId })).toHaveLength(1)
  })
})

it('finds a run by the code of its traveller, with what is to be made', async () => {
  const { code, id } = await onlyRun()
  const { data } = await operator.call('GET /global/staff/production/run/{code}', { params: { code } })
  expect(data).toMatchObject({ id, quantity: 10, acceptedRisks: [], attachments: [] })
  expect(data.material).not.toBe('')

  const unknown = await operator.call('GET /global/staff/production/run/{code}', { params: { code: 'F999999' } })
  expect(unknown.error?.code).toBe('NOT_FOUND')
})

it('prints the traveller of a run, and records the download', async () => {
  const { code } = await onlyRun()
  const answer = await operator.fetch(`/gateway/global/staff/production/run/${code}/traveller`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(answer.headers.get('content-disposition')).toContain(`Fiche-${code}.pdf`)
  expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
  expect(await rowsOf(app, 'audit_entry', { subject_id: orderId })).toMatchObject([
    { action: 'file.downloaded', after: { traveller: code } },
  ])
})

it('shows customers the stage of each part, and what is made again', async () => {
  const { customer_id: customerId } = await rowOf(app, 'customer_order', { id: orderId })
  const customer = await aBrowserOf(app, customerId)
  const making = async () => {
    const { data } = await customer.call('GET /global/order/{orderId}', { params: { orderId } })
    return data.lines.map((line) => line.making)
  }
  const run = await onlyRun()
  expect(await making()).toEqual([{ stage: 'planned', remakePieces: 0, finishedPieces: 0 }])

  await report(operator, stepIdOf(run, 0), { good: 8, scrap: 2, reason: 'size' })
  expect(await making()).toEqual([{ stage: 'making', remakePieces: 2, finishedPieces: 0 }])
  for (const { id } of run.steps.slice(1, -2)) await report(operator, id, { good: 8 })
  expect(await making()).toEqual([{ stage: 'inspection', remakePieces: 2, finishedPieces: 0 }])

  await moveTo(app, orderId, 'refunded')
  expect(await making()).toEqual([null])
})

it('shows customers the stage of what is made again when every piece was lost', async () => {
  const { customer_id: customerId } = await rowOf(app, 'customer_order', { id: orderId })
  const customer = await aBrowserOf(app, customerId)
  const run = await onlyRun()
  await report(operator, stepIdOf(run, 0), { scrap: 10, reason: 'machine' })

  const { data } = await customer.call('GET /global/order/{orderId}', { params: { orderId } })
  expect(data.lines.map(({ making }) => making)).toEqual([{ stage: 'planned', remakePieces: 10, finishedPieces: 0 }])
})

describe('a photo of a step', () => {
  const photosOf = async (index: number) => (await onlyRun()).steps[index]?.photos ?? []
  const read = (photoId: string) => operator.fetch(`/gateway/global/staff/production/photo/${photoId}`)
  const remove = (stepId: string, photoId: string) =>
    operator.call('DELETE /global/staff/production/step/{stepId}/photo/{photoId}', { params: { stepId, photoId } })

  it('is re-encoded and stored once, with who took it, until it is removed', async () => {
    const stepId = stepIdOf(await onlyRun(), 0)
    const photoId = await addStepPhoto(operator, stepId)
    await sendStepPhoto(operator, stepId, photoId)
    expect(await photosOf(0)).toMatchObject([{ id: photoId, by: expect.any(String) }])

    const answer = await read(photoId)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')

    expect((await remove(stepId, photoId)).status).toBe(200)
    expect(await photosOf(0)).toEqual([])
    expect((await read(photoId)).status).toBe(404)
    const actions = (await rowsOf(app, 'audit_entry', { subject_id: stepId })).map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['file.viewed', 'production-step.photo-added', 'production-step.photo-removed'])
  })

  it('stays with its step', async () => {
    const run = await onlyRun()
    await report(operator, stepIdOf(run, 0), { good: 10 })
    const photoId = await addStepPhoto(operator, stepIdOf(run, 0))
    expect((await sendStepPhoto(operator, stepIdOf(run, 1), photoId)).response.status).toBe(404)
    expect((await remove(stepIdOf(run, 1), photoId)).status).toBe(404)
    expect(await photosOf(0)).toHaveLength(1)
  })

  it('is refused before the pieces are there, above 20, and once the order has arrived', async () => {
    const run = await onlyRun()
    const expectRefusal = async (index: number, code: string) => {
      const { response } = await sendStepPhoto(operator, stepIdOf(run, index))
      expect(await response.json()).toMatchObject({ code })
    }
    await expectRefusal(1, 'STEP_WAITING')

    for (let count = 0; count < 20; count++) await addStepPhoto(operator, stepIdOf(run, 0))
    await expectRefusal(0, 'STEP_PHOTOS')

    const [first] = await photosOf(0)
    await updateRows(app, 'customer_order', { id: orderId }, { status: 'delivered' })
    await expectRefusal(0, 'ORDER_STATE')
    // A repeat whose first answer was lost is no new photo.
    expect((await sendStepPhoto(operator, stepIdOf(run, 0), first?.id)).response.status).toBe(200)
    expect((await remove(stepIdOf(run, 0), first?.id ?? '')).error?.code).toBe('ORDER_STATE')
  })
})
