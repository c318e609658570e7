import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { requestRefund } from '#features/payment/request-refund.service.ts'
import { post } from '#src/money/ledger.ts'
import { listOrderPayments, paidUsd } from '#src/money/order-payments.ts'
import { claimRefundKey } from '#src/money/order-returns.ts'
import { type ClaimRow, findAccepter, listClaimLines, listProducts, nextWorkOrderNumber } from './claim.repository.ts'
import { lockClaim, moveClaim } from './claim.service.ts'
import { claimValue } from './claim-view.service.ts'

type StaffDeps = Pick<Deps, 'catalogues' | 'clock' | 'config' | 'db' | 'jobs'>

interface Decision {
  claimId: string
  staffId: string
  text: string
}

/**
 * Accepts a claim and issues the number with which its after-sale order is placed. Of two colleagues
 * who accept it at once, the second is refused: the customer would not read what they wrote.
 */
export async function acceptClaim(deps: StaffDeps, { claimId, staffId, text }: Decision): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const { claim } = await lockClaim(trx, claimId)
    // A repeated call must not use up another number.
    if (claim.state === 'accepted' && (await findAccepter(trx, claimId)) === staffId) return

    const change = { work_order_number: await nextWorkOrderNumber(trx, now) }
    await moveClaim(deps, trx, claim, { to: 'accepted', actor: 'staff', staffId, text, change }, now)
    await recordDecision(trx, claim, 'accepted', { claimId, staffId, text })
  })
}

/** Asks the customer for more. */
export const askAboutClaim = (deps: StaffDeps, decision: Decision): Promise<void> => decide(deps, 'question', decision)

/** Rejects a claim; its parts can be claimed again. */
export const rejectClaim = (deps: StaffDeps, decision: Decision): Promise<void> => decide(deps, 'rejected', decision)

async function decide(
  deps: StaffDeps,
  to: 'question' | 'rejected',
  { claimId, staffId, text }: Decision,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { claim } = await lockClaim(trx, claimId)
    await moveClaim(deps, trx, claim, { to, actor: 'staff', staffId, text }, deps.clock())
    await recordDecision(trx, claim, to, { claimId, staffId, text })
  })
}

const actionOf = { accepted: 'claim.accepted', question: 'claim.questioned', rejected: 'claim.rejected' } as const

async function recordDecision(
  trx: Trx,
  claim: ClaimRow,
  to: keyof typeof actionOf,
  { claimId, staffId, text }: Decision,
): Promise<void> {
  await recordAudit(trx, {
    staffId,
    action: actionOf[to],
    subject: { kind: 'claim', id: claimId },
    before: { state: claim.state },
    after: { state: to },
    reason: text,
  })
}

interface Settlement {
  claimId: string
  staffId: string
  by: 'refund' | 'credit'
  amountMinor: number
  reason: string
}

const stateOf = { refund: 'refunded', credit: 'credited' } as const

/**
 * Settles a claim by money instead of new parts, for what its parts cost at most. A claim is
 * settled once: the same settlement again changes nothing and returns false.
 */
export async function settleClaim(deps: StaffDeps, trx: Trx, settlement: Settlement): Promise<boolean> {
  const { claimId, staffId, by, amountMinor, reason } = settlement
  const to = stateOf[by]
  const now = deps.clock()

  const { claim, order } = await lockClaim(trx, claimId)
  if (claim.state === to && Number(claim.settled_minor) === amountMinor) return false

  // Before the money moves: a state that forbids it must not depend on the payments.
  const change = { settled_minor: amountMinor }
  await moveClaim(deps, trx, claim, { to, actor: 'staff', staffId, text: reason, change }, now)

  const lines = await listClaimLines(trx, [claimId])
  const valueMinor = claimValue(order, await listProducts(trx, order.id), lines)
  if (amountMinor > valueMinor) throw new AppError('SETTLEMENT_TOO_HIGH')

  if (by === 'credit') {
    await creditClaim(trx, claim, order, settlement, now)
  } else {
    const bill = { kind: 'order', id: order.id } as const
    await requestRefund(deps, trx, bill, amountMinor, { key: claimRefundKey(claimId), requestedBy: staffId, reason })
  }
  return true
}

/** Adds goodwill to the balance; not more than was paid for the order and not refunded. */
async function creditClaim(
  trx: Trx,
  claim: ClaimRow,
  order: OrderRow,
  { staffId, amountMinor, reason }: Settlement,
  now: Date,
): Promise<void> {
  const keptMinor = paidUsd(await listOrderPayments(trx, order.id))
  if (amountMinor > keptMinor) throw new AppError('SETTLEMENT_TOO_HIGH')

  const { customer_id: customerId } = claim
  await post(trx, now, {
    kind: 'adjustment',
    key: `claim ${claim.id}`,
    customerId,
    orderId: order.id,
    staffId,
    note: reason,
    lines: [
      { account: { kind: 'goodwill' }, amountMinor },
      { account: { kind: 'wallet', customerId }, amountMinor: -amountMinor },
    ],
  })
}
