/** The queue of mails that tell a customer of an order's next step. */
export const orderMailQueue = { name: 'order-mail', retryLimit: 8 } as const

export interface OrderMailRequest {
  orderId: string
  /** The step that is told; without it, that the order was placed. */
  eventId?: string
}
