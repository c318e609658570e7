import { sendActionMail, sendStaffMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { mailRetries } from '#core/jobs.ts'
import { countLeftToDigest, findForMail, isLeftToDigest } from '#features/quote/rows/manual-quote.repository.ts'

/** Mails about expert prices: to staff when a customer asks, to the customer when answered. */
export const expertMailQueue = { name: 'quote-expert-mail', ...mailRetries } as const

type ExpertMailKind = 'expert-asked' | 'expert-answered' | 'expert-declined'

export interface ExpertMailRequest {
  kind: ExpertMailKind
  manualQuoteId: string
}

type Asked = NonNullable<Awaited<ReturnType<typeof findForMail>>>

const stateOf: Record<ExpertMailKind, Asked['state']> = {
  'expert-asked': 'asked',
  'expert-answered': 'answered',
  'expert-declined': 'declined',
}

/** Skips mails about a question that was withdrawn or answered in the meantime. */
export async function sendExpertMail(deps: Deps, { kind, manualQuoteId }: ExpertMailRequest): Promise<void> {
  const asked = await findForMail(deps.db, manualQuoteId)
  if (asked?.state !== stateOf[kind]) return
  await (kind === 'expert-asked' ? mailStaff(deps, asked) : mailCustomer(deps, kind, asked))
}

/** Where staff answer: one question, or the list of them. */
const deskLink = ({ publicUrl }: Pick<Deps, 'publicUrl'>, lineId?: string) =>
  `${publicUrl}/manufacture/staff/experts${lineId === undefined ? '' : `/${lineId}`}`

/** Contains no personal data of the customer. */
async function mailStaff(deps: Deps, asked: Asked): Promise<void> {
  const { id, line_id, question, service, configuration, asked_at } = asked
  if (await isLeftToDigest(deps.db, { id, askedAt: asked_at })) return

  const values = {
    link: deskLink(deps, line_id),
    service,
    question,
    material: configuration?.materialId ?? '—',
    quantity: configuration?.quantity ?? 1,
  }
  await sendStaffMail(deps, {
    kind: 'expert-asked',
    subject: deps.texts('fr', 'mail', 'expert-asked.subject', values),
    text: deps.texts('fr', 'mail', 'expert-asked.body', values),
    idempotencyKey: `expert-asked ${id}`,
  })
}

async function mailCustomer(deps: Deps, kind: 'expert-answered' | 'expert-declined', asked: Asked): Promise<void> {
  const { id, email, language, name, note, project_id, unit_minor, working_days } = asked
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' })
  await sendActionMail(deps, {
    kind,
    to: email,
    language,
    repliesTo: 'manager',
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

const hourMs = 3_600_000

/** Tells staff once an hour how many questions got no mail of their own, if there are any. */
export async function sendExpertDigest(deps: Deps): Promise<void> {
  const now = deps.clock()
  const count = await countLeftToDigest(deps.db, new Date(now.getTime() - hourMs))
  if (count === 0) return

  const values = { count, link: deskLink(deps) }
  await sendStaffMail(deps, {
    kind: 'expert-digest',
    subject: deps.texts('fr', 'mail', 'expert-digest.subject', values),
    text: deps.texts('fr', 'mail', 'expert-digest.body', values),
    idempotencyKey: `expert-digest ${Math.floor(now.getTime() / hourMs)}`,
  })
}
