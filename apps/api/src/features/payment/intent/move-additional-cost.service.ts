import { type AdditionalCostState, canMoveAdditionalCost } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { OrderActor } from '#db/column-types.ts'
import type { Trx } from '#db/database.ts'
import type { AdditionalCostRow } from '#db/order-rows.ts'

/** Mails about additional costs. The payload holds no secrets: the job creates the link's key. */
export const additionalCostMailQueue = { name: 'additional-cost-mail', mayWait: true, retryLimit: 100 } as const

export interface AdditionalCostMailRequest {
  costId: string
  about: AdditionalCostState | 'refunded' | 'partly-refunded'
  /** What was refunded so far, for a part: each one is mailed. */
  refundedMinor?: number
}

/** Enqueues the mail in the transaction that makes the change. */
export async function enqueueCostMail(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  request: AdditionalCostMailRequest,
): Promise<void> {
  await jobs.enqueue(trx, additionalCostMailQueue.name, request)
}

export interface AdditionalCostMove {
  to: AdditionalCostState
  actor: OrderActor
  staffId?: string
  reason: string
  /** Sends no mail, because another one already says so. */
  isQuiet?: boolean
}

/**
 * Moves a locked additional cost, records who did it and why, and enqueues the mail in the same
 * transaction. Throws `ADDITIONAL_COST_STATE` if the state does not allow it.
 */
export async function moveAdditionalCost(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  cost: AdditionalCostRow,
  move: AdditionalCostMove,
  now: Date,
): Promise<AdditionalCostRow> {
  const { to, actor, staffId, reason, isQuiet = false } = move
  if (!canMoveAdditionalCost(cost.state, to)) throw new AppError('ADDITIONAL_COST_STATE')

  const change = { state: to, ...(to === 'paid' && { paid_at: now }) }
  await trx.updateTable('additional_cost').set(change).where('id', '=', cost.id).execute()
  await recordCostEvent(trx, { costId: cost.id, to, actor, staffId, reason, now })
  if (!isQuiet) await enqueueCostMail(deps, trx, { costId: cost.id, about: to })

  return { ...cost, ...change }
}

interface CostEvent extends Omit<AdditionalCostMove, 'staffId' | 'isQuiet'> {
  costId: string
  staffId?: string | undefined
  now: Date
}

export async function recordCostEvent(trx: Trx, { costId, to, actor, staffId, reason, now }: CostEvent): Promise<void> {
  await trx
    .insertInto('additional_cost_event')
    .values({ cost_id: costId, at: now, to_state: to, actor, staff_id: staffId ?? null, reason })
    .execute()
}

/** Marks an additional cost as refunded in full. Its state stays `paid`. */
export async function markCostRefunded(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  cost: AdditionalCostRow,
  now: Date,
): Promise<AdditionalCostRow> {
  await trx.updateTable('additional_cost').set({ refunded_at: now }).where('id', '=', cost.id).execute()
  await enqueueCostMail(deps, trx, { costId: cost.id, about: 'refunded' })
  return { ...cost, refunded_at: now }
}
