import type { ClaimView, ListedClaimView, OrderToClaim, StaffClaimView } from '@cotation/contracts'
import { canMoveClaim, claimDeadline, claimLimits, isClaimable, type Language, staffTaskRules } from '@cotation/domain'
import { claimValueMinor } from '@cotation/pricing'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import { listEventAuthors } from '#db/event-authors.ts'
import type { Page } from '#db/lists.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { getOrder, getOwnOrder } from '#features/order/order.service.ts'
import { getOrderCatalogue } from '#features/order/order-view.service.ts'
import { findMesh } from '#features/upload/analysis/bodies.service.ts'
import { describeChoice } from '#src/papers/choice-facts.ts'
import { paperWords } from '#src/papers/paper-words.ts'
import {
  type ClaimLineRow,
  type ClaimRow,
  countClaimedParts,
  findClaim,
  findLastDelivery,
  findOpenSettlement,
  listAllClaims,
  listClaimableOrders,
  listClaimEvents,
  listClaimLines,
  listOwnClaims,
  listProducts,
  listReprints,
  listWaitingClaims,
  type NumberedClaim,
  type ProductRow,
} from './claim.repository.ts'
import { listPhotos } from './photo.repository.ts'

const hourMs = 3_600_000
const dayMs = 86_400_000

type ViewDeps = Pick<Deps, 'db' | 'thumbnails'>

/** Claims with their history. The number of queries does not depend on the number of claims. */
async function viewsOf({ db, thumbnails }: ViewDeps, claims: readonly NumberedClaim[]): Promise<ClaimView[]> {
  if (claims.length === 0) return []

  const claimIds = claims.map(({ id }) => id)
  const lines = await listClaimLines(db, claimIds)
  const events = await listClaimEvents(db, claimIds)
  const reprints = await listReprints(db, claimIds)
  const photos = await listPhotos(
    db,
    events.map(({ id }) => id),
  )

  return claims.map((claim) => {
    const reprint = reprints.find(({ claim_id }) => claim_id === claim.id)
    const isSettled = reprint !== undefined
    const thumbnailKey = thumbnails.within({ kind: 'order', id: claim.order_id })

    return {
      id: claim.id,
      order: { id: claim.order_id, number: claim.order_number },
      state: claim.state,
      reason: claim.reason,
      openedAt: claim.opened_at.toISOString(),
      workOrderNumber: claim.work_order_number,
      settledMinor: claim.settled_minor === null ? null : Number(claim.settled_minor),
      lines: lines
        .filter(({ claim_id }) => claim_id === claim.id)
        .map(({ claim_id: _, thumbnail_id, ...line }) => ({ ...line, thumbnailId: thumbnailKey(thumbnail_id) })),
      history: events
        .filter(({ claim_id }) => claim_id === claim.id)
        .map(({ id, at, to_state, actor, text }) => ({
          at: at.toISOString(),
          to: to_state,
          by: actor,
          text,
          photoIds: photos.filter(({ event_id }) => event_id === id).map((photo) => photo.id),
        })),
      reprint: reprint ? { id: reprint.id, number: reprint.number, status: reprint.status } : null,
      can: {
        answer: claim.state === 'question',
        withdraw: canMoveClaim(claim.state, 'withdrawn') && !isSettled,
        order: claim.state === 'accepted' && !isSettled,
      },
    }
  })
}

async function viewOf(deps: ViewDeps, claim: NumberedClaim): Promise<ClaimView> {
  const [view] = await viewsOf(deps, [claim])
  if (!view) throw new AppError('NOT_FOUND')
  return view
}

/** Another customer's claim and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function getOwnClaim(deps: ViewDeps, customerId: string, claimId: string): Promise<ClaimView> {
  const claim = await findClaim(deps.db, claimId)
  if (claim?.customer_id !== customerId) throw new AppError('NOT_FOUND')
  return viewOf(deps, claim)
}

/** A page of a customer's claims, and the orders whose parts can be claimed now. */
export async function listClaims(
  deps: ViewDeps & Pick<Deps, 'clock'>,
  customerId: string,
  page: Page,
): Promise<{ claims: ClaimView[]; total: number; claimable: { id: string; number: string; until: string }[] }> {
  const { rows, total } = await listOwnClaims(deps.db, customerId, page)
  const since = new Date(deps.clock().getTime() - claimLimits.days * dayMs)
  const orders = await listClaimableOrders(deps.db, customerId, since)

  const claimable = orders.map(({ id, number, lastDelivery }) => ({
    id,
    number,
    until: claimDeadline(lastDelivery).toISOString(),
  }))
  return { claims: await viewsOf(deps, rows), total, claimable }
}

/** The most that a claim can be settled for: what its parts cost with VAT (cents). */
export function claimValue(
  order: OrderRow,
  products: readonly ProductRow[],
  lines: readonly Pick<ClaimLineRow, 'lineId' | 'quantity'>[],
): number {
  const claimed = lines.flatMap(({ lineId, quantity }) => {
    const product = products.find(({ id }) => id === lineId)
    if (!product) return []

    const paidMinor = Number(product.goods_minor) + Number(product.services_minor) - Number(product.discount_minor)
    return [{ paidMinor, quantity: product.quantity, claimed: quantity }]
  })
  return claimValueMinor(claimed, order.total.tax.ratePercent)
}

type StaffViewDeps = ViewDeps & Pick<Deps, 'clock'>

async function staffViewOf(deps: StaffViewDeps, claim: NumberedClaim): Promise<StaffClaimView> {
  const view = await viewOf(deps, claim)
  const order = await getOrder(deps.db, claim.order_id)
  const products = await listProducts(deps.db, claim.order_id)
  const authors = await listEventAuthors(deps.db, 'after_sale_event', claim.id)
  const proposal = await findOpenSettlement(deps.db, settlementKey(claim.id), deps.clock())

  return {
    ...view,
    customerId: claim.customer_id,
    history: view.history.map((event, i) => ({ ...event, author: authors[i] ?? '' })),
    valueMinor: claimValue(order, products, view.lines),
    dueAt: answerDue(view),
    proposal: proposal ? { ...proposal, proposedAt: proposal.proposedAt.toISOString() } : null,
  }
}

/** The time that the list of tasks shows: it begins again when the customer answers a question. */
function answerDue({ state, history }: ClaimView): string | null {
  const opened = history.findLast(({ to }) => to === 'open')
  if (state !== 'open' || !opened) return null
  return new Date(Date.parse(opened.at) + staffTaskRules.claim.promisedHours * hourMs).toISOString()
}

/** Names the settlement of a claim among all proposals. */
export const settlementKey = (claimId: string): string => `claim-settlement ${claimId}`

export async function getAnyClaim(deps: StaffViewDeps, claimId: string): Promise<StaffClaimView> {
  const claim = await findClaim(deps.db, claimId)
  if (!claim) throw new AppError('NOT_FOUND')
  return staffViewOf(deps, claim)
}

export async function listClaimsForStaff(
  deps: ViewDeps,
  { state, ...page }: Page & { state?: ClaimRow['state'] | undefined },
): Promise<{ claims: ListedClaimView[]; total: number }> {
  const { rows, total } = await listAllClaims(deps.db, state, page)
  const customers = new Map(rows.map(({ id, customer_id }) => [id, customer_id]))
  const views = await viewsOf(deps, rows)
  return { claims: views.map((view) => ({ ...view, customerId: String(customers.get(view.id)) })), total }
}

/**
 * Until when an order's parts can be claimed; throws if they cannot be. Reprinted parts were
 * claimed on the original order, where they are counted.
 */
export async function getClaimDeadline(db: Db | Trx, order: OrderRow, now: Date): Promise<Date> {
  if (order.original_order_id !== null) throw new AppError('CLAIM_ON_REPRINT')

  const lastDelivery = await findLastDelivery(db, order.id)
  if (!lastDelivery || !isClaimable(order.status)) throw new AppError('CLAIM_TOO_EARLY')

  const deadline = claimDeadline(lastDelivery)
  if (deadline < now) throw new AppError('CLAIM_TOO_LATE')
  return deadline
}

/** Returns a function that describes a product in the reader's language. */
export async function productNames(deps: Pick<Deps, 'catalogues' | 'thumbnails'>, order: OrderRow, language: Language) {
  const catalogue = await getOrderCatalogue(deps, order.catalogue_version)
  const words = await paperWords(language)
  const thumbnailKey = deps.thumbnails.within({ kind: 'order', id: order.id })

  return ({ id, name, thumbnail_id, quantity, ordered }: ProductRow) => ({
    lineId: id,
    name,
    thumbnailId: thumbnailKey(thumbnail_id),
    quantity,
    ...describeChoice(ordered.configuration, ordered.price?.process, { catalogue, words }),
  })
}

const hasModel = ({ upload_state, analysis_id, ordered }: ProductRow) =>
  upload_state === 'done' && analysis_id !== null && ordered.bodyIndex !== null

/** The products of an order, and how many parts of each can still be claimed. */
export async function getOrderToClaim(
  deps: Pick<Deps, 'catalogues' | 'clock' | 'db' | 'thumbnails'>,
  customerId: string,
  orderId: string,
  language: Language,
): Promise<OrderToClaim> {
  const order = await getOwnOrder(deps.db, customerId, orderId)
  const until = await getClaimDeadline(deps.db, order, deps.clock())
  const claimed = await countClaimedParts(deps.db, orderId)
  const describe = await productNames(deps, order, language)
  const products = await listProducts(deps.db, orderId)

  return {
    order: { id: order.id, number: order.number },
    until: until.toISOString(),
    lines: products.map((product) => ({
      ...describe(product),
      left: product.quantity - (claimed.get(product.id) ?? 0),
      hasModel: hasModel(product),
    })),
  }
}

/** The mesh of an ordered part; `NOT_FOUND` once its file has expired. */
export async function getProductMesh(
  deps: Pick<Deps, 'db' | 'files'>,
  customerId: string,
  orderId: string,
  lineId: string,
): Promise<Uint8Array> {
  await getOwnOrder(deps.db, customerId, orderId)
  const product = (await listProducts(deps.db, orderId)).find(({ id }) => id === lineId)
  if (!product || product.analysis_id === null || product.ordered.bodyIndex === null) throw new AppError('NOT_FOUND')

  const mesh = await findMesh(deps, product.analysis_id, product.ordered.bodyIndex)
  if (!mesh) throw new AppError('NOT_FOUND')
  return mesh
}

/** The customer's claims that wait for an answer or for the after-sale order, oldest first. */
export async function listClaimsToAnswer({ db }: Pick<Deps, 'db'>, customerId: string, limit: number) {
  const rows = await listWaitingClaims(db, customerId, limit)
  return rows.map(({ id, order_number, state }) => ({ claimId: id, orderNumber: order_number, state }))
}
