import { randomUUID } from 'node:crypto'
import type { Api, ClaimView } from '@cotation/contracts'
import type { OrderStatus } from '@cotation/domain'
import { bySystem } from '#core/audit.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { addParcel } from '#features/order/parcel.service.ts'
import type { TestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf } from '#test/builders.ts'
import { aPicture } from '#test/pictures.ts'
import type { PartName } from '#test/quote/quotes.ts'
import { rowsOf, updateRows } from '#test/rows.ts'
import { finishProduction } from './finish-production.ts'
import { funded } from './ledger.ts'
import { moveTo } from './order-status.ts'
import { aPlacedOrder } from './orders.ts'
import { OrderPayer } from './payments.ts'

export type ClaimBody = Api['POST /global/afterSale/order/{orderId}/claim']['input']['body']

export interface DeliveredOrder {
  browser: Browser
  order: OrderRow
  lineIds: string[]
}

const toDelivery: readonly OrderStatus[] = ['in_review', 'in_production', 'quality_check', 'shipped', 'delivered']

/** An order paid from the balance, with postings, and delivered in one parcel. */
export async function aDeliveredOrder(
  app: TestApp,
  customerId: string,
  { parts = ['block'], quantity = 5 }: { parts?: PartName[]; quantity?: number } = {},
): Promise<DeliveredOrder> {
  const browser = await aBrowserOf(app, customerId)
  const order = await aPlacedOrder(app, customerId, { parts })
  await updateRows(app, 'order_line', { order_id: order.id }, { quantity })
  await funded(app.deps.db, customerId, Number(order.total_minor), app.clock.now)
  await new OrderPayer(browser, order.id).begin({ method: 'balance' })

  await deliver(app, order)
  const lines = await rowsOf(app, 'order_line', { order_id: order.id })
  const sorted = lines.sort((one, other) => one.position - other.position)

  return { browser, order, lineIds: sorted.map(({ id }) => id) }
}

/** Makes, ships and delivers a paid order. */
export async function deliver(app: TestApp, order: Pick<OrderRow, 'id' | 'number'>): Promise<void> {
  for (const to of toDelivery) {
    if (to === 'quality_check') await finishProduction(app, order.id)
    if (to === 'shipped')
      await addParcel(app.deps, order.id, { carrier: 'dhl', trackingNumber: `JD${order.number}` }, bySystem)
    await moveTo(app, order.id, to)
  }
  await updateRows(app, 'parcel', { order_id: order.id }, { state: 'delivered', delivered_at: app.clock.now })
}

/** Sends a photo and returns its id. */
export async function aPhoto(browser: Browser, bytes?: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(bytes ?? (await aPicture({ format: 'png' })))]), 'photo.png')
  const response = await browser.fetch('/gateway/global/afterSale/photo', { method: 'POST', body: form })
  const { data, code } = (await response.json()) as { data?: { photoId: string }; code?: string }
  if (!data) throw new Error(`the photo was refused: ${code}`)
  return data.photoId
}

/** A claim about all lines of an order, two parts of each, with a photo. */
export async function aClaimBody(
  { browser, lineIds }: Pick<DeliveredOrder, 'browser' | 'lineIds'>,
  change: Partial<ClaimBody> = {},
): Promise<ClaimBody> {
  return {
    submissionKey: randomUUID(),
    lines: lineIds.map((lineId) => ({ lineId, quantity: 2 })),
    reason: 'dimension',
    text: 'Le trou mesure 9,6 mm au lieu de 10 mm.',
    photoIds: [await aPhoto(browser)],
    ...change,
  }
}

export async function openClaim(delivered: DeliveredOrder, change: Partial<ClaimBody> = {}) {
  return delivered.browser.call('POST /global/afterSale/order/{orderId}/claim', {
    params: { orderId: delivered.order.id },
    body: await aClaimBody(delivered, change),
  })
}

/** An open claim about a delivered order. */
export async function aClaim(delivered: DeliveredOrder, change: Partial<ClaimBody> = {}): Promise<ClaimView> {
  const { data, error } = await openClaim(delivered, change)
  if (!data) throw new Error(`the claim was refused: ${error.code}`)
  return data
}

/** An accepted claim with its two numbers. */
export async function anAcceptedClaim(staff: Browser, delivered: DeliveredOrder, change: Partial<ClaimBody> = {}) {
  const { id } = await aClaim(delivered, change)
  const { data, error } = await staff.call('POST /global/staff/afterSale/{claimId}/accept', {
    params: { claimId: id },
    body: {},
  })
  if (!data?.workOrderNumber) throw new Error(`the claim was not accepted: ${error.code}`)
  return { claim: data, orderNumber: delivered.order.number, workOrderNumber: data.workOrderNumber }
}
