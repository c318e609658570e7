import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { cancelOrder } from '#features/payment/cancel-order.service.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aCustomer, aStaffBrowser } from '#test/builders.ts'
import { aDeliveredOrder } from '#test/orders/claims.ts'
import { rowOf, rowsOf } from '#test/rows.ts'
import { openClaim, withdrawClaim } from './claim.service.ts'
import { placeReprintByStaff } from './reprint.service.ts'
import { acceptClaim, rejectClaim, settleClaim } from './staff-claim.service.ts'

const ordered = 7

let app: TestApp
let staffId: string

beforeAll(async () => {
  app = await startApp()
  await aStaffBrowser(app)
  staffId = (await rowOf(app, 'staff_member', {})).id
})

afterAll(() => app.close())

interface Step {
  action: 'claim' | 'accept' | 'reject' | 'withdraw' | 'reprint' | 'credit' | 'cancel'
  /** Which of the claims so far, modulo their number. */
  target: number
  quantity: number
}

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(
    'claim',
    'claim',
    'accept',
    'accept',
    'reprint',
    'reprint',
    'reject',
    'withdraw',
    'credit',
    'cancel',
  ),
  target: fc.nat(20),
  quantity: fc.integer({ min: 1, max: ordered }),
})

/** An order whose claims are opened, decided and settled by many at once. */
async function aClaimedOrder(deps: Deps) {
  const { id: customerId } = await aCustomer(app)
  const { order, lineIds } = await aDeliveredOrder(app, customerId, { quantity: ordered })
  const [lineId = ''] = lineIds
  const claimIds: string[] = []

  const claim = async (quantity: number) => {
    const lines = [{ lineId, quantity, place: null }]
    const input = { submissionKey: randomUUID(), lines, reason: 'missing', text: 'Il en manque', photoIds: [] } as const
    claimIds.push(await openClaim(deps, customerId, order.id, { ...input, lines, photoIds: [] }))
  }

  const cancelReprint = async (claimId: string) => {
    const [reprint] = await rowsOf(app, 'customer_order', { claim_id: claimId, status: 'paid' })
    if (reprint) await cancelOrder(deps, { customerId, language: 'fr' }, reprint.id, 'Non')
  }

  const run = ({ action, target, quantity }: Step): Promise<unknown> => {
    const claimId = claimIds[target % claimIds.length]
    if (action === 'claim' || claimId === undefined) return claim(quantity)

    const decision = { claimId, staffId, text: 'Vu' }
    const actions = {
      accept: () => acceptClaim(deps, decision),
      reject: () => rejectClaim(deps, decision),
      withdraw: () => withdrawClaim(deps, customerId, claimId),
      reprint: () => placeReprintByStaff(deps, claimId, [{ lineId, quantity }], staffId),
      credit: () =>
        deps.db
          .transaction()
          .execute((trx) =>
            settleClaim(deps, trx, { claimId, staffId, by: 'credit', amountMinor: 1, reason: 'Geste' }),
          ),
      cancel: () => cancelReprint(claimId),
    }
    return actions[action]()
  }

  /** Runs steps at once; a refusal is an answer, anything else a failure. */
  const runAtOnce = async (steps: readonly Step[]) => {
    const ends = await Promise.allSettled(steps.map(run))
    for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof AppError)) throw end.reason
  }

  return { orderId: order.id, runAtOnce }
}

/** How many parts of an order are claimed, made again, and compensated in any way. */
async function countParts(orderId: string) {
  const { rows } = await sql<{ claimed: number; reprinted: number; compensated: number; tooMany: number }>`
    with claim as (
      select claim.id, claim.state, line.quantity,
        coalesce((select sum(made.quantity) from customer_order reprint join order_line made on made.order_id = reprint.id
          where reprint.claim_id = claim.id and reprint.status <> 'cancelled'), 0) as reprinted
      from after_sale_claim claim join after_sale_line line on line.claim_id = claim.id
      where claim.order_id = ${orderId})
    select coalesce(sum(quantity) filter (where state not in ('rejected', 'withdrawn')), 0)::int as claimed,
      coalesce(sum(reprinted), 0)::int as reprinted,
      coalesce(sum(case when state in ('refunded', 'credited') then quantity else reprinted end), 0)::int as compensated,
      (count(*) filter (where reprinted > quantity or reprinted > 0 and state <> 'accepted'))::int as "tooMany"
    from claim`.execute(app.deps.db)
  return rows[0] ?? { claimed: 0, reprinted: 0, compensated: 0, tooMany: 0 }
}

describe('concurrent claims, decisions, reprints and withdrawals', () => {
  it('never give back more parts than were ordered', { timeout: 120_000 }, async () => {
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 3, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const { orderId, runAtOnce } = await aClaimedOrder(app.deps)
        for (const batch of all) {
          await runAtOnce(batch)
          const { claimed, reprinted, compensated, tooMany } = await countParts(orderId)
          expect(tooMany).toBe(0)
          expect(Math.max(claimed, reprinted, compensated)).toBeLessThanOrEqual(ordered)
        }
      }),
      // Each case places and delivers an order.
      { numRuns: 12 },
    )
    expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])
  })

  it('claim exactly what was ordered if everybody claims one part at once', async () => {
    const { orderId, runAtOnce } = await aClaimedOrder(app.deps)
    await runAtOnce(Array.from({ length: 12 }, () => ({ action: 'claim', target: 0, quantity: 1 }) as const))
    expect((await countParts(orderId)).claimed).toBe(ordered)
  })

  it('claim too much without the lock of the order (control)', async () => {
    const withoutLocks: KyselyPlugin = {
      transformQuery: ({ node }) => (node.kind === 'SelectQueryNode' ? { ...node, endModifiers: [] } : node),
      transformResult: async ({ result }) => result,
    }
    const { orderId, runAtOnce } = await aClaimedOrder({ ...app.deps, db: app.deps.db.withPlugin(withoutLocks) })
    await runAtOnce(Array.from({ length: 8 }, () => ({ action: 'claim', target: 0, quantity: ordered }) as const))
    expect((await countParts(orderId)).claimed).toBeGreaterThan(ordered)
  })
})
