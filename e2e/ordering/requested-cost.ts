import { randomUUID } from 'node:crypto'
import type { Staff } from '../staff.ts'
import type { Customer } from './customer.ts'
import type { PaidOrder } from './placed-order.ts'

export interface RequestedCost {
  id: string
  number: string
}

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

/** Staff request a cost for the first line of an order, at a corner of its model. */
export async function requestCost(
  staff: Staff,
  { api }: Pick<Customer, 'api'>,
  order: Pick<PaidOrder, 'id'>,
): Promise<RequestedCost> {
  const { data } = await api.call('GET /global/order/{orderId}', { params: { orderId: order.id } })
  const orderLineId = data.lines[0]?.id
  const request = {
    key: randomUUID(),
    reason: 'drawing',
    check: null,
    explanation: 'Le plan demande un filetage M4 dans le trou de gauche, la configuration n’en prévoit pas.',
    place: { orderLineId, pointMm: [0, 0, 0] },
    items: [{ orderLineId, amountMinor: 2500 }],
    deadline: inAWeek(),
  }
  return (await staff.call('POST', `order/${order.id}/additional-cost`, request)) as RequestedCost
}
