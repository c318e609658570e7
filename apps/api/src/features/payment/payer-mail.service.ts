import { sendActionMail } from '#core/action-mail.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { dayText, moneyText } from '#src/papers/paper-words.ts'
import { readBillStanding } from './bill-standing.service.ts'
import { getIntent } from './intent/intent.repository.ts'
import { getPayableNumber } from './intent/payable.repository.ts'
import type { PayerReceiptRequest } from './intent/payer-receipt.ts'
import { findRefund } from './refund.repository.ts'

/** Mails to holders of payment links about money that goes back to them. */
export const payerMailQueue = { name: 'payer-mail', mayWait: true, retryLimit: 100 } as const

export interface PayerMailRequest {
  refundId: string
  /** `owed`: it will be returned; `sent`: a transfer was returned. */
  about: 'owed' | 'sent'
}

/** Enqueues the mail in the transaction that decides about the money. */
export async function enqueuePayerMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  request: PayerMailRequest,
): Promise<void> {
  await jobs.enqueue(trx, payerMailQueue.name, request)
}

/** Tells the payer what comes back and how. Nothing is sent if the link was not mailed to an address. */
export async function sendPayerMail(deps: Deps, { refundId, about }: PayerMailRequest): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund) return

  const intent = await getIntent(deps.db, refund.intent_id)
  if (intent.payer_email === '') return

  const { brand } = deps.config
  const language = intent.payer_language

  await sendActionMail(deps, {
    kind: `payer-return-${about}`,
    to: intent.payer_email,
    language,
    repliesTo: 'sender',
    path: `/contact?lang=${language}`,
    values: {
      number: await getPayableNumber(deps.db, intent),
      amount: moneyText(Number(refund.amount_minor), intent.currency, language),
      method: intent.method,
      bankTransactionId: refund.bank_transaction_id ?? '',
      seller: `${brand.legalEntity}, ${brand.address}`,
      email: brand.email,
    },
    idempotencyKey: `payer-return ${refundId} ${about}`,
  })
}

/**
 * The proof of payment of a person without an account, in the language of the page on which that
 * person paid. It names what the page shows: number, amount and seller, nothing about the customer.
 */
export async function sendPayerReceipt(deps: Deps, { intentId }: PayerReceiptRequest): Promise<void> {
  const intent = await getIntent(deps.db, intentId)
  if (intent.payer_email === '') return

  const { brand } = deps.config
  const language = intent.payer_language
  // A transfer that was too low may count for a part.
  const { number, dueMinor } = await readBillStanding(deps, intent)

  await sendActionMail(deps, {
    kind: 'payer-receipt',
    to: intent.payer_email,
    language,
    repliesTo: 'sender',
    path: `/contact?lang=${language}`,
    values: {
      number,
      amount: moneyText(Number(intent.captured_minor), intent.currency, language),
      method: intent.method,
      date: dayText(intent.closed_at ?? intent.created_at, language),
      hasDue: dueMinor > 0 ? 'yes' : 'no',
      due: moneyText(dueMinor, 'USD', language),
      seller: `${brand.legalEntity}, ${brand.address}`,
    },
    idempotencyKey: `payer-receipt ${intentId}`,
  })
}
