import { randomUUID } from 'node:crypto'
import type { afterSaleOrderBody, WorkOrderView, workOrderNumbers } from '@cotation/contracts'
import { accountingCurrency, type Catalogue, isAnodized, type Language, refabrication } from '@cotation/domain'
import { freeLine, freeOrderTotal, promisedDates } from '@cotation/pricing'
import type { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { getOrder, placeOrder } from '#features/order/order.service.ts'
import { getOrderCatalogue } from '#features/order/order-view.service.ts'
import type { NewOrder, NewOrderLine, NewReprint } from '#features/order/place-order.repository.ts'
import { touchUploads } from '#features/upload/records/upload.service.ts'
import {
  findClaim,
  findReprint,
  findWorkOrder,
  listClaimLines,
  listProducts,
  listRefabricated,
  type NumberedClaim,
  type ProductRow,
} from './claim.repository.ts'
import { type LockedClaim, lockClaim } from './claim.service.ts'
import { productNames } from './claim-view.service.ts'

type ReprintDeps = Pick<Deps, 'catalogues' | 'clock' | 'db' | 'jobs'>
type Refabrication = z.output<typeof afterSaleOrderBody>['lines']

interface PlacedReprint {
  orderId: string
  number: string
}

/** The caller's accepted claim. Unknown numbers and another customer's throw the same error. */
async function getWorkOrder(
  { db }: Pick<Deps, 'db'>,
  customerId: string,
  numbers: z.output<typeof workOrderNumbers>,
): Promise<NumberedClaim> {
  const claim = await findWorkOrder(db, customerId, numbers)
  if (!claim) throw new AppError('WORK_ORDER_UNKNOWN')
  return claim
}

/** The products that can be made again for an accepted claim. */
export async function getWorkOrderView(
  deps: Pick<Deps, 'catalogues' | 'db' | 'thumbnails'>,
  customerId: string,
  numbers: z.output<typeof workOrderNumbers>,
  language: Language,
): Promise<WorkOrderView> {
  const claim = await getWorkOrder(deps, customerId, numbers)
  const order = await getOrder(deps.db, claim.order_id)
  const describe = await productNames(deps, order, language)
  const products = await listProducts(deps.db, order.id)
  const claimed = await listClaimLines(deps.db, [claim.id])
  const reprint = await findReprint(deps.db, claim.id)

  return {
    claimId: claim.id,
    order: { id: order.id, number: order.number },
    workOrderNumber: String(claim.work_order_number),
    lines: products.map((product) => ({
      ...describe(product),
      claimed: claimed.find(({ lineId }) => lineId === product.id)?.quantity ?? 0,
      anodized: isAnodized(product.ordered.configuration),
      acceptedRules: product.ordered.acceptedRules,
    })),
    reprint: reprint ? { id: reprint.id, number: reprint.number, status: reprint.status } : null,
  }
}

/** The customer places the after-sale order with the two numbers (spec 5). */
export async function placeOwnReprint(
  deps: ReprintDeps,
  customerId: string,
  { lines, ...numbers }: z.output<typeof afterSaleOrderBody>,
): Promise<PlacedReprint> {
  const claim = await getWorkOrder(deps, customerId, numbers)
  return placeReprint(deps, claim, lines, { actor: 'customer' })
}

/** Staff place the after-sale order for the customer. */
export async function placeReprintByStaff(
  deps: ReprintDeps,
  claimId: string,
  lines: Refabrication,
  staffId: string,
): Promise<PlacedReprint> {
  const claim = await findClaim(deps.db, claimId)
  if (!claim) throw new AppError('NOT_FOUND')
  return placeReprint(deps, claim, lines, { actor: 'staff', staffId })
}

/**
 * Places the after-sale order of an accepted claim (`reprint` in code), at no cost. Idempotent: a
 * claim has one, and the same request again finds it.
 */
async function placeReprint(
  deps: ReprintDeps,
  { id: claimId, order_id }: NumberedClaim,
  lines: Refabrication,
  placedBy: NewReprint['placedBy'],
): Promise<PlacedReprint> {
  // Read before the transaction: waiting for a second pooled connection inside it can deadlock.
  const { catalogue_version: version } = await getOrder(deps.db, order_id)
  const catalogue = await getOrderCatalogue(deps, version)

  return deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const locked = await lockClaim(trx, claimId)
    const existing = await findReprint(trx, claimId)
    if (existing) {
      if (!isSame(lines, await listRefabricated(trx, existing.id))) throw new AppError('WORK_ORDER_USED')
      return { orderId: existing.id, number: existing.number }
    }

    if (locked.claim.state !== 'accepted') throw new AppError('CLAIM_STATE')

    const products = await getRefabricated(trx, locked, lines)
    const uploadIds = products.map(({ product }) => product.upload_id)
    await touchUploads(trx, uploadIds, now)

    const reprint = newReprint(locked.order, { claimId, placedBy, products }, catalogue, now)
    const { id, number } = await placeOrder(deps, trx, reprint, now)

    if (placedBy.actor === 'staff')
      await recordAudit(trx, {
        staffId: placedBy.staffId,
        action: 'claim.reprinted',
        subject: { kind: 'claim', id: claimId },
        after: { orderId: id, lines: lines.map(({ lineId, quantity }) => ({ lineId, quantity })) },
      })
    return { orderId: id, number }
  })
}

function isSame(lines: Refabrication, placed: ReadonlyMap<string, number>): boolean {
  return lines.length === placed.size && lines.every(({ lineId, quantity }) => placed.get(lineId) === quantity)
}

interface RefabricatedProduct {
  product: ProductRow
  quantity: number
}

/**
 * The products with their quantities, in the sequence of the original order. A line of another
 * order throws `NOT_FOUND`; more than the accepted claim allows is refused.
 */
async function getRefabricated(
  trx: Trx,
  { claim, order }: LockedClaim,
  lines: Refabrication,
): Promise<RefabricatedProduct[]> {
  const products = await listProducts(trx, order.id)
  if (lines.some(({ lineId }) => !products.some(({ id }) => id === lineId))) throw new AppError('NOT_FOUND')

  const claimed = await listClaimLines(trx, [claim.id])
  const allowed = (lineId: string) => claimed.find((line) => line.lineId === lineId)?.quantity ?? 0
  if (lines.some(({ lineId, quantity }) => quantity > allowed(lineId))) throw new AppError('REFABRICATION_TOO_HIGH')

  const chosen = products.flatMap((product) => {
    const line = lines.find(({ lineId }) => lineId === product.id)
    return line ? [{ product, quantity: line.quantity }] : []
  })
  if (chosen.some(({ product }) => product.upload_state === 'expired')) throw new AppError('AFTER_SALE_FILES_GONE')

  return chosen
}

/** The same part as ordered, with its accepted risks, in another quantity and at no cost. */
function refabricatedLine({ product, quantity }: RefabricatedProduct): NewOrderLine {
  const { ordered } = product
  return {
    // The quote line was ordered by the original; another order of it would count as a repetition.
    lineId: null,
    originalLineId: product.id,
    uploadId: product.upload_id,
    name: product.name,
    thumbnailId: product.thumbnail_id,
    ordered: {
      ...ordered,
      configuration: ordered.configuration && refabrication(ordered.configuration, quantity),
      orderLine: freeLine(ordered.orderLine, quantity),
    },
    unitMinor: 0,
    comment: product.comment,
  }
}

/** An order in the original's name, to its address and with its carrier, at the shop's expense. */
function newReprint(
  order: OrderRow,
  { claimId, placedBy, products }: Pick<NewReprint, 'claimId' | 'placedBy'> & { products: RefabricatedProduct[] },
  catalogue: Catalogue,
  now: Date,
): NewOrder {
  const { shipping_address: address, carrier } = order
  const lines = products.map(refabricatedLine)

  const orderLines = lines.map(({ ordered }) => ordered.orderLine)
  const { country: destination, vatNumber } = address
  const total = freeOrderTotal({ lines: orderLines, destination, vatNumber, carrier }, catalogue)
  if (!total) throw new AppError('ORDER_REFUSED')

  const { workingDays, shipping } = total
  const shipment = { workingDays, transitDays: shipping.transitDays, country: destination }
  const dates = promisedDates({ orderedAt: now.getTime(), ...shipment }, catalogue)

  return {
    id: randomUUID(),
    status: 'paid',
    customerId: order.customer_id,
    projectId: order.project_id,
    submissionKey: randomUUID(),
    language: order.language,
    catalogueVersion: order.catalogue_version,
    lines,
    total,
    currency: accountingCurrency,
    couponId: null,
    shippingAddress: address,
    billingAddress: order.billing_address,
    carrier,
    // Even if the customer's account paid the carriage of the original.
    freightAccount: '',
    dates,
    poNumber: order.po_number,
    comment: '',
    entrust: order.entrust,
    exportDeclaration: null,
    reprint: { originalOrderId: order.id, claimId, placedBy },
  }
}
