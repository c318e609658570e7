import type { OrderStatus } from '@cotation/domain'

/** Nothing more is made or shipped, so promised dates and points are hidden. */
export const isEnded = (status: OrderStatus): boolean => status === 'cancelled' || status === 'refunded'
