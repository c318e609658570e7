import type { OrderView } from '@cotation/contracts'
import { isUnpaid, type OrderStatus } from '@cotation/domain'
import { isEnded } from '../is-ended.ts'

/** From the order to its end, when nothing goes wrong. */
const course: readonly OrderStatus[] = [
  'paid',
  'in_review',
  'in_production',
  'quality_check',
  'shipped',
  'delivered',
  'completed',
]

export interface LifeStep {
  /** `placed` is no status: an order has been placed whatever its status is. */
  name: OrderStatus | 'placed'
  state: 'done' | 'current' | 'left'
  /** When it was reached the last time. */
  at: string | null
}

type Life = Pick<OrderView, 'status' | 'placedAt' | 'timeline'>

/** The steps of an order's life: those that were taken, the one it stands at, and those to come unless it was ended before. */
export function lifeSteps({ status, placedAt, timeline }: Life): LifeStep[] {
  const reached = (to: OrderStatus) => timeline.findLast((event) => event.to === to)?.at ?? null
  const placed: LifeStep = { name: 'placed', state: 'done', at: placedAt }
  if (isEnded(status)) {
    const taken = [...course, 'cancelled' as const].filter((step) => step !== status && reached(step) !== null)
    const before = taken.map((name): LifeStep => ({ name, state: 'done', at: reached(name) }))
    return [placed, ...before, { name: status, state: 'done', at: reached(status) }]
  }

  const place = isUnpaid(status) ? 0 : course.indexOf(status)
  const steps = course.map((name, index): LifeStep => {
    if (index > place) return { name, state: 'left', at: null }
    const state = index < place || status === 'completed' ? 'done' : 'current'
    return index === 0 && isUnpaid(status) ? { name: status, state, at: null } : { name, state, at: reached(name) }
  })

  return [placed, ...steps]
}
