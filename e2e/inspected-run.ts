import { randomUUID } from 'node:crypto'
import type { Staff } from './staff.ts'

/** What journeys read of a characteristic. */
export interface PlannedCheck {
  key: string
  name: string
  method: string
  isPerPiece: boolean
  nominalMm: number | null
  upperMm: number | null
}

interface PlannedInspection {
  round: number
  sampleSize: number
  characteristics: PlannedCheck[]
}

/** The inspection that is to be done at a run. */
export async function plannedInspection(staff: Staff, code: string): Promise<PlannedInspection> {
  const { current } = (await staff.call('GET', `production/run/${code}/inspection`)) as { current: PlannedInspection }
  return current
}

/** Reports every open step before the inspection as done, all pieces good. */
export async function finishMaking(staff: Staff, orderId: string): Promise<void> {
  const { runs } = (await staff.call('GET', `order/${orderId}/production`)) as {
    runs: { steps: { id: string; state: string; quantity: number; good: number; scrap: number }[] }[]
  }
  let arrived = runs[0]?.steps[0]?.quantity ?? 0
  for (const { id, state, good, scrap } of runs[0]?.steps.slice(0, -2) ?? []) {
    const done = { key: randomUUID(), report: 'done', good: arrived - good - scrap }
    if (state !== 'done') await staff.call('POST', `production/step/${id}/report`, done)
    arrived -= scrap
  }
}

/** Makes, inspects and packs the pieces of an order's only line, all good. */
export async function makeAndInspect(staff: Staff, orderId: string): Promise<string> {
  await finishMaking(staff, orderId)
  const { runs } = (await staff.call('GET', `order/${orderId}/production`)) as {
    runs: { code: string; quantity: number; steps: { id: string }[] }[]
  }
  const [run] = runs
  if (!run) throw new Error('an order in production has a run')

  await inspectAsGood(staff, run.code)
  const packed = { key: randomUUID(), report: 'done', good: run.quantity }
  await staff.call('POST', `production/step/${run.steps.at(-1)?.id}/report`, packed)
  return run.code
}

/** Records good values for every check, and concludes. */
export async function inspectAsGood(staff: Staff, code: string): Promise<void> {
  const { round, sampleSize, characteristics } = await plannedInspection(staff, code)
  const values = characteristics.flatMap(({ key: characteristic, method, isPerPiece, nominalMm }) => {
    const pieces = isPerPiece ? Array.from({ length: sampleSize }, (_, index) => index + 1) : [0]
    const verdict = method === 'measure' ? { valueMm: nominalMm } : { isGood: true }
    return pieces.map((piece) => ({ key: randomUUID(), characteristic, piece, ...verdict }))
  })

  await staff.call('POST', `production/run/${code}/inspection/value`, { round, values })
  await staff.call('POST', `production/run/${code}/inspection/conclusion`, { key: randomUUID(), round })
}
