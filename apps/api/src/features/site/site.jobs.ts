import { sendStaffMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { type JobDefinition, mailRetries } from '#core/jobs.ts'
import { getContactMessage } from './site.repository.ts'
import { contactJob } from './site.service.ts'

export function siteJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ name: contactJob, ...mailRetries, run: (payload: { id: string }) => forwardContact(deps, payload.id) }]
}

async function forwardContact(deps: Deps, id: string): Promise<void> {
  const message = await getContactMessage(deps.db, id)
  await sendStaffMail(deps, {
    kind: 'contact',
    subject: deps.texts('fr', 'mail', 'contact.subject', { topic: message.topic }),
    text: [`${message.name} <${message.email}>`, message.topic, '', message.message].join('\n'),
    idempotencyKey: `contact ${id}`,
  })
}
