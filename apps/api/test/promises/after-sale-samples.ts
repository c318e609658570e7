import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser } from '#test/builders.ts'
import { aClaim, aClaimBody, aDeliveredOrder, anAcceptedClaim, aPhoto } from '#test/orders/claims.ts'
import { cubeMesh } from '#test/quote/cube-mesh.ts'
import { rowOf } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** A delivered order of the browser's customer with claims in several states. */
async function claimsOf(app: TestApp, browser: Browser) {
  const customerId = await customerOf(app, browser)
  const staff = await aStaffBrowser(app)
  const delivered = { ...(await aDeliveredOrder(app, customerId, { quantity: 20 })), browser }
  const [lineId = ''] = delivered.lineIds

  const { upload_id } = await rowOf(app, 'order_line', { id: lineId })
  const { analysis_id } = await rowOf(app, 'upload', { id: upload_id })
  await app.deps.files.put(`meshes/${analysis_id}-0`, Buffer.from(cubeMesh()), {
    contentType: 'application/octet-stream',
  })

  const photoId = await aPhoto(browser)
  const { id: openId } = await aClaim(delivered, { photoIds: [photoId] })
  const { id: askedId } = await aClaim(delivered)
  await staff.call('POST /global/staff/afterSale/{claimId}/question', {
    params: { claimId: askedId },
    body: { text: 'Une photo ?' },
  })
  const { claim, ...numbers } = await anAcceptedClaim(staff, delivered)

  return {
    order: { orderId: delivered.order.id },
    lineId,
    photoId,
    open: { claimId: openId },
    asked: { claimId: askedId },
    accepted: { claimId: claim.id },
    numbers,
    body: await aClaimBody(delivered, { lines: [{ lineId, quantity: 1, place: [0.5, 0.5, 0.5] }] }),
    answerPhotoId: await aPhoto(browser),
  }
}

export const afterSaleSamples = routeSamples(claimsOf, {
  'GET /global/afterSale/claim': () => ({ query: { page: '1', pageSize: '20' } }),
  'GET /global/afterSale/claim/{claimId}': ({ open }) => ({ params: open }),
  'GET /global/afterSale/order/{orderId}': ({ order }) => ({ params: order }),
  'GET /global/afterSale/order/{orderId}/line/{lineId}/mesh': ({ order, lineId }) => ({
    params: { ...order, lineId },
  }),
  'POST /global/afterSale/order/{orderId}/claim': ({ order, body }) => ({ params: order, body }),
  'POST /global/afterSale/claim/{claimId}/answer': ({ asked, answerPhotoId }) => ({
    params: asked,
    body: { text: 'Voilà', photoIds: [answerPhotoId] },
  }),
  'POST /global/afterSale/claim/{claimId}/withdraw': ({ open }) => ({ params: open }),
  'GET /global/afterSale/photo/{photoId}': ({ photoId }) => ({ params: { photoId } }),
  'GET /global/afterSale/workOrder': ({ numbers }) => ({ query: numbers }),
  'POST /global/afterSale/order': ({ numbers, lineId }) => ({
    body: { ...numbers, lines: [{ lineId, quantity: 1 }] },
  }),
})

export const afterSaleStaffSamples = routeSamples(claimsOf, {
  'GET /global/staff/afterSale': () => ({ query: { state: 'open', page: '1', pageSize: '20' } }),
  'GET /global/staff/afterSale/{claimId}': ({ open }) => ({ params: open }),
  'GET /global/staff/afterSale/{claimId}/evidence': ({ open }) => ({ params: open }),
  'GET /global/staff/afterSale/photo/{photoId}': ({ photoId }) => ({ params: { photoId } }),
  'POST /global/staff/afterSale/{claimId}/accept': ({ open }) => ({ params: open, body: { text: 'Accepté' } }),
  'POST /global/staff/afterSale/{claimId}/question': ({ open }) => ({ params: open, body: { text: 'Une photo ?' } }),
  'POST /global/staff/afterSale/{claimId}/reject': ({ open }) => ({ params: open, body: { reason: 'Conforme' } }),
  'POST /global/staff/afterSale/{claimId}/settle': ({ asked }) => ({
    params: asked,
    body: { by: 'credit', amountMinor: 1, reason: 'Geste' },
  }),
  'POST /global/staff/afterSale/{claimId}/order': ({ accepted, lineId }) => ({
    params: accepted,
    body: { lines: [{ lineId, quantity: 1 }] },
  }),
})
