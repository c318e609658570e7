import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { addInspectionPhoto, anInspectedRun, concludeAsGood, recordAll } from '#test/orders/inspection.ts'
import { rowOf } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** An order with a concluded inspection, and another whose inspection lacks its last value. */
async function inspectionsOf(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const operator = await aStaffBrowser(app, 'operator')
  const done = await anInspectedRun(app, operator, customerId)
  const photoId = await addInspectionPhoto(operator, done.code)
  await recordAll(operator, done.code)
  await concludeAsGood(operator, done.code)
  const { id: inspectionId } = await rowOf(app, 'inspection', { run_id: done.id })

  const open = await anInspectedRun(app, operator, customerId)
  const openPhotoId = await addInspectionPhoto(operator, open.code)
  const { id: stepId } = await rowOf(app, 'production_step', { run_id: open.id, position: 0 })
  return { done, open, photoId, openPhotoId, inspectionId, stepId }
}

export const inspectionSamples = routeSamples(inspectionsOf, {
  'GET /global/order/{orderId}/inspection': ({ done: { orderId } }) => ({ params: { orderId } }),
  'GET /global/inspection/photo/{photoId}': ({ photoId }) => ({ params: { photoId } }),
  'GET /global/inspection/{inspectionId}/report': ({ inspectionId }) => ({ params: { inspectionId } }),
})

export const inspectionStaffSamples = routeSamples(inspectionsOf, {
  'GET /global/staff/production/run/{code}/inspection': ({ open: { code } }) => ({ params: { code } }),
  'GET /global/staff/order/{orderId}/inspection': ({ done: { orderId } }) => ({ params: { orderId } }),
  'POST /global/staff/production/run/{code}/inspection/value': ({ open: { code } }) => ({
    params: { code },
    body: {
      round: 1,
      values: [{ key: randomUUID(), characteristic: 'size-length', piece: 1, valueMm: 12.5, corrects: randomUUID() }],
    },
  }),
  'POST /global/staff/production/run/{code}/inspection/photo/{photoId}': ({ open: { code } }) => ({
    params: { code, photoId: randomUUID() },
    query: { round: '1' },
  }),
  'DELETE /global/staff/production/run/{code}/inspection/photo/{photoId}': ({ open: { code }, openPhotoId }) => ({
    params: { code, photoId: openPhotoId },
  }),
  // The whole quantity goes back, which needs no values.
  'POST /global/staff/production/run/{code}/inspection/conclusion': ({ open: { code, quantity }, stepId }) => ({
    params: { code },
    body: {
      key: randomUUID(),
      round: 1,
      rework: quantity - 1,
      scrap: 1,
      backToStepId: stepId,
      reason: 'surface',
      note: 'Rayures',
    },
  }),
  'GET /global/staff/inspection/photo/{photoId}': ({ photoId }) => ({ params: { photoId } }),
  'GET /global/staff/inspection/{inspectionId}/report': ({ inspectionId }) => ({ params: { inspectionId } }),
})
