import type { Configuration } from './configuration/configuration.ts'
import type { OrderStatus } from './order-status.ts'

/** States of a claim about delivered parts (product decisions 6). */
export const claimStates = ['open', 'question', 'accepted', 'rejected', 'withdrawn', 'refunded', 'credited'] as const

export type ClaimState = (typeof claimStates)[number]

/**
 * Allowed transitions. `question` waits for the customer's answer. An accepted claim has a work
 * order number; its after-sale order is a row of its own and does not change the state.
 */
export const claimTransitions: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  open: ['question', 'accepted', 'rejected', 'withdrawn', 'refunded', 'credited'],
  question: ['open', 'accepted', 'rejected', 'withdrawn', 'refunded', 'credited'],
  accepted: ['withdrawn', 'refunded', 'credited'],
  rejected: [],
  withdrawn: [],
  refunded: [],
  credited: [],
}

export const canMoveClaim = (from: ClaimState, to: ClaimState): boolean => claimTransitions[from].includes(to)

/** States in which something is still to be done. An accepted claim waits for its after-sale order. */
export const openClaimStates = ['open', 'question', 'accepted'] as const satisfies readonly ClaimState[]
export type OpenClaimState = (typeof openClaimStates)[number]

export const isOpenClaim = (state: ClaimState): state is OpenClaimState =>
  openClaimStates.some((open) => open === state)

/** Whether the parts of a claim in this state cannot be claimed again. */
export const holdsParts = (state: ClaimState): boolean => state !== 'rejected' && state !== 'withdrawn'

export const claimReasons = ['dimension', 'surface', 'material', 'transport', 'missing', 'other'] as const
export type ClaimReason = (typeof claimReasons)[number]

export const claimLimits = { days: 30, photos: 6, photoBytes: 12 * 1024 * 1024 } as const

/** Missing parts cannot be photographed. */
export const needsPhoto = (reason: ClaimReason): boolean => reason !== 'missing'

/** Whether parts may have arrived: an order stays `shipped` until its last parcel arrives. */
export const isClaimable = (status: OrderStatus): boolean =>
  status === 'shipped' || status === 'delivered' || status === 'completed'

const dayMs = 86_400_000

/** The last moment for a claim: 30 days after the last delivery. */
export const claimDeadline = (lastDelivery: Date): Date => new Date(lastDelivery.getTime() + claimLimits.days * dayMs)

/** The configuration with another quantity, which the anodizing quantity follows (spec 5). */
export function refabrication(configuration: Configuration, quantity: number): Configuration {
  const services = configuration.services.map((service) =>
    service.id === 'anodizing' ? { ...service, quantity } : service,
  )
  return { ...configuration, quantity, services }
}

/** Whether a part is anodized; the after-sale order then shows the anodizing quantity (spec 3). */
export const isAnodized = (configuration: Configuration | null): boolean =>
  configuration?.services.some(({ id }) => id === 'anodizing') ?? false

export type ShownClaimState = ClaimState | 'ordered' | 'replaced'

/** What customers read: an accepted claim no longer waits for them once its parts are made again. */
export function shownClaimState(claim: {
  state: ClaimState
  reprint: { status: OrderStatus } | null
}): ShownClaimState {
  const { state, reprint } = claim
  if (!reprint) return state
  return reprint.status === 'delivered' || reprint.status === 'completed' ? 'replaced' : 'ordered'
}
