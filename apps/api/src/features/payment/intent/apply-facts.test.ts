import { randomUUID } from 'node:crypto'
import type { OrderStatus, PaymentState } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#core/config.ts'
import { createJobs, type Jobs } from '#core/jobs.ts'
import { openDatabase } from '#db/database.ts'
import { createCatalogueCache } from '#features/catalogue/catalogue-cache.ts'
import { closedOrderJob } from '#features/order/order.service.ts'
import { orderMailQueue } from '#features/order/order-mail.service.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { aCardIntent, aLedgerCustomer, ledgerTime } from '#test/orders/ledger.ts'
import { rowOf } from '#test/rows.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { recordFacts } from './apply-facts.service.ts'
import type { PaymentFact } from './facts.repository.ts'
import { endSessionJob, type PaymentDeps } from './settle-bill.service.ts'

const total = 5000

type Told = Pick<PaymentFact, 'type'> & Partial<Pick<PaymentFact, 'amountMinor' | 'currency'>>

interface Story {
  facts: readonly Told[]
  state: PaymentState
  status: OrderStatus
  captured: number
  refunded: number
}

const paid = { captured: total, refunded: 0 }
const unpaid = { captured: 0, refunded: 0 }
const capture: Told = { type: 'captured', amountMinor: total }
const back = (amountMinor: number): Told => ({ type: 'refunded', amountMinor })

/** Stories of a card payment with their expected results, written by hand. */
const stories: readonly Story[] = [
  { facts: [{ type: 'processing' }, capture], state: 'captured', status: 'paid', ...paid },
  { facts: [{ type: 'processing' }], state: 'processing', status: 'payment_pending', ...unpaid },
  { facts: [{ type: 'processing' }, { type: 'failed' }], state: 'failed', status: 'awaiting_payment', ...unpaid },
  { facts: [{ type: 'expired' }], state: 'expired', status: 'awaiting_payment', ...unpaid },
  { facts: [{ type: 'expired' }, capture], state: 'captured', status: 'paid', ...paid },
  { facts: [capture, back(1)], state: 'partially_refunded', status: 'paid', captured: total, refunded: 1 },
  {
    facts: [{ type: 'processing' }, capture, back(2000), back(2999)],
    state: 'partially_refunded',
    status: 'paid',
    captured: total,
    refunded: 4999,
  },
  {
    facts: [{ type: 'processing' }, capture, back(2000), back(3000)],
    state: 'refunded',
    status: 'refunded',
    captured: total,
    refunded: total,
  },
  { facts: [capture, { type: 'disputed' }], state: 'disputed', status: 'paid', ...paid },
  { facts: [capture, { type: 'disputed' }, { type: 'dispute_closed' }], state: 'captured', status: 'paid', ...paid },
  {
    facts: [{ type: 'processing' }, { type: 'captured', amountMinor: total - 1 }],
    state: 'held',
    status: 'payment_pending',
    captured: total - 1,
    refunded: 0,
  },
  {
    facts: [{ type: 'captured', amountMinor: total + 1 }, back(total + 1)],
    state: 'refunded',
    status: 'awaiting_payment',
    captured: total + 1,
    refunded: total + 1,
  },
  {
    facts: [{ type: 'captured', amountMinor: total, currency: 'EUR' }],
    state: 'held',
    status: 'payment_pending',
    ...unpaid,
  },
]

interface Payment extends Story {
  intentId: string
  orderId: string
  facts: PaymentFact[]
}

let deps: PaymentDeps & { jobs: Jobs }

// Enqueued jobs do not run.
beforeAll(async () => {
  const url = await copyDatabase()
  const jobs = await createJobs(url, silentLog)
  const queues = [orderMailQueue.name, closedOrderJob, endSessionJob]
  await jobs.declare(queues.map((name) => ({ name, run: async () => undefined })))

  const db = openDatabase(url, { maxConnections: 20 })
  const clock = () => ledgerTime
  const catalogues = createCatalogueCache(db, clock, packagedCatalogue)
  deps = { db, jobs, clock, catalogues, config: readConfig({ DATABASE_URL: url, DEMO: 'off' }) }
})

afterAll(async () => {
  await deps.jobs.stop()
  await deps.db.destroy()
})

async function aPayment(customerId: string, story: Story): Promise<Payment> {
  const { intentId, orderId } = await aCardIntent(deps.db, customerId, total)
  const facts = story.facts.map(({ type, amountMinor = 0, currency = 'USD' }) => ({
    provider: 'card' as const,
    id: `${type} ${randomUUID()}`,
    type,
    amountMinor,
    currency,
  }))

  return { ...story, intentId, orderId, facts }
}

/**
 * Repeats each fact one to ten times and shuffles the facts of all payments, reproducibly by seed.
 */
function deliveries(payments: readonly Payment[]): { intentId: string; fact: PaymentFact }[] {
  const all = payments.flatMap(({ intentId, facts }) => facts.map((fact) => ({ intentId, fact })))
  const counts = fc.sample(fc.integer({ min: 1, max: 10 }), { seed: 7, numRuns: all.length })
  const repeated = all.flatMap((one, index) => Array.from({ length: counts[index] ?? 1 }, () => one))
  const keys = fc.sample(fc.integer(), { seed: 8, numRuns: repeated.length })

  return repeated
    .map((one, index) => ({ one, key: keys[index] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

async function deliver(events: readonly { intentId: string; fact: PaymentFact }[], connections = 16): Promise<void> {
  const left = [...events]
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await recordFacts(deps, next.intentId, [next.fact])
  }
  await Promise.all(Array.from({ length: connections }, worker))
}

async function outcomeOf({ intentId, orderId }: { intentId: string; orderId: string }) {
  const intent = await rowOf({ deps }, 'payment_intent', { id: intentId })

  const order = await rowOf({ deps }, 'customer_order', { id: orderId })

  return {
    state: intent.state,
    status: order.status,
    captured: Number(intent.captured_minor),
    refunded: Number(intent.refunded_minor),
  }
}

const expected = ({ state, status, captured, refunded }: Payment) => ({ state, status, captured, refunded })

const postings = async (intentIds: string[]) =>
  (await deps.db.selectFrom('ledger_transaction').select('id').where('intent_id', 'in', intentIds).execute()).length

describe('payment facts', () => {
  it('give the oracle’s states for 10,000 facts, repeated and shuffled over many connections (PAY-3)', async () => {
    const customerId = await aLedgerCustomer(deps.db)
    const payments: Payment[] = []
    let events: ReturnType<typeof deliveries> = []
    while (events.length < 10_000) {
      for (let round = 0; round < 10; round++)
        for (const story of stories) payments.push(await aPayment(customerId, story))
      events = deliveries(payments)
    }

    await deliver(events.slice(0, 10_000))
    await deliver(payments.flatMap(({ intentId, facts }) => facts.map((fact) => ({ intentId, fact }))))

    const outcomes = await Promise.all(payments.map(outcomeOf))
    expect(outcomes).toEqual(payments.map(expected))

    const moved = payments.flatMap(({ facts }) =>
      facts.filter(({ type, currency }) => currency === 'USD' && (type === 'captured' || type === 'refunded')),
    )

    expect(await postings(payments.map(({ intentId }) => intentId))).toBe(moved.length)
    expect(await ledgerViolations(deps.db)).toEqual([])
  }, 240_000)

  it('post one capture once when it is reported 500 times at once (PAY-3)', async () => {
    const customerId = await aLedgerCustomer(deps.db)
    const payment = await aPayment(customerId, { facts: [capture], state: 'captured', status: 'paid', ...paid })
    await deliver(
      Array.from({ length: 500 }, () => ({ intentId: payment.intentId, fact: payment.facts[0] as PaymentFact })),
    )

    expect(await outcomeOf(payment)).toEqual(expected(payment))
    expect(await postings([payment.intentId])).toBe(1)
    expect(await ledgerViolations(deps.db)).toEqual([])
  })

  it('fail the oracle if they are identified by message instead of by fact (control)', async () => {
    const customerId = await aLedgerCustomer(deps.db)
    const payment = await aPayment(customerId, { facts: [capture], state: 'captured', status: 'paid', ...paid })
    const [fact] = payment.facts
    for (const message of ['first', 'second'])
      await recordFacts(deps, payment.intentId, [{ ...(fact as PaymentFact), id: message + payment.intentId }])
    expect(await outcomeOf(payment)).not.toEqual(expected(payment))
  })

  it('give the same end state in every sequence (PAY-3)', async () => {
    const customerId = await aLedgerCustomer(deps.db)
    for (const story of stories) {
      for (const sequence of sequencesOf(story.facts.length)) {
        const payment = await aPayment(customerId, story)
        for (const index of sequence) await recordFacts(deps, payment.intentId, [payment.facts[index] as PaymentFact])
        expect({ sequence, ...(await outcomeOf(payment)) }).toEqual({ sequence, ...expected(payment) })
      }
    }

    expect(await ledgerViolations(deps.db)).toEqual([])
  })
})

function sequencesOf(length: number): number[][] {
  if (length === 0) return [[]]
  return sequencesOf(length - 1).flatMap((sequence) =>
    Array.from({ length }, (_, at) => [...sequence.slice(0, at), length - 1, ...sequence.slice(at)]),
  )
}
