import type { ObstacleView } from '@cotation/contracts'
import { isCancellable, isUnpaid, type ObstacleRemedy, type OpenClaimState, type OrderStatus } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import type { Db } from '#db/database.ts'
import { listCostPayments } from '#src/money/additional-cost-view.ts'
import { dueUsd } from '#src/money/order-payments.ts'
import { unconfirmedPaymentOf } from '#src/money/unconfirmed-payment.ts'
import { listObstacles, type Obstacle } from './obstacles.repository.ts'

const dayMs = 86_400_000

/**
 * What blocks a deletion, as the customer sees it: with what ends it, and when it ends by itself.
 */
export async function listObstacleViews(
  { db, catalogues }: Pick<Deps, 'catalogues' | 'db'>,
  customerId: string,
  givenUpMinor: number,
): Promise<ObstacleView[]> {
  const { catalogue } = await catalogues.inForce()
  const completionMs = catalogue.loyalty.creditAfterDays * dayMs
  const obstacles = await listObstacles(db, customerId, givenUpMinor)
  const views = obstacles.map((obstacle) => obstacleView(obstacle, completionMs))
  return withCostPayments(db, views)
}

/** Says of each additional cost what was received and what is left, or that a payment is checked. */
async function withCostPayments(db: Db, views: readonly ObstacleView[]): Promise<ObstacleView[]> {
  const costIds = views.filter(({ kind }) => kind === 'additional-cost').map(({ id }) => id)
  const payments = Map.groupBy(await listCostPayments(db, costIds), ({ additional_cost_id }) => additional_cost_id)

  return views.map((view) => {
    const ofCost = payments.get(view.id)
    if (view.kind !== 'additional-cost' || !ofCost) return view

    const totalMinor = view.amountMinor ?? 0
    const amountMinor = dueUsd({ totalMinor }, ofCost)
    const remedy = unconfirmedPaymentOf(ofCost) ? 'await-check' : view.remedy
    return { ...view, amountMinor, receivedMinor: totalMinor - amountMinor, remedy }
  })
}

/** `completionMs`: a delivered order is completed so long after its delivery. */
function obstacleView(obstacle: Obstacle, completionMs: number): ObstacleView {
  const { kind, id, number, orderId, orderNumber, amountMinor, at } = obstacle
  const waitMs = kind === 'open-order' ? completionMs : 0

  return {
    kind,
    id,
    number,
    order: orderId !== null && orderNumber !== null ? { id: orderId, number: orderNumber } : null,
    amountMinor,
    receivedMinor: 0,
    remedy: remedyOf(obstacle),
    endsAt: at === null ? null : new Date(at.getTime() + waitMs).toISOString(),
  }
}

const claimRemedies: Readonly<Record<OpenClaimState, ObstacleRemedy>> = {
  open: 'await-answer',
  question: 'answer',
  accepted: 'order-after-sale',
}

function remedyOf(obstacle: Obstacle): ObstacleRemedy {
  switch (obstacle.kind) {
    case 'open-order':
      return orderRemedy(obstacle.status)
    case 'open-claim':
      return claimRemedies[obstacle.status]
    case 'additional-cost':
      return 'pay-or-decline'
    case 'open-payment':
      return 'pay-reload'
    case 'refund-pending':
      return 'await-refund'
    case 'dispute':
      return 'write'
    case 'credit-owed':
      return 'settle-credit'
    case 'reload-pending':
      return 'await-credit'
    case 'balance':
      return 'refund-or-give-up'
  }
}

function orderRemedy(status: OrderStatus): ObstacleRemedy {
  if (status === 'delivered') return 'confirm-receipt'
  if (isUnpaid(status)) return isCancellable(status) ? 'pay-or-cancel' : 'await-payment'
  return isCancellable(status) ? 'cancel-or-receive' : 'receive'
}
