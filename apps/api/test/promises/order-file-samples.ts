import { meshKey, partKey } from '#features/upload/records/storage-keys.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { cubeMesh } from '#test/quote/cube-mesh.ts'
import { anUploadOf } from '#test/quote/quotes.ts'
import { rowOf, updateRows } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** A paid order whose file and drawing are stored. */
async function anOrderWithFile(
  app: TestApp,
  browser: Browser,
): Promise<{ customerId: string; orderId: string; lineId: string; uploadId: string; drawingId: string }> {
  const customerId = await customerOf(app, browser)
  const { id: orderId } = await anOrderIn(app, customerId, 'paid')
  const { id: lineId, upload_id: uploadId, ordered } = await rowOf(app, 'order_line', { order_id: orderId })
  const { sha256, analysis_id } = await rowOf(app, 'upload', { id: uploadId })
  await app.deps.files.put(partKey(String(sha256)), Buffer.from('solid'), { contentType: 'model/stl' })
  await app.deps.files.put(meshKey(String(analysis_id), 0), Buffer.from(cubeMesh()), { contentType: 'model/stl' })

  const name = 'drawing.pdf'
  const drawingId = await anUploadOf(app, browser, { purpose: 'attachment', name })
  await updateRows(app, 'upload', { id: drawingId }, { sha256 })
  const attachments = [{ uploadId: drawingId, name }]
  await updateRows(app, 'order_line', { id: lineId }, { ordered: JSON.stringify({ ...ordered, attachments }) })

  return { customerId, orderId, lineId, uploadId, drawingId }
}

export const orderFileSamples = routeSamples(anOrderWithFile, {
  'GET /global/staff/order/{orderId}/document/{kind}': ({ orderId }) => ({ params: { orderId, kind: 'pro-forma' } }),
  'GET /global/staff/order/{orderId}/file': ({ orderId }) => ({ params: { orderId } }),
  'GET /global/staff/order/{orderId}/line/{lineId}/mesh': ({ orderId, lineId }) => ({ params: { orderId, lineId } }),
  'GET /global/staff/order/{orderId}/file/{uploadId}': ({ orderId, uploadId }) => ({ params: { orderId, uploadId } }),
  'GET /global/staff/customer/{customerId}/file/{uploadId}': ({ customerId, uploadId }) => ({
    params: { customerId, uploadId },
  }),
  'GET /global/staff/order/{orderId}/drawing/{uploadId}': ({ orderId, drawingId }) => ({
    params: { orderId, uploadId: drawingId },
  }),
})
