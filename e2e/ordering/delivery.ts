import { makeAndInspect } from '../inspected-run.ts'
import type { Staff } from '../staff.ts'

/** Staff make, inspect and ship an order. */
export async function ship(staff: Staff, orderId: string): Promise<void> {
  for (const to of ['in_review', 'in_production']) await staff.call('POST', `order/${orderId}/move`, { to, reason: '' })
  await makeAndInspect(staff, orderId)
  await staff.call('POST', `order/${orderId}/move`, { to: 'quality_check', reason: '' })
  await staff.call('POST', `order/${orderId}/parcel`, { carrier: 'dhl', trackingNumber: `JD${orderId.slice(0, 8)}` })
  await staff.call('POST', `order/${orderId}/move`, { to: 'shipped', reason: '' })
}

/** Staff make, inspect, ship and deliver an order. */
export async function deliver(staff: Staff, orderId: string): Promise<void> {
  await ship(staff, orderId)
  await staff.call('POST', `order/${orderId}/move`, { to: 'delivered', reason: '' })
}
