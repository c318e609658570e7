import { randomUUID } from 'node:crypto'
import type { StaffStatus } from '@cotation/domain'
import { getOrder } from '#features/order/order.service.ts'
import { moveByStaff } from '#features/order/order-move.service.ts'
import { listOrderLines } from '#features/order/order-view.repository.ts'
import { addParcel } from '#features/order/parcel.service.ts'
import { updateParcelState } from '#features/order/parcel-tracking.service.ts'
import { receiveTransfer } from '#features/payment/methods/bank-receipt.service.ts'
import { type PlacedOrder, transferOf } from './customer-acts.ts'
import { demoReceiptPrefix } from './people.ts'
import type { Shop } from './shop.ts'

/** Moves an order on. Operators make and check, customer success does the rest. */
export async function move({ past, staff }: Shop, { id }: PlacedOrder, to: StaffStatus, reason = ''): Promise<void> {
  const staffId = to === 'quality_check' ? staff.operator : staff['customer-success']
  await moveByStaff(past.deps, id, { to, reason, staffId })
}

/** The accountant finds the transfer of an order on the bank's statement. */
export async function bookTransfer(shop: Shop, order: PlacedOrder): Promise<void> {
  const bank = await transferOf(shop, order)
  if (!bank) throw new Error(`no transfer is expected for ${order.number}`)

  await receiveTransfer(shop.past.deps, shop.staff.accountant, {
    bankTransactionId: `${demoReceiptPrefix}${randomUUID()}`,
    reference: bank.reference,
    amountMinor: bank.amountMinor,
    currency: bank.currency,
  })
}

interface Packing {
  trackingNumber: string
  weightG?: number
  /** How many pieces of each line; all that is left without it. */
  quantities?: readonly number[]
}

/** Packs a parcel and returns its id. */
export async function pack({ past, staff }: Shop, order: PlacedOrder, packing: Packing): Promise<string> {
  const { trackingNumber, weightG = 1800, quantities } = packing
  const ordered = await listOrderLines(past.deps.db, [order.id])
  const lines = quantities?.flatMap((quantity, i) => {
    const line = ordered[i]
    return line && quantity > 0 ? [{ orderLineId: line.id, quantity }] : []
  })

  const parcel = { carrier: 'dhl', trackingNumber, weightG, boxMm: [300, 220, 160], lines } as const
  const { id } = await addParcel(past.deps, order.id, parcel, { staffId: staff.operator })
  return id
}

export async function reportParcel(
  { past, staff }: Shop,
  parcelId: string,
  said: { state: 'in_transit' | 'delivered'; place: string },
): Promise<void> {
  const reader = { staffId: staff['customer-success'], language: 'fr' } as const
  await updateParcelState(past.deps, parcelId, { ...said, note: '' }, reader)
}

export const listLines = ({ past }: Shop, { id }: PlacedOrder) => listOrderLines(past.deps.db, [id])

/** What the customer has paid. */
export async function totalOf({ past }: Shop, { id }: PlacedOrder): Promise<number> {
  return Number((await getOrder(past.deps.db, id)).total_minor)
}
