import type { PayerReturnView } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { withRetry } from '#db/with-retry.ts'
import { applyLockedFacts } from './intent/apply-facts.service.ts'
import { isPayerTransfer } from './intent/fact-postings.ts'
import { getIntent } from './intent/intent.repository.ts'
import { lockPayment } from './intent/payable.repository.ts'
import { enqueuePayerMail } from './payer-mail.service.ts'
import { type PayerReturnRow, readPayerReturns } from './payer-return.repository.ts'
import { findRefund, isTransferUsed, updateRefund } from './refund.repository.ts'
import { refundFact } from './request-refund.service.ts'

const maxListed = 100

/** What staff owe to holders of payment links who paid by transfer, oldest first. */
export async function listPayerReturns({ db }: Pick<Deps, 'db'>): Promise<PayerReturnView[]> {
  const rows = await readPayerReturns(db, { state: 'asked', limit: maxListed })
  return rows.map(viewOf)
}

function viewOf(row: PayerReturnRow): PayerReturnView {
  return {
    id: row.id,
    number: row.number,
    amountMinor: Number(row.amount_minor),
    currency: row.currency,
    usdMinor: Number(row.usd_minor),
    payerEmail: row.payer_email,
    receivedAs: row.received_as,
    reason: row.reason,
    askedAt: row.asked_at.toISOString(),
    bankTransactionId: row.bank_transaction_id,
    sentAt: row.done_at?.toISOString() ?? null,
  }
}

interface SentReturn {
  staffId: string
  bankTransactionId: string
}

/** Records that a member of staff has sent a payer's money back, and posts it. Once per return. */
export async function markReturnSent(deps: Deps, refundId: string, sent: SentReturn): Promise<PayerReturnView> {
  // Retried if the same id is recorded twice at a time: the second one then finds the first.
  await withRetry(() => deps.db.transaction().execute((trx) => sendLocked(deps, trx, refundId, sent)), {
    uniqueColumn: 'bank_transaction_id',
  })

  const [row] = await readPayerReturns(deps.db, { id: refundId, limit: 1 })
  if (!row) throw new AppError('NOT_FOUND')
  return viewOf(row)
}

async function sendLocked(
  deps: Deps,
  trx: Trx,
  refundId: string,
  { staffId, bankTransactionId }: SentReturn,
): Promise<void> {
  const found = await findRefund(trx, refundId)
  if (!found) throw new AppError('NOT_FOUND')

  const payment = await lockPayment(trx, await getIntent(trx, found.intent_id))
  if (!isPayerTransfer(payment.intent)) throw new AppError('NOT_FOUND')

  // Read again: another person may have sent it while we waited for the lock.
  const refund = await findRefund(trx, refundId)
  if (refund?.bank_transaction_id === bankTransactionId) return
  if (refund?.state !== 'asked') throw new AppError('RETURN_SENT')

  if (await isTransferUsed(trx, bankTransactionId)) throw new AppError('TRANSFER_USED')

  await updateRefund(trx, refundId, {
    state: 'done',
    done_at: deps.clock(),
    sent_by: staffId,
    bank_transaction_id: bankTransactionId,
  })

  const amounts = { amountMinor: Number(refund.amount_minor), usdMinor: Number(refund.usd_minor) }
  await applyLockedFacts(deps, trx, payment, [refundFact(payment.intent, { refundId, ...amounts })])
  await enqueuePayerMail(deps, trx, { refundId, about: 'sent' })
  await recordAudit(trx, {
    staffId,
    action: 'refund.returned',
    subject: { kind: 'refund', id: refundId },
    customerId: payment.intent.customer_id,
    before: { state: refund.state },
    after: { state: 'done', amountMinor: amounts.amountMinor, currency: payment.intent.currency },
  })
}
