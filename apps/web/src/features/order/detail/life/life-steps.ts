import type { OrderView } from '@cotation/contracts'
import { isUnpaid, type OrderStatus } from '@cotation/domain'
import { isEnded } from '../is-ended.ts'

/** The statuses of an order that is neither cancelled nor refunded. */
const regularStatuses: readonly OrderStatus[] = [
  'paid',
  'in_review',
  'in_production',
  'quality_check',
  'shipped',
  'delivered',
  'completed',
]

export interface LifeStep {
  /** `placed` is not a status: every order has been placed. */
  name: OrderStatus | 'placed'
  state: 'done' | 'current' | 'left'
  /** When the step was last reached. */
  at: string | null
}

type Life = Pick<OrderView, 'status' | 'placedAt' | 'timeline'>

/** Completed, current and remaining steps. A cancelled or refunded order has no remaining steps. */
export function lifeSteps({ status, placedAt, timeline }: Life): LifeStep[] {
  const reachedAt = (to: OrderStatus) => timeline.findLast((event) => event.to === to)?.at ?? null
  const placed: LifeStep = { name: 'placed', state: 'done', at: placedAt }

  if (isEnded(status)) {
    const passed = [...regularStatuses, 'cancelled' as const].filter(
      (step) => step !== status && reachedAt(step) !== null,
    )
    const before = passed.map((name): LifeStep => ({ name, state: 'done', at: reachedAt(name) }))

    return [placed, ...before, { name: status, state: 'done', at: reachedAt(status) }]
  }

  const current = isUnpaid(status) ? 0 : regularStatuses.indexOf(status)
  const steps = regularStatuses.map((name, index): LifeStep => {
    if (index > current) return { name, state: 'left', at: null }

    const state = index < current || status === 'completed' ? 'done' : 'current'
    if (index === 0 && isUnpaid(status)) return { name: status, state, at: null }
    return { name, state, at: reachedAt(name) }
  })

  return [placed, ...steps]
}
