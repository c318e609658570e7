import type { Currency } from '@cotation/domain'
import { type ActionMail, sendActionMails } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import { findRecipient } from '#core/recipient.ts'
import type { Trx } from '#db/database.ts'
import type { PaymentIntentRow } from '#db/order-rows.ts'
import { payableRefOf } from '#src/money/payable-ref.ts'
import { moneyText } from '#src/papers/paper-words.ts'
import { readBillStanding } from './bill-standing.service.ts'
import { getIntent } from './intent/intent.repository.ts'
import { getReceipt, type ReceiptRow } from './methods/bank-receipt.repository.ts'

/** Mails about what staff decided on a transfer that did not match its payment. */
export const transferMailQueue = { name: 'transfer-mail', mayWait: true, retryLimit: 100 } as const

export interface TransferMailRequest {
  receiptId: string
}

/** Enqueues the mail in the transaction that decides. */
export async function enqueueTransferMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  request: TransferMailRequest,
): Promise<void> {
  await jobs.enqueue(trx, transferMailQueue.name, request)
}

/**
 * Tells the customer that a transfer counts in part, is on the balance or is sent back, in the
 * language of the order, or of the profile if it was for a reload. The last also tells the holder of a
 * link who made it. The mail about a paid bill already tells of a counted transfer that completes it.
 */
export async function sendTransferMail(deps: Deps, { receiptId }: TransferMailRequest): Promise<void> {
  const receipt = await getReceipt(deps.db, receiptId)
  const kind = mailKinds[receipt.state]
  if (!kind || receipt.intent_id === null) return

  const intent = await getIntent(deps.db, receipt.intent_id)
  const { number, dueMinor, language: orderLanguage } = await readBillStanding(deps, intent)
  const isBill = orderLanguage !== null
  if (kind === 'transfer-counted' && isBill && dueMinor === 0) return

  const mails: ActionMail[] = []
  const customer = await findRecipient(deps.db, intent.customer_id)
  const mail = { kind, idempotencyKey: `transfer ${receiptId} ${receipt.state}` }
  const values = { number, dueMinor }

  if (customer) {
    const language = orderLanguage ?? customer.language
    mails.push({
      ...mail,
      to: customer.email,
      userName: customer.username,
      language,
      repliesTo: 'manager',
      path: customerPath(intent),
      values: mailValues(receipt, values, language),
    })
  }

  if (kind === 'transfer-returned' && intent.payer_email !== '') {
    const language = intent.payer_language
    mails.push({
      ...mail,
      to: intent.payer_email,
      language,
      repliesTo: 'sender',
      path: `/contact?lang=${language}`,
      values: mailValues(receipt, { number, dueMinor: 0 }, language),
      idempotencyKey: `${mail.idempotencyKey} payer`,
    })
  }

  const failed = (await sendActionMails(deps, mails)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

const mailKinds: Readonly<Partial<Record<ReceiptRow['state'], string>>> = {
  matched: 'transfer-counted',
  'to-balance': 'transfer-to-balance',
  returned: 'transfer-returned',
}

/** Where the customer pays the rest or sees the balance. */
function customerPath(intent: PaymentIntentRow): string {
  const { kind, id } = payableRefOf(intent)
  if (kind === 'order') return `/user/order/detail/${id}`
  if (kind === 'additional-cost') return `/user/order/additional-cost?cost=${id}`
  return '/user/account/balance'
}

function mailValues(
  { amount_minor, currency, note }: ReceiptRow,
  { number, dueMinor }: { number: string; dueMinor: number },
  language: ActionMail['language'],
): Record<string, string> {
  return {
    number,
    received: moneyText(Number(amount_minor), currency as Currency, language),
    hasDue: dueMinor > 0 ? 'yes' : 'no',
    due: moneyText(dueMinor, 'USD', language),
    hasReason: note === '' ? 'no' : 'yes',
    reason: note,
  }
}
