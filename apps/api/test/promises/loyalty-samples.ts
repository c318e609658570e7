import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { anOrderIn } from '#test/orders/order-status.ts'
import { aPicture } from '#test/pictures.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** A reviewed order with a photo. */
async function reviewOf(app: TestApp, browser: Browser) {
  const { id: orderId } = await anOrderIn(app, await customerOf(app, browser), 'delivered', { points: 0 })
  const review = { stars: 5, workmanship: 4, product: 3, service: 2, logistics: 1, comment: '' }
  await browser.call('POST /global/order/{orderId}/review', { params: { orderId }, body: review })

  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await aPicture({ format: 'png' }))]), 'a.png')
  await browser.fetch(`/gateway/global/order/${orderId}/review/photo`, { method: 'POST', body: form })
  const { data } = await browser.call('GET /global/order/{orderId}', { params: { orderId } })
  const [photoId] = data.review?.photoIds ?? []
  if (photoId === undefined) throw new Error('the review has no photo')

  return { orderId, photoId }
}

export const loyaltySamples = routeSamples(reviewOf, {
  'POST /global/loyalty/task/{taskId}': () => ({ params: { taskId: 'profile' } }),
  'POST /global/loyalty/exchange': () => ({ body: { offerId: 'ex-5', submissionKey: randomUUID() } }),
  'POST /global/order/{orderId}/review/photo': ({ orderId }) => ({ params: { orderId } }),
  'GET /global/order/{orderId}/review/photo/{photoId}': (own) => ({ params: own }),
})

export const loyaltyStaffSamples = routeSamples(reviewOf, {
  'GET /global/staff/loyalty/without-manager': () => ({ query: { page: '1', pageSize: '20' } }),
  'GET /global/staff/order/{orderId}/review/photo/{photoId}': (own) => ({ params: own }),
})
