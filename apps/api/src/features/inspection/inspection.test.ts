import { randomUUID } from 'node:crypto'
import type { RunView } from '@cotation/contracts'
import type { AuditAction } from '@cotation/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { severalVisitors } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import {
  addInspectionPhoto,
  anInspectedRun,
  conclude,
  concludeAsGood,
  currentInspection,
  finishBeforeInspection,
  inspectionsOfRun,
  record,
  recordAll,
  sendPhoto,
} from '#test/orders/inspection.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { anOrderInProduction, report, runsOf } from '#test/orders/production.ts'
import { aPicture, pictureHead } from '#test/pictures.ts'
import { rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp(severalVisitors)
let operator: Browser
let customer: Browser
let customerId: string
let email: string
let run: RunView
let code: string

beforeEach(async () => {
  operator = await aStaffBrowser(app, 'operator')
  ;({ id: customerId, email } = await aCustomer(app))
  customer = await aBrowserOf(app, customerId)
  run = await anInspectedRun(app, operator, customerId)
  code = run.code
})

const current = () => currentInspection(operator, code)
const runNow = async () => (await runsOf(operator, run.orderId)).find(({ id }) => id === run.id) ?? run
const stateOf = async (operation: string) => (await runNow()).steps.find((step) => step.operation === operation)
const longest = async () => {
  const side = (await current()).characteristics.find(({ key }) => key === 'size-length')
  if (side?.nominalMm == null || side.upperMm === null) throw new Error('no side')
  return { ...side, nominalMm: side.nominalMm, upperMm: side.upperMm }
}
const longestOf = (piece: number, valueMm: number) => ({ characteristic: 'size-length', piece, valueMm })
/** The inspections of the run, its values, and what the audit has about them. */
const inspectionRows = () => rowsOf(app, 'inspection', { run_id: run.id })
const inspectionRow = () => rowOf(app, 'inspection', { run_id: run.id })
async function storedValues() {
  const ids = (await inspectionRows()).map(({ id }) => id)
  const characteristics = await rowsOf(app, 'inspection_characteristic', {})
  const own = new Set(characteristics.filter((one) => ids.includes(one.inspection_id)).map(({ id }) => id))
  return (await rowsOf(app, 'inspection_value', {})).filter(({ characteristic_id }) => own.has(characteristic_id))
}
async function auditOf(action: AuditAction) {
  return rowsOf(app, 'audit_entry', { action, subject_id: (await inspectionRow()).id })
}
const firstStep = () => run.steps[0]?.id ?? ''

/** A measurement outside of the limits on the first piece, and good values everywhere else. */
async function failFirstPiece(): Promise<void> {
  const { upperMm } = await longest()
  await record(operator, code, [longestOf(1, upperMm + 1)])
  await recordAll(operator, code)
}

describe('the plan', () => {
  it('follows from tolerance, sides and number of pieces before anything is recorded', async () => {
    const { current: plan, concluded } = await inspectionsOfRun(operator, code)
    expect(concluded).toEqual([])
    expect(plan).toMatchObject({ id: null, round: 1, quantity: 10, sampleSize: 3, verdict: 'open', isReady: true })
    expect(plan?.earlierSteps.map(({ id }) => id)).toEqual(run.steps.slice(0, -2).map(({ id }) => id))

    const side = await longest()
    expect(side).toMatchObject({ method: 'measure', isPerPiece: true, name: 'Plus grand côté', values: [] })
    expect(side.upperMm).toBeGreaterThan(side.nominalMm)
    expect(plan?.characteristics.at(-1)).toMatchObject({ key: 'quantity', isPerPiece: false })
    expect(plan?.characteristics.every(({ name }) => name !== '')).toBe(true)
  })

  it('can be read while the pieces are still being made, and not be filled in', async () => {
    const order = await anOrderInProduction(app, customerId)
    const [early] = await runsOf(operator, order.id)
    expect((await currentInspection(operator, early?.code ?? '')).isReady).toBe(false)
    const answer = await record(operator, early?.code ?? '', [longestOf(1, 10)])
    expect(answer.error?.code).toBe('STEP_WAITING')
  })

  it('cannot be skipped by a plain report', async () => {
    const step = await stateOf('inspection')
    expect((await report(operator, step?.id ?? '', { report: 'start' })).status).toBe(200)
    const { error, status } = await report(operator, step?.id ?? '', { good: 10 })
    expect([status, error?.code]).toEqual([409, 'INSPECTION_OPEN'])
  })
})

describe('a recorded value', () => {
  it('is judged by its limits, whatever the tablet shows', async () => {
    const { upperMm } = await longest()
    await record(operator, code, [longestOf(1, upperMm), longestOf(2, upperMm + 0.001)])
    expect((await longest()).values).toMatchObject([
      { piece: 1, valueMm: upperMm, isGood: true },
      { piece: 2, valueMm: upperMm + 0.001, isGood: false },
    ])

    const claimed = await record(operator, code, [{ ...longestOf(3, upperMm + 1), isGood: true }])
    expect(claimed.error?.code).toBe('INSPECTION_VALUE_WRONG')
  })

  it.each([
    ['of an unknown characteristic', { characteristic: 'weight', piece: 1, valueMm: 1 }],
    ['of a piece outside of the sample', { characteristic: 'size-length', piece: 4, valueMm: 1 }],
    ['of one piece where all are checked at once', { characteristic: 'quantity', piece: 1, isGood: true }],
    ['of a verdict about something measured', { characteristic: 'size-length', piece: 1, isGood: true }],
    ['of a measure about something that passes or fails', { characteristic: 'quantity', piece: 0, valueMm: 10 }],
  ])('%s is refused', async (_, value) => {
    expect((await record(operator, code, [value])).error?.code).toBe('INSPECTION_VALUE_WRONG')
    expect(await storedValues()).toEqual([])
  })

  it('is refused beside another of the same piece or key, or one would hide the other', async () => {
    const { nominalMm, upperMm } = await longest()
    const key = randomUUID()
    const samePiece = [longestOf(1, upperMm + 1), longestOf(1, nominalMm)]
    const sameKey = [
      { ...longestOf(1, nominalMm), key },
      { ...longestOf(2, nominalMm), key },
    ]

    expect((await record(operator, code, samePiece)).error?.code).toBe('VALIDATION')
    expect((await record(operator, code, sameKey)).error?.code).toBe('VALIDATION')
    expect(await storedValues()).toEqual([])
  })

  it('changes nothing if it is sent again', async () => {
    const { nominalMm } = await longest()
    const value = { ...longestOf(1, nominalMm), key: randomUUID() }
    const first = await record(operator, code, [value])
    const again = await record(operator, code, [value])

    expect(again.data).toEqual(first.data)
    expect(await auditOf('inspection.recorded')).toHaveLength(1)
  })

  it('changes nothing under a known key, and values beside it are recorded', async () => {
    const { nominalMm } = await longest()
    const known = { ...longestOf(1, nominalMm), key: randomUUID() }
    await record(operator, code, [known])
    const answer = await record(operator, code, [{ ...known, piece: 2 }, longestOf(3, nominalMm)])

    expect(answer.status).toBe(200)
    expect((await longest()).values).toMatchObject([{ piece: 1 }, { piece: 3 }])
  })

  it('is corrected by naming it, and the audit keeps what it was', async () => {
    const { nominalMm, upperMm } = await longest()
    const key = randomUUID()
    await record(operator, code, [{ ...longestOf(1, upperMm + 1), key }])
    await record(operator, code, [{ ...longestOf(1, nominalMm), corrects: key }])

    expect((await longest()).values).toMatchObject([{ valueMm: nominalMm, isGood: true }])
    const entries = await auditOf('inspection.recorded')
    expect(entries[1]).toMatchObject({ before: { values: [{ valueMm: upperMm + 1, isGood: false }] } })
  })

  it('is stored for one of two inspectors who measure the same piece at once; the other sees who it was', async () => {
    const { nominalMm, upperMm } = await longest()
    const colleague = await aStaffBrowser(app, 'operator')
    const answers = await Promise.all([
      record(operator, code, [longestOf(1, nominalMm)]),
      record(colleague, code, [longestOf(1, upperMm)]),
    ])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const [kept] = await storedValues()
    const { name } = await rowOf(app, 'staff_member', { id: kept?.staff_id ?? '' })
    expect(refused?.error?.code).toBe('INSPECTION_VALUE_RECORDED')
    expect(refused?.error?.message).toContain(name)
    expect(await inspectionRows()).toHaveLength(1)
  })

  it('is not taken for an order that is refunded', async () => {
    await moveTo(app, run.orderId, 'refunded')
    expect((await record(operator, code, [longestOf(1, 10)])).error?.code).toBe('ORDER_STATE')
  })
})

describe('the conclusion', () => {
  it('is refused while a check has no value', async () => {
    expect((await concludeAsGood(operator, code)).error?.code).toBe('INSPECTION_INCOMPLETE')
    await record(operator, code, [longestOf(1, (await longest()).nominalMm)])
    expect((await concludeAsGood(operator, code)).error?.code).toBe('INSPECTION_INCOMPLETE')
    expect((await stateOf('inspection'))?.state).toBe('ready')
  })

  it('finishes the step with all pieces if nothing failed', async () => {
    await recordAll(operator, code)
    const { data } = await conclude(operator, code, { note: 'Rien à signaler' })

    expect(data.inspections.current).toBeNull()
    const { name } = await rowOf(app, 'staff_member', { id: (await inspectionRow()).concluded_by ?? '' })
    expect(data.inspections.concluded).toMatchObject([
      { verdict: 'passed', conclusion: { good: 10, rework: 0, scrap: 0, by: name, note: 'Rien à signaler' } },
    ])
    expect(data.run.steps.slice(-2)).toMatchObject([
      { operation: 'inspection', state: 'done', good: 10 },
      { operation: 'packing', state: 'ready', quantity: 10 },
    ])
  })

  it('cannot pass a piece that failed', async () => {
    await failFirstPiece()
    expect((await concludeAsGood(operator, code)).error?.code).toBe('INSPECTION_FAILED_PIECES')
    const withoutReason = await conclude(operator, code, { rework: 1, backToStepId: firstStep() })
    expect(withoutReason.error?.code).toBe('VALIDATION')
    const nowhere = await conclude(operator, code, { rework: 1, reason: 'size' })
    expect(nowhere.error?.code).toBe('INSPECTION_STEP_WRONG')
    const onwards = await conclude(operator, code, {
      rework: 1,
      reason: 'size',
      backToStepId: (await stateOf('packing'))?.id ?? '',
    })
    expect(onwards.error?.code).toBe('INSPECTION_STEP_WRONG')
    const tooMany = await conclude(operator, code, { scrap: 11, reason: 'size' })
    expect(tooMany.error?.code).toBe('STEP_QUANTITY')
  })

  it('sends failed pieces back through the steps, and checks each of them when they return', async () => {
    await failFirstPiece()
    const backTo = run.steps[1]
    const { data } = await conclude(operator, code, { rework: 2, reason: 'size', backToStepId: backTo?.id ?? '' })

    expect(data.inspections.concluded).toMatchObject([
      {
        verdict: 'failed',
        conclusion: { good: 8, rework: 2, reason: 'size', backTo: { operation: backTo?.operation } },
      },
    ])
    expect(data.run.steps.map(({ state }) => state)).toEqual([
      'done',
      'ready',
      ...run.steps.slice(2).map(() => 'waiting'),
    ])
    expect(data.run.steps[1]).toMatchObject({ good: 8, rework: 2, quantity: 10 })
    expect(data.inspections.current).toMatchObject({ id: null, round: 2, quantity: 2, sampleSize: 2, isReady: false })

    await finishBeforeInspection(operator, await runNow())
    expect(await stateOf('inspection')).toMatchObject({ state: 'ready', quantity: 10, good: 8 })
    await recordAll(operator, code)
    await concludeAsGood(operator, code, 2)

    expect(await stateOf('inspection')).toMatchObject({ state: 'done', good: 10, rework: 2 })
    expect(await stateOf('packing')).toMatchObject({ state: 'ready', quantity: 10 })
    expect((await inspectionsOfRun(operator, code)).concluded.map(({ verdict }) => verdict)).toEqual([
      'failed',
      'passed',
    ])
  })

  it('ends the step with the good pieces if those that went back are lost on their way', async () => {
    await failFirstPiece()
    await conclude(operator, code, { rework: 2, reason: 'size', backToStepId: firstStep() })
    await report(operator, firstStep(), { scrap: 2, reason: 'material' })

    const { steps } = await runNow()
    expect(steps.map(({ state }) => state)).toEqual([...run.steps.slice(1).map(() => 'done'), 'ready'])
    expect(steps.at(-1)).toMatchObject({ operation: 'packing', quantity: 8 })
    expect((await inspectionsOfRun(operator, code)).current).toBeNull()
  })

  it('opens a re-make for scrap, with its cause', async () => {
    await failFirstPiece()
    const { data } = await conclude(operator, code, { scrap: 1, reason: 'size' })

    expect(data.remake).toMatchObject({ quantity: 1, promisedDay: run.promisedDay })
    const remake = (await runsOf(operator, run.orderId)).find(({ id }) => id === data.remake?.runId)
    expect(remake).toMatchObject({ cause: 'inspection', reason: 'size', quantity: 1 })
    expect(data.inspections.concluded[0]?.conclusion?.remakeCode).toBe(remake?.code)
    expect(await stateOf('packing')).toMatchObject({ state: 'ready', quantity: 9 })
  })

  it('needs no further values if the whole quantity is scrapped, and ends the run', async () => {
    const { data } = await conclude(operator, code, { scrap: 10, reason: 'material' })
    expect(data.run.steps.slice(-2).map(({ state }) => state)).toEqual(['done', 'skipped'])
    expect(data.remake?.quantity).toBe(10)
  })

  it('changes nothing if it is sent again, and gets the same answer', async () => {
    await failFirstPiece()
    const body = { key: randomUUID(), scrap: 1, reason: 'size' } as const
    const answers = await Promise.all([1, 2].map(() => conclude(operator, code, body)))
    const again = await conclude(operator, code, body)

    expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200])
    expect(again.data).toEqual(answers[0]?.data)
    expect(await runsOf(operator, run.orderId)).toHaveLength(2)
    expect(await auditOf('inspection.concluded')).toHaveLength(1)
  })

  it('succeeds for one of two inspectors; the other sees who it was and when', async () => {
    await failFirstPiece()
    const colleague = await aStaffBrowser(app, 'operator')
    const answers = await Promise.all([
      conclude(operator, code, { scrap: 1, reason: 'size' }),
      conclude(colleague, code, { rework: 1, reason: 'size', backToStepId: firstStep() }),
    ])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)?.error
    expect(refused?.code).toBe('INSPECTION_CONCLUDED')
    expect(refused?.message).toMatch(/le \d\d\/\d\d \d\d:\d\d\.$/)
    expect(await rowsOf(app, 'production_report', { step_id: (await stateOf('inspection'))?.id ?? '' })).toHaveLength(1)
  })

  it('closes values and photos', async () => {
    const photoId = await addInspectionPhoto(operator, code)
    await recordAll(operator, code)
    await concludeAsGood(operator, code)

    expect((await record(operator, code, [longestOf(1, 10)])).error?.code).toBe('INSPECTION_CONCLUDED')
    const removed = await operator.call('DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}', {
      params: { code, photoId },
    })
    expect(removed.error?.code).toBe('INSPECTION_CONCLUDED')
  })
})

describe('a photo', () => {
  it('is re-encoded without its metadata, stored once, and can be removed', async () => {
    const form = new FormData()
    const bytes = await aPicture({ format: 'jpeg', copyright: 'Atelier secret' })
    form.append('image', new Blob([new Uint8Array(bytes)]), 'piece.jpg')
    const photoId = randomUUID()
    const path = `/gateway/global/staff/production/run/${code}/inspection/photo/${photoId}`
    await operator.fetch(path, { method: 'POST', body: form })
    await sendPhoto(operator, code, photoId)

    expect((await current()).photos.map(({ id }) => id)).toEqual([photoId])
    const answer = await operator.fetch(`/gateway/global/staff/inspection/photo/${photoId}`)
    const stored = Buffer.from(await answer.arrayBuffer())
    expect(await pictureHead(stored)).toMatchObject({ format: 'webp' })
    expect(stored.includes('Atelier secret')).toBe(false)

    await operator.call('DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}', {
      params: { code, photoId },
    })
    expect((await current()).photos).toEqual([])
    expect((await operator.fetch(`/gateway/global/staff/inspection/photo/${photoId}`)).status).toBe(404)
  })

  it('is refused if it was taken for a concluded round, unless it is a repeat', async () => {
    const photoId = randomUUID()
    expect((await sendPhoto(operator, code, photoId, 1)).response.status).toBe(200)
    await recordAll(operator, code)
    await concludeAsGood(operator, code)

    expect((await sendPhoto(operator, code, photoId, 1)).response.status).toBe(200)
    const { response } = await sendPhoto(operator, code, randomUUID(), 1)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 'INSPECTION_CONCLUDED' })
    expect(await rowsOf(app, 'inspection_photo', { id: photoId })).toHaveLength(1)
  })

  it('is neither overwritten nor removed through another run', async () => {
    const photoId = await addInspectionPhoto(operator, code)
    const other = await anInspectedRun(app, operator, customerId)
    expect((await sendPhoto(operator, other.code, photoId)).response.status).toBe(404)
    const removed = await operator.call('DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}', {
      params: { code: other.code, photoId },
    })
    expect(removed.error?.code).toBe('NOT_FOUND')
    expect((await operator.fetch(`/gateway/global/staff/inspection/photo/${photoId}`)).status).toBe(200)
  })

  it('is refused beyond twenty', async () => {
    for (let count = 0; count < 20; count++) await addInspectionPhoto(operator, code)
    const { response } = await sendPhoto(operator, code)
    expect(await response.json()).toMatchObject({ code: 'INSPECTION_PHOTOS' })
  })
})

describe('the customer', () => {
  const shownTo = async (browser: Browser) =>
    browser.call('GET /global/order/{orderId}/inspection', { params: { orderId: run.orderId } })
  const photoStatus = async (browser: Browser, photoId: string) =>
    (await browser.fetch(`/gateway/global/inspection/photo/${photoId}`)).status

  it('sees nothing before the conclusion, then values and photos without names of staff', async () => {
    const photoId = await addInspectionPhoto(operator, code)
    await recordAll(operator, code)
    expect((await shownTo(customer)).data.inspections).toEqual([])
    expect(await photoStatus(customer, photoId)).toBe(404)

    await conclude(operator, code, { note: 'Client difficile' })
    const { data } = await shownTo(customer)
    expect(data.inspections).toMatchObject([
      { runCode: code, lineId: run.lineId, verdict: 'passed', photoIds: [photoId], good: 10, sampleSize: 3 },
    ])
    const { name } = await rowOf(app, 'staff_member', { id: (await inspectionRow()).concluded_by ?? '' })
    expect(JSON.stringify(data)).not.toContain(name)
    expect(JSON.stringify(data)).not.toContain('Client difficile')
    expect(await photoStatus(customer, photoId)).toBe(200)
  })

  it('does not see inspections, photos and reports of others', async () => {
    const photoId = await addInspectionPhoto(operator, code)
    await recordAll(operator, code)
    await concludeAsGood(operator, code)
    const { id } = await inspectionRow()

    const { id: strangerId } = await aCustomer(app)
    const stranger = await aBrowserOf(app, strangerId)
    expect((await shownTo(stranger)).error?.code).toBe('NOT_FOUND')
    expect(await photoStatus(stranger, photoId)).toBe(404)
    expect((await stranger.fetch(`/gateway/global/inspection/${id}/report`)).status).toBe(404)
  })

  it('gets the report as a PDF, as staff do, who leave an entry in the audit', async () => {
    await addInspectionPhoto(operator, code)
    await recordAll(operator, code)
    const inspectionId = (await current()).id
    const early = await operator.fetch(`/gateway/global/staff/inspection/${inspectionId}/report`)
    expect(early.status).toBe(404)

    await concludeAsGood(operator, code)
    for (const [browser, path] of [
      [customer, 'inspection'],
      [operator, 'staff/inspection'],
    ] as const) {
      const answer = await browser.fetch(`/gateway/global/${path}/${inspectionId}/report`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(answer.headers.get('content-disposition')).toContain(`Controle-${code}.pdf`)
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-')
    }
    expect(await rowsOf(app, 'audit_entry', { subject_id: run.orderId, action: 'file.downloaded' })).toMatchObject([
      { after: { inspectionReport: inspectionId } },
    ])
  })

  it('reads about it in the mail about the shipment', async () => {
    await recordAll(operator, code)
    await concludeAsGood(operator, code)
    await moveTo(app, run.orderId, 'quality_check')
    await moveTo(app, run.orderId, 'shipped')
    const mail = (await app.mails()).findLast(({ subject }) => subject.includes('expédiée'))
    expect(mail?.text).toContain('Les photos et les rapports de contrôle')
    expect(mail?.text).toContain(`/user/order/detail/${run.orderId}#inspections\n`)
  })

  it.each([
    ['fr', 'Les photos et les rapports de contrôle se trouvent sur la page de la commande.'],
    ['en', 'The photos and reports of the inspection are on the order’s page.'],
  ] as const)('reads about it in the mail about a parcel that leaves before the rest (%s)', async (language, said) => {
    const { orderId, lineId } = run
    await updateRows(app, 'customer_order', { id: orderId }, { language })
    await recordAll(operator, code)
    await concludeAsGood(operator, code)

    const staff = await aStaffBrowser(app)
    const lines = [{ orderLineId: lineId, quantity: 4 }]
    const { data: parcel } = await staff.call('POST /global/staff/order/{orderId}/parcel', {
      params: { orderId },
      body: { carrier: 'dhl', trackingNumber: 'JD1', lines },
    })
    await staff.call('PATCH /global/staff/parcel/{parcelId}', {
      params: { parcelId: parcel.id },
      body: { state: 'in_transit', place: 'Lyon' },
    })

    const { text } = await app.mail(email, 'order-parcel-shipped')
    expect(text).toContain(said)
    expect(text).toContain(`/user/order/detail/${orderId}#inspections\n`)
  })
})

it('lists the begun inspections of an order for staff who judge claims', async () => {
  const manager = await aStaffBrowser(app, 'account-manager')
  const listed = () =>
    manager.call('GET /global/staff/order/{orderId}/inspection', { params: { orderId: run.orderId } })
  expect((await listed()).data.inspections).toEqual([])

  await record(operator, code, [longestOf(1, (await longest()).nominalMm)])
  expect((await listed()).data.inspections).toMatchObject([{ lineId: run.lineId, runCode: code, verdict: 'open' }])
})
