import { isPendingPayment, type PaymentState } from './payment-state.ts'

/** Order statuses (product decisions 5). */
export const orderStatuses = [
  'awaiting_payment',
  'payment_pending',
  'paid',
  'in_review',
  'in_production',
  'quality_check',
  'shipped',
  'delivered',
  'completed',
  'cancelled',
  'refunded',
] as const

export type OrderStatus = (typeof orderStatuses)[number]

/** Allowed transitions. A failed inspection sends an order back to production. */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  awaiting_payment: ['payment_pending', 'paid', 'cancelled'],
  payment_pending: ['awaiting_payment', 'paid'],
  paid: ['in_review', 'cancelled', 'refunded'],
  in_review: ['in_production', 'cancelled', 'refunded'],
  in_production: ['quality_check', 'refunded'],
  quality_check: ['in_production', 'shipped', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['completed', 'refunded'],
  completed: ['refunded'],
  cancelled: ['refunded'],
  refunded: [],
}

export const canMoveOrder = (from: OrderStatus, to: OrderStatus): boolean => orderTransitions[from].includes(to)

/**
 * Statuses that staff move an order to. The others follow from payments and the customer; cancelling
 * is a call of its own, because it refunds and needs another right.
 */
export const staffStatuses = [
  'in_review',
  'in_production',
  'quality_check',
  'shipped',
  'delivered',
  'completed',
] as const satisfies readonly OrderStatus[]

export type StaffStatus = (typeof staffStatuses)[number]

/** The statuses that staff may move an order to now. */
export const staffMovesFrom = (from: OrderStatus): StaffStatus[] => staffStatuses.filter((to) => canMoveOrder(from, to))

/** A failed inspection sends an order back to production. The history must say what failed. */
export const needsMoveReason = (from: OrderStatus, to: OrderStatus): boolean =>
  from === 'quality_check' && to === 'in_production'

/** Cancellable before production, but not while the result of a payment is unknown. */
export const isCancellable = (status: OrderStatus): boolean =>
  status === 'awaiting_payment' || status === 'paid' || status === 'in_review'

/**
 * Cancellable by customer and staff: also while a transfer was announced and nothing of it has
 * arrived. Money that still arrives is held.
 */
export function isCancellableNow(status: OrderStatus, payments: readonly PaymentState[]): boolean {
  if (status !== 'payment_pending') return isCancellable(status)

  const pending = payments.filter(isPendingPayment)
  return pending.length > 0 && pending.every((state) => state === 'awaiting_funds')
}

/** Its parts are made, inspected or packed. */
export const isBeingMade = (status: OrderStatus): boolean => status === 'in_production' || status === 'quality_check'

/** Paid and not shipped: the promised day of shipment counts, as in the list of orders. */
export const isToShip = (status: OrderStatus): boolean =>
  status === 'paid' || status === 'in_review' || isBeingMade(status)

/**
 * Staff may report steps and add parcels. Also of a shipped order: pieces that are made again may
 * follow while others are on their way.
 */
export const isWorkable = (status: OrderStatus): boolean => isBeingMade(status) || status === 'shipped'

/** Not paid yet. */
export const isUnpaid = (status: OrderStatus): boolean => status === 'awaiting_payment' || status === 'payment_pending'

/** Nothing more is made or shipped. */
export const isCancelledOrRefunded = (status: OrderStatus): boolean => status === 'cancelled' || status === 'refunded'

/** Finished. Files of other orders are excluded from the retention purge. */
export const isClosedOrder = (status: OrderStatus): boolean => status === 'completed' || isCancelledOrRefunded(status)

/** A delivered order can be reviewed, once (spec 3). */
export const isReviewable = (status: OrderStatus): boolean => status === 'delivered' || status === 'completed'

export const parcelStates = ['announced', 'in_transit', 'delivered', 'exception'] as const
export type ParcelState = (typeof parcelStates)[number]

export const orderDocuments = ['pro-forma', 'invoice', 'packing-list'] as const
export type OrderDocument = (typeof orderDocuments)[number]

/** The ratings of a review (spec 3). */
export const ratings = ['stars', 'workmanship', 'product', 'service', 'logistics'] as const
export type Rating = (typeof ratings)[number]

/** Pictures of one review. */
export const maxReviewPhotos = 5

export interface StatusFacts {
  status: OrderStatus
  /** An after-sale order costs nothing: it is confirmed rather than paid. */
  isReprint?: boolean
  /** A transfer was announced and has not arrived: nothing has been paid yet. */
  awaitsTransfer?: boolean
  /** Bought on credit: production goes on, but nothing has been paid yet. */
  isOnCredit?: boolean
}

/** The key of a status in the texts `order.status`, as customers read it. */
export function orderStatusKey({ status, isReprint = false, awaitsTransfer = false, isOnCredit = false }: StatusFacts) {
  if (isReprint && status === 'paid') return 'confirmed'
  if (isOnCredit && status === 'paid') return 'on_credit'
  return awaitsTransfer && status === 'payment_pending' ? 'awaiting_transfer' : status
}
