import type { claimAnswerBody, claimBody } from '@cotation/contracts'
import { type ClaimState, canMoveClaim, isOpenClaim } from '@cotation/domain'
import type { z } from 'zod'
import { AppError, type RefusedField } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { OrderRow } from '#db/order-rows.ts'
import { withRetry } from '#db/with-retry.ts'
import { lockOrder, lockOwnOrder } from '#features/order/order.service.ts'
import { isOnOrderedPart } from '#features/order/part-place.service.ts'
import { touchUploads } from '#features/upload/records/upload.service.ts'
import { enqueueClaimMail } from './after-sale-mail.service.ts'
import {
  type ClaimChange,
  type ClaimLineRow,
  type ClaimRow,
  countClaimedParts,
  findClaim,
  findReprint,
  findSubmittedClaim,
  insertClaim,
  insertClaimEvent,
  listClaimEvents,
  listClaimLines,
  listProducts,
  type NumberedClaim,
  type ProductRow,
  updateClaim,
} from './claim.repository.ts'
import { getClaimDeadline } from './claim-view.service.ts'
import { listPhotos } from './photo.repository.ts'
import { usePhotos } from './photo.service.ts'

type ClaimInput = z.output<typeof claimBody>
type ClaimDeps = Pick<Deps, 'clock' | 'db' | 'jobs'>

/**
 * Opens a claim about delivered parts. Idempotent by submission key; another content under the same
 * key is refused. The order's lock covers all its claims: of concurrent ones, no part is claimed
 * twice.
 */
export async function openClaim(
  deps: ClaimDeps,
  customerId: string,
  orderId: string,
  input: ClaimInput,
): Promise<string> {
  return withRetry(
    () => deps.db.transaction().execute((trx) => findOrOpenClaim(deps, trx, { customerId, orderId }, input)),
    // The same form sent for two orders at once: the next try finds the claim of the other.
    { uniqueColumn: 'submission_key' },
  )
}

async function findOrOpenClaim(
  deps: ClaimDeps,
  trx: Trx,
  { customerId, orderId }: { customerId: string; orderId: string },
  input: ClaimInput,
): Promise<string> {
  const now = deps.clock()
  const order = await lockOwnOrder(trx, customerId, orderId)
  const known = await findSubmittedClaim(trx, customerId, input.submissionKey)
  if (known) {
    if (!(await isSame(trx, known, orderId, input)))
      throw new AppError('CLAIM_SENT', { orderNumber: known.order_number })
    return known.id
  }

  const products = await getClaimedProducts(trx, order, input.lines)
  await getClaimDeadline(trx, order, now)
  await assertPartsLeft(trx, order, input.lines, products)
  await assertPlaces(trx, input.lines, products)

  const { submissionKey, reason, lines, text } = input
  const claim = await insertClaim(trx, { customerId, orderId, submissionKey, reason, lines, now })
  const eventId = await insertClaimEvent(trx, {
    claim_id: claim.id,
    at: now,
    from_state: null,
    to_state: claim.state,
    actor: 'customer',
    staff_id: null,
    text,
  })
  await usePhotos(trx, customerId, input.photoIds, eventId, now)

  // Otherwise the files could expire before the parts are made again.
  const uploadIds = products.map(({ upload_id }) => upload_id)
  await touchUploads(trx, uploadIds, now)

  await enqueueClaimMail(deps, trx, eventId)
  return claim.id
}

/**
 * Whether a form that was sent again still says the same. Its first answer may have been lost and
 * the form edited since: the old claim alone would drop the edits silently.
 */
async function isSame(trx: Trx, claim: NumberedClaim, orderId: string, input: ClaimInput): Promise<boolean> {
  const [opening] = await listClaimEvents(trx, [claim.id])
  if (!opening || claim.order_id !== orderId) return false
  if (claim.reason !== input.reason || opening.text !== input.text) return false

  const photos = await listPhotos(trx, [opening.id])
  const lines = await listClaimLines(trx, [claim.id])
  const photoIds = new Set(input.photoIds)

  return (
    photos.length === photoIds.size &&
    photos.every(({ id }) => photoIds.has(id)) &&
    lines.length === input.lines.length &&
    lines.every((line) => input.lines.some((sent) => isSameLine(line, sent)))
  )
}

const isSameLine = (line: ClaimLineRow, sent: ClaimInput['lines'][number]): boolean =>
  line.lineId === sent.lineId &&
  line.quantity === sent.quantity &&
  JSON.stringify(line.place) === JSON.stringify(sent.place)

/** The product of each claimed line. Another order's line and an unknown one throw `NOT_FOUND`. */
async function getClaimedProducts(
  trx: Trx,
  order: OrderRow,
  lines: readonly { lineId: string }[],
): Promise<ProductRow[]> {
  const products = await listProducts(trx, order.id)
  return lines.map(({ lineId }) => {
    const product = products.find(({ id }) => id === lineId)
    if (!product) throw new AppError('NOT_FOUND')
    return product
  })
}

/** Claimed ≤ ordered − claimed before, for each line. */
async function assertPartsLeft(
  trx: Trx,
  order: OrderRow,
  lines: ClaimInput['lines'],
  products: readonly ProductRow[],
): Promise<void> {
  const claimed = await countClaimedParts(trx, order.id)

  const fields: RefusedField[] = []
  for (const [i, product] of products.entries()) {
    const left = product.quantity - (claimed.get(product.id) ?? 0)
    if ((lines[i]?.quantity ?? 0) <= left) continue

    fields.push({ path: `lines.${i}.quantity`, code: left > 0 ? 'CLAIM_QUANTITY' : 'CLAIM_NONE_LEFT' })
  }

  // Each with its field: the form stays open and shows which count has changed.
  if (fields.length > 0) throw new AppError('CLAIM_QUANTITY', { fields })
}

/** A place is shown on the model, so it must be on the part. */
async function assertPlaces(trx: Trx, lines: ClaimInput['lines'], products: readonly ProductRow[]): Promise<void> {
  for (const [i, { id }] of products.entries()) {
    const place = lines[i]?.place
    if (!place || (await isOnOrderedPart(trx, id, place))) continue

    throw new AppError('VALIDATION', { fields: [{ path: `lines.${i}.place`, code: 'PLACE_OUTSIDE' }] })
  }
}

/** A claim whose order is locked. */
export interface LockedClaim {
  claim: ClaimRow
  order: OrderRow
}

/** The order's lock covers its claims. An unknown claim throws `NOT_FOUND`. */
export async function lockClaim(trx: Trx, claimId: string): Promise<LockedClaim> {
  const unlocked = await findClaim(trx, claimId)
  if (!unlocked) throw new AppError('NOT_FOUND')

  const order = await lockOrder(trx, unlocked.order_id)
  const claim = await findClaim(trx, claimId)
  if (!claim) throw new AppError('NOT_FOUND')
  return { claim, order }
}

async function lockOwnClaim(trx: Trx, customerId: string, claimId: string): Promise<LockedClaim> {
  const claim = await findClaim(trx, claimId)
  // Before the lock: strangers must not make the owner wait.
  if (claim?.customer_id !== customerId) throw new AppError('NOT_FOUND')
  return lockClaim(trx, claimId)
}

interface ClaimMove {
  to: ClaimState
  actor: 'customer' | 'staff'
  staffId?: string
  text: string
  change?: Omit<ClaimChange, 'state'>
}

/**
 * Moves a locked claim along its table, records who did it and what was said, and enqueues the
 * mail. Throws `CLAIM_STATE` if the table forbids the move or an after-sale order has settled the
 * claim.
 */
export async function moveClaim(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  claim: ClaimRow,
  { to, actor, staffId, text, change }: ClaimMove,
  now: Date,
): Promise<string> {
  if (!canMoveClaim(claim.state, to) || (await findReprint(trx, claim.id))) throw new AppError('CLAIM_STATE')

  const end = isOpenClaim(to) ? {} : { closed_at: now }
  await updateClaim(trx, claim.id, { state: to, ...end, ...change })

  const eventId = await insertClaimEvent(trx, {
    claim_id: claim.id,
    at: now,
    from_state: claim.state,
    to_state: to,
    actor,
    staff_id: staffId ?? null,
    text,
  })
  await enqueueClaimMail(deps, trx, eventId)

  return eventId
}

/** The customer answers a question, with more photos. */
export async function answerQuestion(
  deps: ClaimDeps,
  customerId: string,
  claimId: string,
  { text, photoIds }: z.output<typeof claimAnswerBody>,
): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const { claim } = await lockOwnClaim(trx, customerId, claimId)
    const eventId = await moveClaim(deps, trx, claim, { to: 'open', actor: 'customer', text }, now)
    await usePhotos(trx, customerId, photoIds, eventId, now)
  })
}

/** The customer withdraws a claim; its parts can be claimed again. */
export async function withdrawClaim(deps: ClaimDeps, customerId: string, claimId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { claim } = await lockOwnClaim(trx, customerId, claimId)
    await moveClaim(deps, trx, claim, { to: 'withdrawn', actor: 'customer', text: '' }, deps.clock())
  })
}
