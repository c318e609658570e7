import type { OrderStatus } from '@cotation/domain'

/** Nothing more is made or sent: what was promised is no longer told. */
export const isEnded = (status: OrderStatus): boolean => status === 'cancelled' || status === 'refunded'
