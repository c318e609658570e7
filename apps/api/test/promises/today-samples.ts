import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import { insertRow } from '#test/rows.ts'
import { customerOf } from './customers.ts'
import { routeSamples } from './route-samples.ts'

/** A contact message that waits for an answer, and an order that a screen shows. */
async function shownToday(app: TestApp, browser: Browser) {
  const messageId = await insertRow(app.deps.db, 'contact_message', {
    name: 'Zoé',
    email: 'zoe@example.com',
    topic: 'quote',
    message: 'Bonjour',
    language: 'fr',
    created_at: app.clock.now,
  })
  const { id: orderId } = await aPlacedOrder(app, await customerOf(app, browser))
  return { messageId, holderId: randomUUID(), orderId }
}

const taskOf = ({ messageId }: { messageId: string }) => ({
  params: { kind: 'contact-message', subjectId: messageId },
})

export const todaySamples = routeSamples(shownToday, {
  'GET /global/staff/today': () => ({ query: { kind: 'contact-message', holder: 'all' } }),
  'POST /global/staff/today/live': ({ orderId }) => ({ body: { orderIds: [orderId] } }),
  'POST /global/staff/today/{kind}/{subjectId}/hold': taskOf,
  'POST /global/staff/today/{kind}/{subjectId}/release': taskOf,
  'POST /global/staff/today/{kind}/{subjectId}/take-over': (own) => ({
    ...taskOf(own),
    body: { reason: 'Congé', holderId: own.holderId },
  }),
  'POST /global/staff/today/{kind}/{subjectId}/done': (own) => ({ ...taskOf(own), body: { seenId: own.messageId } }),
  'GET /global/staff/contact-message/{messageId}': ({ messageId }) => ({ params: { messageId } }),
  'GET /global/staff/me/notices': () => ({}),
  'PATCH /global/staff/me/notices': () => ({
    body: { language: 'en', choices: [{ kind: 'claim', notice: 'never' }] },
  }),
})
