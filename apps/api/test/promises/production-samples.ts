import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { addStepPhoto, anOrderInProduction, storeMesh } from '#test/orders/production.ts'
import { rowOf } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** An order in production with the first step of its run. */
async function aRun(app: TestApp, browser: Browser) {
  const { id: orderId } = await anOrderInProduction(app, await customerOf(app, browser))
  await storeMesh(app, orderId)
  const { id: runId, code } = await rowOf(app, 'production_run', { order_id: orderId })
  const { id: stepId } = await rowOf(app, 'production_step', { run_id: runId, position: 0 })
  const photoId = await addStepPhoto(await aStaffBrowser(app, 'operator'), stepId)
  return { orderId, code, stepId, photoId }
}

export const productionSamples = routeSamples(aRun, {
  'GET /global/staff/order/{orderId}/production': ({ orderId }) => ({ params: { orderId } }),
  'GET /global/staff/production/run/{code}': ({ code }) => ({ params: { code } }),
  'GET /global/staff/production/run/{code}/traveller': ({ code }) => ({ params: { code } }),
  'GET /global/staff/production/run/{code}/mesh': ({ code }) => ({ params: { code } }),
  'POST /global/staff/production/step/{stepId}/report': ({ stepId }) => ({
    params: { stepId },
    body: {
      key: randomUUID(),
      report: 'done',
      agoSeconds: 60,
      good: 8,
      rework: 1,
      scrap: 1,
      reason: 'surface',
    },
  }),
  'POST /global/staff/production/step/{stepId}/photo/{photoId}': ({ stepId }) => ({
    params: { stepId, photoId: randomUUID() },
  }),
  'DELETE /global/staff/production/step/{stepId}/photo/{photoId}': ({ stepId, photoId }) => ({
    params: { stepId, photoId },
  }),
  'GET /global/staff/production/photo/{photoId}': ({ photoId }) => ({ params: { photoId } }),
  'GET /global/staff/list/production': ({ orderId }) => ({ query: { order: `in:${orderId}`, sort: '-stepDay' } }),
  'GET /global/staff/list/production/export': () => ({ query: { state: 'in:ready', columns: 'code,station' } }),
})
