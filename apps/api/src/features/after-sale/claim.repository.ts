import { type ClaimReason, type ClaimState, claimStates, holdsParts, type UploadState } from '@cotation/domain'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import { type Page, readPage } from '#db/lists.ts'
import type { AfterSaleClaimTable, AfterSaleEventTable, OrderLineTable } from '#db/schema.generated.ts'

export type ClaimRow = Selectable<AfterSaleClaimTable>
export type ClaimEventRow = Selectable<AfterSaleEventTable>
export type ProductRow = Selectable<OrderLineTable> & { upload_state: UploadState; analysis_id: string | null }

/** A claim with its order's number. */
export type NumberedClaim = ClaimRow & { order_number: string }

const numbered = (db: Db | Trx) =>
  db
    .selectFrom('after_sale_claim')
    .innerJoin('customer_order', 'customer_order.id', 'after_sale_claim.order_id')
    .selectAll('after_sale_claim')
    .select('customer_order.number as order_number')

export async function findClaim(db: Db | Trx, claimId: string): Promise<NumberedClaim | undefined> {
  return numbered(db).where('after_sale_claim.id', '=', claimId).executeTakeFirst()
}

export async function findSubmittedClaim(
  trx: Trx,
  customerId: string,
  submissionKey: string,
): Promise<NumberedClaim | undefined> {
  return numbered(trx)
    .where('after_sale_claim.customer_id', '=', customerId)
    .where('after_sale_claim.submission_key', '=', submissionKey)
    .executeTakeFirst()
}

/** The accepted claim with these two numbers, which customers type. */
export async function findWorkOrder(
  db: Db,
  customerId: string,
  { orderNumber, workOrderNumber }: { orderNumber: string; workOrderNumber: string },
): Promise<NumberedClaim | undefined> {
  return numbered(db)
    .where('after_sale_claim.work_order_number', '=', workOrderNumber.toUpperCase())
    .where('after_sale_claim.state', '=', 'accepted')
    .where('after_sale_claim.customer_id', '=', customerId)
    .where('customer_order.number', '=', orderNumber.toUpperCase())
    .executeTakeFirst()
}

/** Claims of a customer, newest first. */
export function listOwnClaims(db: Db, customerId: string, page: Page) {
  const own = numbered(db).where('after_sale_claim.customer_id', '=', customerId)
  return readPage(own.orderBy('opened_at', 'desc').orderBy('after_sale_claim.id'), page)
}

/** Claims of all customers, oldest first. */
export function listAllClaims(db: Db, state: ClaimState | undefined, page: Page) {
  const all = state ? numbered(db).where('after_sale_claim.state', '=', state) : numbered(db)
  return readPage(all.orderBy('opened_at').orderBy('after_sale_claim.id'), page)
}

interface NewClaim {
  customerId: string
  orderId: string
  submissionKey: string
  reason: ClaimReason
  lines: readonly { lineId: string; quantity: number; place: [number, number, number] | null }[]
  now: Date
}

export async function insertClaim(trx: Trx, claim: NewClaim): Promise<ClaimRow> {
  const row = await trx
    .insertInto('after_sale_claim')
    .values({
      customer_id: claim.customerId,
      order_id: claim.orderId,
      submission_key: claim.submissionKey,
      state: 'open',
      reason: claim.reason,
      opened_at: claim.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

  await trx
    .insertInto('after_sale_line')
    .values(
      claim.lines.map(({ lineId, quantity, place }) => ({
        claim_id: row.id,
        order_line_id: lineId,
        quantity,
        place_mm: place,
      })),
    )
    .execute()

  return row
}

export async function insertClaimEvent(trx: Trx, event: Omit<ClaimEventRow, 'id'>): Promise<string> {
  const { id } = await trx.insertInto('after_sale_event').values(event).returning('id').executeTakeFirstOrThrow()
  return id
}

export type ClaimChange = Pick<ClaimRow, 'state'> &
  Partial<Pick<ClaimRow, 'work_order_number' | 'closed_at'>> & { settled_minor?: number }

export async function updateClaim(trx: Trx, claimId: string, change: ClaimChange): Promise<void> {
  await trx.updateTable('after_sale_claim').set(change).where('id', '=', claimId).execute()
}

/** "W-26-10001": the year and a sequence number. */
export async function nextWorkOrderNumber(trx: Trx, now: Date): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select ${`W-${String(now.getUTCFullYear()).slice(2)}-`}::text || nextval('work_order_number') as number`.execute(
    trx,
  )
  return String(rows[0]?.number)
}

/** The products of an order, in its sequence. */
export function listProducts(db: Db | Trx, orderId: string): Promise<ProductRow[]> {
  return db
    .selectFrom('order_line')
    .innerJoin('upload', 'upload.id', 'order_line.upload_id')
    .selectAll('order_line')
    .select(['upload.state as upload_state', 'upload.analysis_id'])
    .where('order_line.order_id', '=', orderId)
    .orderBy('order_line.position')
    .execute()
}

const holding = claimStates.filter(holdsParts)

/** How many parts of each line are claimed, by line. */
export async function countClaimedParts(db: Db | Trx, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('after_sale_line')
    .innerJoin('after_sale_claim', 'after_sale_claim.id', 'after_sale_line.claim_id')
    .select(['order_line_id', sql<number>`sum(quantity)::int`.as('parts')])
    .where('after_sale_claim.order_id', '=', orderId)
    .where('after_sale_claim.state', 'in', holding)
    .groupBy('order_line_id')
    .execute()
  return new Map(rows.map(({ order_line_id, parts }) => [order_line_id, parts]))
}

/** When the last parcel of an order arrived; without a report about parcels, when the order did. */
export async function findLastDelivery(db: Db | Trx, orderId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select coalesce(max(parcel.delivered_at), placed.delivered_at) as at
    from customer_order placed left join parcel on parcel.order_id = placed.id
    where placed.id = ${orderId} group by placed.id`.execute(db)
  return rows[0]?.at ?? null
}

interface DeliveredOrder {
  id: string
  number: string
  lastDelivery: Date
}

/** Orders of a customer with a delivery since a moment and parts that are not claimed. */
export async function listClaimableOrders(db: Db, customerId: string, since: Date): Promise<DeliveredOrder[]> {
  const { rows } = await sql<DeliveredOrder>`
    select placed.id, placed.number, delivery.last as "lastDelivery"
    from customer_order placed
    cross join lateral (
      select coalesce(max(parcel.delivered_at), placed.delivered_at) as last
      from parcel where parcel.order_id = placed.id) delivery
    where placed.customer_id = ${customerId} and placed.original_order_id is null
      and placed.status in ('shipped', 'delivered', 'completed') and delivery.last >= ${since}
      and (select sum(quantity) from order_line where order_id = placed.id) > coalesce((
        select sum(claimed.quantity) from after_sale_line claimed
        join after_sale_claim claim on claim.id = claimed.claim_id
        where claim.order_id = placed.id and claim.state in (${sql.join(holding)})), 0)
    order by delivery.last desc, placed.number desc limit 100`.execute(db)
  return rows
}

export interface ClaimLineRow {
  claim_id: string
  lineId: string
  name: string
  thumbnail_id: string | null
  quantity: number
  ordered: number
  place: [number, number, number] | null
}

export function listClaimLines(db: Db | Trx, claimIds: readonly string[]): Promise<ClaimLineRow[]> {
  return db
    .selectFrom('after_sale_line')
    .innerJoin('order_line', 'order_line.id', 'after_sale_line.order_line_id')
    .select([
      'after_sale_line.claim_id',
      'order_line.id as lineId',
      'order_line.name',
      'order_line.thumbnail_id',
      'after_sale_line.quantity',
      'order_line.quantity as ordered',
      'after_sale_line.place_mm as place',
    ])
    .where('after_sale_line.claim_id', 'in', claimIds)
    .orderBy('order_line.position')
    .execute()
}

export function listClaimEvents(db: Db | Trx, claimIds: readonly string[]): Promise<ClaimEventRow[]> {
  return db.selectFrom('after_sale_event').selectAll().where('claim_id', 'in', claimIds).orderBy('id').execute()
}

/** The member of staff who accepted a claim; a claim is accepted once. */
export async function findAccepter(trx: Trx, claimId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('after_sale_event')
    .select('staff_id')
    .where('claim_id', '=', claimId)
    .where('to_state', '=', 'accepted')
    .executeTakeFirst()
  return row?.staff_id ?? null
}

interface OpenSettlement {
  id: string
  by: 'refund' | 'credit'
  amountMinor: number
  proposedBy: string
  proposedAt: Date
}

/** A settlement that a second person has not decided about. */
export async function findOpenSettlement(db: Db, requestKey: string, now: Date): Promise<OpenSettlement | undefined> {
  const { rows } = await sql<OpenSettlement>`
    select proposal.id, proposal.action ->> 'by' as by, (proposal.action ->> 'amountMinor')::int as "amountMinor",
      proposer.name as "proposedBy", proposal.proposed_at as "proposedAt"
    from proposal join staff_member proposer on proposer.id = proposal.proposed_by
    where proposal.request_key = ${requestKey} and proposal.expires_at > ${now} and not exists (
      select from proposal_decision where proposal_id = proposal.id)`.execute(db)
  return rows[0]
}

/** The after-sale orders (reprints) of claims, without cancelled ones: at most one per claim. */
export function listReprints(db: Db | Trx, claimIds: readonly string[]) {
  return db
    .selectFrom('customer_order')
    .select(['id', 'number', 'status', 'claim_id'])
    .where('claim_id', 'in', claimIds)
    .where('status', '<>', 'cancelled')
    .execute()
}

export async function findReprint(db: Db | Trx, claimId: string) {
  const [reprint] = await listReprints(db, [claimId])
  return reprint
}

/** The original lines of a reprint with their refabrication quantities. */
export async function listRefabricated(trx: Trx, reprintId: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('order_line')
    .select(['original_line_id', 'quantity'])
    .where('order_id', '=', reprintId)
    .execute()
  return new Map(rows.map(({ original_line_id, quantity }) => [String(original_line_id), quantity]))
}

/** What a mail about an event needs. */
export function findEventToMail(db: Db, eventId: string) {
  return db
    .selectFrom('after_sale_event')
    .innerJoin('after_sale_claim', 'after_sale_claim.id', 'after_sale_event.claim_id')
    .innerJoin('customer_order', 'customer_order.id', 'after_sale_claim.order_id')
    .select([
      'after_sale_event.id',
      'after_sale_event.from_state',
      'after_sale_event.to_state',
      'after_sale_event.text',
      'after_sale_claim.id as claimId',
      'after_sale_claim.reason',
      'after_sale_claim.work_order_number as workOrderNumber',
      'after_sale_claim.settled_minor as settledMinor',
      'customer_order.number',
      'customer_order.po_number as poNumber',
      'customer_order.language',
      'after_sale_claim.customer_id as customerId',
    ])
    .where('after_sale_event.id', '=', eventId)
    .executeTakeFirst()
}

/** Claims with a question, and accepted ones without an after-sale order. */
export async function listWaitingClaims(db: Db, customerId: string, limit: number) {
  return db
    .selectFrom('after_sale_claim')
    .innerJoin('customer_order', 'customer_order.id', 'after_sale_claim.order_id')
    .select(['after_sale_claim.id', 'after_sale_claim.state', 'customer_order.number as order_number'])
    .$narrowType<{ state: 'question' | 'accepted' }>()
    .where('after_sale_claim.customer_id', '=', customerId)
    .where('after_sale_claim.state', 'in', ['question', 'accepted'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customer_order as reprint')
            .select('reprint.id')
            .whereRef('reprint.claim_id', '=', 'after_sale_claim.id')
            .where('reprint.status', '<>', 'cancelled'),
        ),
      ),
    )
    .orderBy('after_sale_claim.opened_at')
    .orderBy('after_sale_claim.id')
    .limit(limit)
    .execute()
}
