import type { OrderStatus } from './order-status.ts'

/** Why staff request an additional cost (product decisions 6). */
export const additionalCostReasons = [
  /** The part has a property that none of our checks covers. */
  'geometry',
  /** The drawing contradicts the configuration. */
  'drawing',
  'customer-change',
  'carrier-surcharge',
  'customs',
  'other',
] as const

export type AdditionalCostReason = (typeof additionalCostReasons)[number]

export const additionalCostStates = ['requested', 'paid', 'declined', 'withdrawn', 'expired'] as const
export type AdditionalCostState = (typeof additionalCostStates)[number]

/** After a decline or an expiry staff decide; withdrawing the request lets the order go on. */
export const additionalCostTransitions: Readonly<Record<AdditionalCostState, readonly AdditionalCostState[]>> = {
  requested: ['paid', 'declined', 'withdrawn', 'expired'],
  paid: [],
  declined: ['withdrawn'],
  withdrawn: [],
  expired: ['withdrawn'],
}

export const canMoveAdditionalCost = (from: AdditionalCostState, to: AdditionalCostState): boolean =>
  additionalCostTransitions[from].includes(to)

export const additionalCostLimits = {
  /** US cents. The card provider refuses charges below 50 cents. */
  minAmountMinor: 100,
  maxAmountMinor: 100_000_000_00,
  minDeadlineHours: 24,
  maxDeadlineDays: 60,
} as const

/** Costs of transport are for the whole order and hold up its shipment only, not its production. */
export const isTransportCost = (reason: AdditionalCostReason): boolean =>
  reason === 'carrier-surcharge' || reason === 'customs'

const beforeShipment: readonly OrderStatus[] = ['paid', 'in_review', 'in_production', 'quality_check']
const afterShipment: readonly OrderStatus[] = ['shipped', 'delivered']

/** Whether staff may request a cost: before the shipment, for transport until the completion. */
export const mayRequestAdditionalCost = (reason: AdditionalCostReason, status: OrderStatus): boolean =>
  beforeShipment.includes(status) || (isTransportCost(reason) && afterShipment.includes(status))

/** Whether the order still waits: a request is settled once it is paid or withdrawn. */
const isUnsettled = (state: AdditionalCostState): boolean => state !== 'paid' && state !== 'withdrawn'

interface RequestedCost {
  reason: AdditionalCostReason
  state: AdditionalCostState
}

/** Whether a request keeps an order from moving on to a status. */
export function holdsUpOrder({ reason, state }: RequestedCost, to: OrderStatus): boolean {
  if (!isUnsettled(state)) return false
  if (to === 'shipped') return true
  return !isTransportCost(reason) && (to === 'in_production' || to === 'quality_check')
}

/** What waits for the request while the order is in this status; null if nothing does. */
export function waitsWith(cost: RequestedCost, status: OrderStatus): 'production' | 'shipment' | null {
  if (!isUnsettled(cost.state) || !beforeShipment.includes(status)) return null
  return isTransportCost(cost.reason) ? 'shipment' : 'production'
}
