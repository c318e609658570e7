/** The life of an order (product decisions, Checkout, money, orders). Every change goes through the table. */
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

/** From each status to those that may follow it. A failed inspection sends parts back to production. */
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

/** Statuses that staff set by hand; the others follow from payments and from the customer. */
export const staffStatuses = [
  'in_review',
  'in_production',
  'quality_check',
  'shipped',
  'delivered',
  'completed',
  'cancelled',
] as const satisfies readonly OrderStatus[]

export type StaffStatus = (typeof staffStatuses)[number]

/** The customer may cancel until production has begun, but not while a payment is under way: its end must be known first. */
export const isCancellable = (status: OrderStatus): boolean =>
  status === 'awaiting_payment' || status === 'paid' || status === 'in_review'

/** Money is still to come. */
export const isUnpaid = (status: OrderStatus): boolean => status === 'awaiting_payment' || status === 'payment_pending'

/** Nothing more is owed to the customer by either side; files of other orders are kept (retention). */
export const isClosedOrder = (status: OrderStatus): boolean =>
  status === 'completed' || status === 'cancelled' || status === 'refunded'

/** A delivered order can be reviewed, once (spec 3). */
export const isReviewable = (status: OrderStatus): boolean => status === 'delivered' || status === 'completed'

export const parcelStates = ['announced', 'in_transit', 'delivered', 'exception'] as const
export type ParcelState = (typeof parcelStates)[number]

export const orderDocuments = ['pro-forma', 'invoice', 'packing-list'] as const
export type OrderDocument = (typeof orderDocuments)[number]

/** Stars, and what they are made of (spec 3, Review). */
export const ratings = ['stars', 'workmanship', 'product', 'service', 'logistics'] as const
export type Rating = (typeof ratings)[number]
