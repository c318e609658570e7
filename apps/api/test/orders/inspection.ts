import { randomUUID } from 'node:crypto'
import type { CharacteristicView, InspectionConclusionInput, RecordedValue, RunView } from '@cotation/contracts'
import { checkedPieces, isClosedStep } from '@cotation/domain'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aPicture } from '#test/pictures.ts'
import { anOrderInProduction, report, runsOf } from './production.ts'

/** The only run of a new order, whose pieces have come to the inspection. */
export async function anInspectedRun(
  app: TestApp,
  operator: Browser,
  customerId: string,
  { quantity = 10 } = {},
): Promise<RunView> {
  const { id: orderId } = await anOrderInProduction(app, customerId, { quantity })
  const [run] = await runsOf(operator, orderId)
  if (!run) throw new Error('no run')
  await finishBeforeInspection(operator, run)
  return run
}

/** Reports every open step before the inspection as done, all pieces good. */
export async function finishBeforeInspection(operator: Browser, run: RunView): Promise<void> {
  const open = run.steps.slice(0, -2).filter(({ state }) => state !== 'done')
  const [first] = open
  if (!first) return

  const good = first.quantity - first.good - first.scrap
  for (const { id } of open) {
    const { status, error } = await report(operator, id, { good })
    if (status !== 200) throw new Error(error?.code)
  }
}

export async function inspectionsOfRun(staff: Browser, code: string) {
  const { data } = await staff.call('GET /global/staff/production/run/{code}/inspection', { params: { code } })
  return data
}

/** The inspection that is to be done now. */
export async function currentInspection(staff: Browser, code: string) {
  const { current } = await inspectionsOfRun(staff, code)
  if (!current) throw new Error('nothing is to be inspected')
  return current
}

export type ValueInput = Omit<RecordedValue, 'key'> & { key?: string }

/** Records values, each with a key of its own unless one is given. */
export function record(staff: Browser, code: string, values: readonly ValueInput[], round = 1) {
  return staff.call('POST /global/staff/production/run/{code}/inspection/value', {
    params: { code },
    body: { round, values: values.map((value) => ({ key: randomUUID(), ...value })) },
  })
}

/** A good value of a characteristic for a piece. */
export const goodValue = ({ key, method, nominalMm }: CharacteristicView, piece: number): ValueInput => ({
  characteristic: key,
  piece,
  ...(method === 'measure' ? { valueMm: nominalMm ?? 0 } : { isGood: true }),
})

/** Records good values wherever the plan has none. */
export async function recordAll(staff: Browser, code: string) {
  const { characteristics, round, sampleSize } = await currentInspection(staff, code)
  const missing = characteristics.flatMap((one) =>
    checkedPieces(one, sampleSize)
      .filter((piece) => !one.values.some((value) => value.piece === piece))
      .map((piece) => goodValue(one, piece)),
  )
  return record(staff, code, missing, round)
}

export function conclude(staff: Browser, code: string, body: Partial<InspectionConclusionInput> = {}) {
  return staff.call('POST /global/staff/production/run/{code}/inspection/conclusion', {
    params: { code },
    body: { key: randomUUID(), round: 1, ...body },
  })
}

export const concludeAsGood = (staff: Browser, code: string, round = 1) => conclude(staff, code, { round })

/** Makes and inspects all pieces of an order that are still open, all good. */
export async function makeParts(staff: Browser, orderId: string): Promise<void> {
  for (const run of await runsOf(staff, orderId)) await makeRun(staff, run)
}

/** Makes and inspects the pieces of a run that are still open, all good. */
export async function makeRun(staff: Browser, { orderId, code }: RunView): Promise<void> {
  for (;;) {
    const run = (await runsOf(staff, orderId)).find((one) => one.code === code)
    const step = run?.steps.slice(0, -1).find(({ state }) => !isClosedStep(state))
    if (!step) return

    if (step.operation === 'inspection') {
      const { round } = await currentInspection(staff, code)
      await recordAll(staff, code)
      await concludeAsGood(staff, code, round)
      return
    }
    const good = step.quantity - step.good - step.scrap
    const { status, error } = await report(staff, step.id, { good })
    if (status !== 200) throw new Error(error?.code)
  }
}

/** Sends a photo; with an id of its own unless one is given. */
export async function sendPhoto(staff: Browser, code: string, photoId: string = randomUUID(), round?: number) {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await aPicture({ format: 'jpeg' }))]), 'piece.jpg')
  const path = `/gateway/global/staff/production/run/${code}/inspection/photo/${photoId}${round === undefined ? '' : `?round=${round}`}`
  return { photoId, response: await staff.fetch(path, { method: 'POST', body: form }) }
}

export async function addInspectionPhoto(staff: Browser, code: string): Promise<string> {
  const { photoId, response } = await sendPhoto(staff, code)
  if (response.status !== 200) throw new Error(await response.text())
  return photoId
}
