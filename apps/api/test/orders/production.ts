import { randomUUID } from 'node:crypto'
import type { RunView, StepReportInput } from '@cotation/contracts'
import type { OrderRow } from '#db/order-rows.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aPicture } from '#test/pictures.ts'
import { cubeMesh } from '#test/quote/cube-mesh.ts'
import type { PartName } from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { anOrderIn, moveTo } from './order-status.ts'

/** An order in production, each line with that many pieces. */
export async function anOrderInProduction(
  app: TestApp,
  customerId: string,
  { quantity = 10, parts }: { quantity?: number; parts?: PartName[] } = {},
): Promise<OrderRow> {
  const order = await anOrderIn(app, customerId, 'in_review', parts ? { parts } : {})
  await updateRows(app, 'order_line', { order_id: order.id }, { quantity })
  return moveTo(app, order.id, 'in_production')
}

/** The runs of an order as staff see them. */
export async function runsOf(staff: Browser, orderId: string): Promise<RunView[]> {
  const { data } = await staff.call('GET /global/staff/order/{orderId}/production', { params: { orderId } })
  return data.runs
}

/** Reports a step; with a key of its own unless one is given. */
export function report(staff: Browser, stepId: string, body: Partial<StepReportInput>) {
  return staff.call('POST /global/staff/production/step/{stepId}/report', {
    params: { stepId },
    body: { key: randomUUID(), report: 'done', ...body },
  })
}

/** Finishes the first steps of a run, all pieces good. */
export async function finishSteps(staff: Browser, run: RunView, count: number): Promise<void> {
  for (const { id } of run.steps.slice(0, count)) await report(staff, id, { good: run.quantity })
}

/** Stores a model for the only line of an order. */
export async function storeMesh(app: TestApp, orderId: string): Promise<void> {
  const { upload_id } = await rowOf(app, 'order_line', { order_id: orderId })
  const { analysis_id } = await rowOf(app, 'upload', { id: upload_id })
  await app.deps.files.put(`meshes/${analysis_id}-0`, Buffer.from(cubeMesh()), {
    contentType: 'application/octet-stream',
  })
}

/** Sends a photo of a step; with an id of its own unless one is given. */
export async function sendStepPhoto(staff: Browser, stepId: string, photoId: string = randomUUID()) {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await aPicture({ format: 'jpeg' }))]), 'piece.jpg')
  const path = `/gateway/global/staff/production/step/${stepId}/photo/${photoId}`
  return { photoId, response: await staff.fetch(path, { method: 'POST', body: form }) }
}

export async function addStepPhoto(staff: Browser, stepId: string): Promise<string> {
  const { photoId, response } = await sendStepPhoto(staff, stepId)
  if (response.status !== 200) throw new Error(await response.text())
  return photoId
}
