import type { ClaimState } from '@cotation/domain'
import { sendActionMail, sendStaffMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { findRecipient } from '#core/recipient.ts'
import { loadTranslator } from '#core/texts.ts'
import type { Trx } from '#db/database.ts'
import { moneyText } from '#src/papers/paper-words.ts'
import { findEventToMail } from './claim.repository.ts'

type MailDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'publicUrl' | 'texts'>

/** Mails about claims. Retries for a day, like mails about orders. */
export const claimMailQueue = { name: 'after-sale-mail', mayWait: true, retryLimit: 3000, retryDelayMax: 30 } as const

export interface ClaimMailRequest {
  eventId: string
}

/** Enqueues the mails about an event in the transaction that makes it. */
export async function enqueueClaimMail({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, eventId: string): Promise<void> {
  await jobs.enqueue(trx, claimMailQueue.name, { eventId })
}

type MailedEvent = NonNullable<Awaited<ReturnType<typeof findEventToMail>>>

const customerKinds: Partial<Record<ClaimState, string>> = {
  question: 'after-sale-question',
  accepted: 'after-sale-accepted',
  rejected: 'after-sale-rejected',
  refunded: 'after-sale-refunded',
  credited: 'after-sale-credited',
}

/** The kind of mail to the customer. What the customer did is not mailed, except the first step. */
function customerKind({ from_state, to_state }: MailedEvent): string | undefined {
  return from_state === null ? 'after-sale-received' : customerKinds[to_state]
}

/** Tells the customer what staff decided, and staff what the customer wrote. */
export async function sendClaimMail(deps: MailDeps, { eventId }: ClaimMailRequest): Promise<void> {
  const event = await findEventToMail(deps.db, eventId)
  if (!event) return

  if (event.to_state === 'open') await mailStaff(deps, event)

  const kind = customerKind(event)
  if (kind) await mailCustomer(deps, kind, event)
}

/** In the language of the order. */
async function mailCustomer(deps: MailDeps, kind: string, event: MailedEvent): Promise<void> {
  const recipient = await findRecipient(deps.db, event.customerId)
  if (!recipient) return

  const { claimId, number, poNumber, language, text, workOrderNumber, settledMinor } = event
  await sendActionMail(deps, {
    kind,
    to: recipient.email,
    userName: recipient.username,
    language,
    repliesTo: 'manager',
    path: `/user/order/after-sale?claim=${claimId}`,
    poNumber,
    values: {
      number,
      text,
      hasText: text === '' ? 'no' : 'yes',
      workOrder: workOrderNumber ?? '',
      amount: moneyText(Number(settledMinor ?? 0), 'USD', language),
    },
    idempotencyKey: `after-sale ${event.id}`,
  })
}

/** Contains no personal data of the customer besides the text. */
async function mailStaff(
  deps: MailDeps,
  { id, claimId, number, reason, text, from_state }: MailedEvent,
): Promise<void> {
  const kind = from_state === null ? 'after-sale-opened' : 'after-sale-answered'
  const translate = await loadTranslator('fr', 'after-sale')
  const link = `${deps.publicUrl}/manufacture/staff/claims/${claimId}`
  const values = { link, number, reason: translate(`reason.${reason}`), text }
  await sendStaffMail(deps, {
    kind,
    subject: deps.texts('fr', 'mail', `${kind}.subject`, values),
    text: deps.texts('fr', 'mail', `${kind}.body`, values),
    idempotencyKey: `after-sale staff ${id}`,
  })
}
