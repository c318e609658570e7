import type { DisputeView } from '@cotation/contracts'
import { sendActionMail, sendStaffMail } from '#core/action-mail.ts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { findRecipient } from '#core/recipient.ts'
import { lockOrder } from '#features/order/order.service.ts'
import { moneyText } from '#src/papers/paper-words.ts'
import {
  type DisputeRow,
  isUnshipped,
  listOrdersPaidFromBalance,
  listStoppedOrders,
  readDisputes,
  releaseDisputeRow,
  setStop,
} from './dispute.repository.ts'
import { listDisputesOf, type ReloadDisputeRow } from './intent/reload-dispute.repository.ts'

const missingMinor = ({ disputed_minor, frozen_minor }: Pick<ReloadDisputeRow, 'disputed_minor' | 'frozen_minor'>) =>
  Number(disputed_minor) - Number(frozen_minor)

/**
 * Stops the orders that were paid from a disputed reload, or lets them go on once it is won, and tells
 * customer and staff. In transactions of its own: orders are locked before reloads.
 */
export async function followDisputes(deps: Deps, { intentId }: { intentId: string }): Promise<void> {
  for (const dispute of await listDisputesOf(deps.db, intentId)) {
    if (dispute.outcome === 'won') await resumeOrders(deps, dispute.id)
    if (dispute.outcome === null) await stopOrders(deps, dispute)

    await mailCustomer(deps, dispute)
    if (dispute.outcome === null) await mailStaff(deps, dispute)
  }
}

/** Newest orders first, until they cover what was spent of the disputed amount. */
async function stopOrders(deps: Deps, dispute: ReloadDisputeRow): Promise<void> {
  let leftMinor = missingMinor(dispute)
  const { customer_id: customerId, intent_id: intentId } = dispute

  for (const { id, paidMinor, stoppedBy } of await listOrdersPaidFromBalance(deps.db, { customerId, intentId })) {
    if (leftMinor <= 0) return
    if (stoppedBy !== null && stoppedBy !== dispute.id) continue

    const isStopped = await deps.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, id)
      if (!isUnshipped(order.status)) return false
      await setStop(trx, id, dispute.id)
      return true
    })
    if (isStopped) leftMinor -= paidMinor
  }
}

async function resumeOrders(deps: Deps, disputeId: string): Promise<void> {
  for (const { id } of await listStoppedOrders(deps.db, disputeId))
    await deps.db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, id)
      if (order.stopped_by === disputeId) await setStop(trx, id, null)
    })
}

async function mailCustomer(deps: Deps, dispute: ReloadDisputeRow): Promise<void> {
  const recipient = await findRecipient(deps.db, dispute.customer_id)
  const [known] = await readDisputes(deps.db, { id: dispute.id, limit: 1 })
  if (!recipient || !known) return

  const { email, username, language } = recipient
  const kind = dispute.outcome === null ? 'reload-disputed' : `reload-dispute-${dispute.outcome}`
  const usd = (minor: number) => moneyText(minor, 'USD', language)

  await sendActionMail(deps, {
    kind,
    to: email,
    userName: username,
    language,
    repliesTo: 'manager',
    path: '/user/account/balance',
    values: {
      number: known.number,
      amount: usd(Number(dispute.disputed_minor)),
      frozen: usd(Number(dispute.frozen_minor)),
      hasMissing: missingMinor(dispute) > 0 ? 'yes' : 'no',
    },
    idempotencyKey: `${kind} ${dispute.id}`,
  })
}

/** In French, as all mails to the company. */
async function mailStaff(deps: Deps, dispute: ReloadDisputeRow): Promise<void> {
  const [known] = await readDisputes(deps.db, { id: dispute.id, limit: 1 })
  if (!known) return

  const usd = (minor: number | string) => moneyText(Number(minor), 'USD', 'fr')
  const stopped = known.stopped_orders.length === 0 ? 'aucune' : known.stopped_orders.join(', ')
  await sendStaffMail(deps, {
    kind: 'dispute-opened',
    subject: `Litige sur le rechargement ${known.number}`,
    text: [
      `Client : ${known.email}`,
      `Montant contesté : ${usd(dispute.disputed_minor)}`,
      `Montant bloqué : ${usd(dispute.frozen_minor)}`,
      `Commandes arrêtées : ${stopped}`,
      `Litige chez le prestataire : ${dispute.provider_id}`,
    ].join('\n'),
    idempotencyKey: `dispute-opened ${dispute.id}`,
  })
}

const maxListed = 100

/** Disputes that still have consequences, oldest first. */
export async function listDisputes({ db }: Pick<Deps, 'db'>): Promise<DisputeView[]> {
  return (await readDisputes(db, { limit: maxListed })).map(viewOf)
}

/** Lifts the consequences of a dispute: a person takes the risk. */
export async function releaseDispute(
  deps: Deps,
  disputeId: string,
  { staffId, reason }: { staffId: string; reason: string },
): Promise<DisputeView> {
  await deps.db.transaction().execute(async (trx) => {
    const isReleased = await releaseDisputeRow(trx, disputeId, { staffId, reason, now: deps.clock() })
    if (!isReleased) return

    const stopped = await listStoppedOrders(trx, disputeId)
    await recordAudit(trx, {
      staffId,
      action: 'dispute.released',
      subject: { kind: 'dispute', id: disputeId },
      before: { isReleased: false, stoppedOrderIds: stopped.map(({ id }) => id) },
      after: { isReleased: true, stoppedOrderIds: [] },
      reason,
    })
  })
  await resumeOrders(deps, disputeId)

  const [row] = await readDisputes(deps.db, { id: disputeId, limit: 1 })
  if (!row) throw new AppError('NOT_FOUND')
  return viewOf(row)
}

function viewOf(row: DisputeRow): DisputeView {
  return {
    id: row.id,
    customerId: row.customer_id,
    customerEmail: row.email,
    reloadNumber: row.number,
    disputedMinor: Number(row.disputed_minor),
    frozenMinor: Number(row.frozen_minor),
    stoppedOrders: row.stopped_orders,
    openedAt: row.opened_at.toISOString(),
    outcome: row.outcome,
    releasedAt: row.released_at?.toISOString() ?? null,
  }
}
