import { randomUUID } from 'node:crypto'
import type { PaymentMethod, PaymentState } from '@cotation/domain'
import type { Db, Trx } from '#db/database.ts'
import { openDatabase } from '#db/database.ts'
import { type LedgerLine, type Posting, post } from '#src/money/ledger.ts'
import { creditLot, lockPoints } from '#src/money/points.ts'
import { insertRow } from '#test/rows.ts'
import { copyDatabase } from '#test/test-databases.ts'

export const ledgerTime = new Date('2026-03-02T09:00:00Z')

/** A new database for the ledger with a connection pool of this size. */
export async function aLedger(maxConnections = 10): Promise<Db> {
  return openDatabase(await copyDatabase(), { maxConnections })
}

/** A customer for postings, who cannot log in. */
export async function aLedgerCustomer(db: Db | Trx): Promise<string> {
  return insertRow(db, 'customer', {
    email: `${randomUUID()}@example.com`,
    username: 'Payer',
    account_type: 'enterprise',
    language: 'fr',
    created_at: ledgerTime,
  })
}

/** Posts in a new transaction. */
export const posted = (db: Db, posting: Partial<Posting> & { lines: readonly LedgerLine[] }, now = ledgerTime) =>
  db.transaction().execute((trx) => post(trx, now, { kind: 'adjustment', key: randomUUID(), ...posting }))

/** Adds goodwill money to a customer's balance. */
export const funded = (db: Db, customerId: string, amountMinor: number, now = ledgerTime) =>
  posted(
    db,
    {
      customerId,
      lines: [
        { account: { kind: 'goodwill' }, amountMinor },
        { account: { kind: 'wallet', customerId }, amountMinor: -amountMinor },
      ],
    },
    now,
  )

/** Credits points to a customer as a lot. */
export const pointsEarned = (
  db: Db,
  customerId: string,
  points: number,
  { now = ledgerTime, orderId }: { now?: Date; orderId?: string } = {},
) =>
  db.transaction().execute(async (trx) => {
    const locked = await lockPoints(trx, customerId, now)
    const credit = { kind: 'points-earned', key: randomUUID(), points } as const
    return creditLot(trx, locked, { ...credit, ...(orderId !== undefined && { orderId }) })
  })

/** Runs `work` `count` times, at most one call per connection, so that none waits for the pool. */
export async function atOnce<T>(count: number, connections: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < count; i = next++) done.push(await work(i))
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return done
}

let orders = 0
const draft = '2000-01-01.1'

/** An order with a total and without lines. */
export async function anOrderOf(db: Db, customerId: string, totalMinor = 5000): Promise<string> {
  orders++
  await db
    .insertInto('catalogue_version')
    .values({
      version: draft,
      content: '{}',
      content_hash: Buffer.alloc(32),
      author: 'test',
      comment: '',
      created_at: ledgerTime,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

  return insertRow(db, 'customer_order', {
    number: `L-${orders}`,
    customer_id: customerId,
    submission_key: randomUUID(),
    status: 'awaiting_payment',
    language: 'fr',
    catalogue_version: draft,
    total: '{}',
    total_minor: totalMinor,
    currency: 'USD',
    points: 0,
    shipping_address: '{}',
    billing_address: '{}',
    carrier: 'dhl',
    freight_account: '',
    dates: '{}',
    po_number: '',
    comment: '',
    placed_at: ledgerTime,
  })
}

interface Paid {
  orderId?: string
  additionalCostId?: string
  reloadId?: string
  method?: PaymentMethod
  state?: PaymentState
  amountMinor?: number
  capturedMinor?: number
  refundedMinor?: number
  /** The page at the provider. */
  session?: string
  at?: Date
}

/** A payment with the events of its sums; the caller posts to the ledger. */
export async function aPaymentOf(db: Db, customerId: string, paid: Paid): Promise<string> {
  const { amountMinor = 5000, capturedMinor = 0, refundedMinor = 0, at = ledgerTime } = paid
  const id = await insertRow(db, 'payment_intent', {
    customer_id: customerId,
    order_id: paid.orderId ?? null,
    additional_cost_id: paid.additionalCostId ?? null,
    reload_id: paid.reloadId ?? null,
    method: paid.method ?? 'card',
    amount_minor: amountMinor,
    currency: 'USD',
    usd_minor: amountMinor,
    state: paid.state ?? 'captured',
    captured_minor: capturedMinor,
    refunded_minor: refundedMinor,
    provider_session: paid.session ?? null,
    created_at: at,
  })

  const told = [
    { type: 'captured', amount_minor: capturedMinor },
    { type: 'refunded', amount_minor: refundedMinor },
  ] as const
  for (const { type, amount_minor } of told) {
    if (amount_minor === 0) continue
    const fact = { provider: 'test', event_id: randomUUID(), currency: 'USD', detail: '{}', received_at: at }
    await db
      .insertInto('payment_event')
      .values({ ...fact, intent_id: id, type, amount_minor })
      .execute()
  }

  return id
}

/** An order with a card payment that has a page at the provider. */
export async function aCardIntent(db: Db, customerId: string, amountMinor = 5000) {
  const orderId = await anOrderOf(db, customerId, amountMinor)
  const payment = { orderId, amountMinor, state: 'requires_action', session: `cs_${randomUUID()}` } as const
  return { orderId, intentId: await aPaymentOf(db, customerId, payment) }
}

/** A paid additional cost of an order. */
export async function aPaidCostOf(db: Db, customerId: string, totalMinor = 2500): Promise<string> {
  orders++

  return insertRow(db, 'additional_cost', {
    number: `A-${orders}`,
    order_id: await anOrderOf(db, customerId),
    customer_id: customerId,
    request_key: randomUUID(),
    reason: 'other',
    explanation: 'Essai',
    state: 'paid',
    language: 'fr',
    currency: 'USD',
    net_minor: totalMinor,
    tax_minor: 0,
    total_minor: totalMinor,
    deadline: ledgerTime,
    created_at: ledgerTime,
    paid_at: ledgerTime,
  })
}

/** An unpaid reload of the balance. */
export async function aReloadOf(db: Db, customerId: string, amountMinor = 10_000, at = ledgerTime): Promise<string> {
  orders++

  return insertRow(db, 'reload', {
    number: `R-${orders}`,
    customer_id: customerId,
    submission_key: randomUUID(),
    amount_minor: amountMinor,
    created_at: at,
  })
}
