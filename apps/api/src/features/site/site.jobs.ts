import { html } from '@cotation/html'
import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#core/jobs.ts'
import { getContactMessage } from './site.repository.ts'
import { contactJob } from './site.service.ts'

export function siteJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ name: contactJob, retryLimit: 8, run: (payload: { id: string }) => forwardContact(deps, payload.id) }]
}

/** The message goes into the body as text, never as markup or into a header (ABU-5). */
async function forwardContact(deps: Deps, id: string): Promise<void> {
  const message = await getContactMessage(deps.db, id)
  const text = [`${message.name} <${message.email}>`, message.topic, '', message.message].join('\n')
  await deps.mail.send({
    to: deps.config.brand.email,
    subject: deps.texts('fr', 'mail', 'contact.subject', { topic: message.topic }),
    text,
    html: html`<pre style="white-space:pre-wrap">${text}</pre>`.markup,
    language: 'fr',
    kind: 'contact',
    idempotencyKey: `contact ${id}`,
  })
}
