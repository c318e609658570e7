import { html } from '@cotation/html'
import type { Deps } from '#core/deps.ts'
import type { JobDefinition } from '#jobs/jobs.ts'
import { sendActionMail } from '#src/mails/action-mail.ts'
import { type ExpertMailKind, type ExpertMailRequest, expertMailQueue } from './expert-mail.ts'
import { findForMail } from './manual-quote.repository.ts'

export function expertJobs(deps: Deps): readonly JobDefinition<never>[] {
  return [{ ...expertMailQueue, run: (request: ExpertMailRequest) => sendExpertMail(deps, request) }]
}

type Asked = NonNullable<Awaited<ReturnType<typeof findForMail>>>

const stateOf: Record<ExpertMailKind, Asked['state']> = {
  'expert-asked': 'asked',
  'expert-answered': 'answered',
  'expert-declined': 'declined',
}

/** A question that was taken back, or answered meanwhile, is not announced any more. */
async function sendExpertMail(deps: Deps, { kind, manualQuoteId }: ExpertMailRequest): Promise<void> {
  const asked = await findForMail(deps.db, manualQuoteId)
  if (asked?.state !== stateOf[kind]) return
  await (kind === 'expert-asked' ? tellShop(deps, asked) : tellAsker(deps, kind, asked))
}

/** What staff need to find and judge the part, and nothing of who asks: the customer's words go as text, never into a header. */
async function tellShop(deps: Deps, { id, line_id, question, service, configuration }: Asked): Promise<void> {
  const values = {
    line: line_id,
    service,
    question,
    material: configuration?.materialId ?? '—',
    quantity: configuration?.quantity ?? 1,
  }
  const text = deps.texts('fr', 'mail', 'expert-asked.body', values)
  await deps.mail.send({
    to: deps.config.brand.email,
    subject: deps.texts('fr', 'mail', 'expert-asked.subject', values),
    text,
    html: html`<pre style="white-space:pre-wrap">${text}</pre>`.markup,
    language: 'fr',
    kind: 'expert-asked',
    idempotencyKey: `expert-asked ${id}`,
  })
}

async function tellAsker(deps: Deps, kind: 'expert-answered' | 'expert-declined', asked: Asked): Promise<void> {
  const { id, email, language, name, note, project_id, unit_minor, working_days } = asked
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  await sendActionMail(deps, {
    kind,
    to: email,
    language,
    path: `/quote/${project_id}`,
    values: {
      part: name,
      unit: money.format(Number(unit_minor ?? 0) / 100),
      days: working_days ?? 0,
      note,
      hasNote: note === '' ? 'no' : 'yes',
    },
    idempotencyKey: `${kind} ${id}`,
  })
}
