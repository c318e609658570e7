import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import { insertRow } from '#test/rows.ts'
import { routeSamples } from './route-samples.ts'

/** A contact message that waits for an answer. */
async function aContactMessage(app: TestApp): Promise<{ messageId: string; holderId: string }> {
  const messageId = await insertRow(app.deps.db, 'contact_message', {
    name: 'Zoé',
    email: 'zoe@example.com',
    topic: 'quote',
    message: 'Bonjour',
    language: 'fr',
    created_at: app.clock.now,
  })
  return { messageId, holderId: randomUUID() }
}

const taskOf = ({ messageId }: { messageId: string }) => ({
  params: { kind: 'contact-message', subjectId: messageId },
})

export const todaySamples = routeSamples(aContactMessage, {
  'GET /global/staff/today': () => ({ query: { kind: 'contact-message', holder: 'all' } }),
  'POST /global/staff/today/live': () => ({}),
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
