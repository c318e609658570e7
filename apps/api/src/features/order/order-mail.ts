import type { OrderStatus } from '@cotation/domain'

/** The queue of mails that tell a customer of an order's next step. */
export const orderMailQueue = { name: 'order-mail', retryLimit: 8 } as const

export interface OrderMailRequest {
  orderId: string
  status: OrderStatus
}
