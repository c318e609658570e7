import { randomUUID } from 'node:crypto'
import { rightsOf } from '@cotation/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { ledgerViolations } from '#src/money/invariants.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { aPayer } from '#test/orders/payments.ts'
import { insertRow, rowsOf } from '#test/rows.ts'
import { withoutLocks } from '#test/without-locks.ts'
import { actOrPropose, approveProposal, refuseProposal, withdrawProposal } from './proposal.service.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ FOUR_EYES_REFUND_USD: '10' })
})

afterAll(async () => {
  expect(await ledgerViolations(app.deps.db, app.clock.now)).toEqual([])
  await app.close()
})

async function aStaffId(): Promise<string> {
  const name = randomUUID()
  const person = { email: `${name}@example.com`, name, role: 'administrator', created_at: app.clock.now } as const
  return insertRow(app.deps.db, 'staff_member', person)
}

const someStaff = (count: number) => Promise.all(Array.from({ length: count }, aStaffId))

const actor = (staffId: string) => ({ staffId, staffRights: rightsOf('administrator') })

/** A refund of 20 USD that waits for a second person. */
async function aProposedRefund() {
  const payer = await aPayer(app, { totalMinor: 50_00, balanceMinor: 50_00 })
  await payer.begin({ method: 'balance' })

  const proposerId = await aStaffId()
  const action = { kind: 'order-refund', orderId: payer.orderId, amountMinor: 20_00, key: randomUUID() } as const
  const proposal = await actOrPropose(app.deps, actor(proposerId), action, 'Rayure')
  if (!proposal) throw new Error('the refund needed no second person')
  return { payer, proposerId, proposalId: proposal.id }
}

/** The codes of refusals; any other failure fails the test. */
function refusalsOf(ends: readonly PromiseSettledResult<unknown>[]): string[] {
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  return failures.map((error) => {
    if (!(error instanceof AppError)) throw error
    return error.code
  })
}

describe('twenty concurrent approvals of a proposal', () => {
  const rush = (deps: Deps, proposalId: string, people: readonly string[]) =>
    Promise.allSettled(people.map((staffId) => approveProposal(deps, staffId, proposalId, 'Vu')))

  it('act once (STF-2)', async () => {
    const { payer, proposalId } = await aProposedRefund()
    const ends = await rush(app.deps, proposalId, await someStaff(20))
    expect(refusalsOf(ends)).toEqual(Array(19).fill('PROPOSAL_CLOSED'))
    expect(await payer.wallet()).toBe(20_00)
    expect(await rowsOf(app, 'proposal_decision', { proposal_id: proposalId })).toHaveLength(1)
  })

  it('do nothing if the proposer sends all of them', async () => {
    const { payer, proposerId, proposalId } = await aProposedRefund()
    const ends = await rush(app.deps, proposalId, Array(20).fill(proposerId))
    expect(refusalsOf(ends)).toEqual(Array(20).fill('SECOND_PERSON_NEEDED'))
    expect(await payer.wallet()).toBe(0)
  })

  it('act once even without locks, because the database accepts one decision', async () => {
    const { payer, proposalId } = await aProposedRefund()
    const ends = await rush(withoutLocks(app.deps), proposalId, await someStaff(20))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await payer.wallet()).toBe(20_00)
  })
})

it('one of concurrent approvals, refusals and withdrawals counts', async () => {
  const { payer, proposerId, proposalId } = await aProposedRefund()
  const people = await someStaff(12)
  const ends = await Promise.allSettled([
    withdrawProposal(app.deps, proposerId, proposalId, ''),
    ...people.map((staffId, i) => {
      const decide = i % 2 ? approveProposal : refuseProposal
      return decide(app.deps, staffId, proposalId, 'Vu')
    }),
  ])

  expect(refusalsOf(ends)).toEqual(Array(12).fill('PROPOSAL_CLOSED'))
  const [decision] = await rowsOf(app, 'proposal_decision', { proposal_id: proposalId })
  expect(await payer.wallet()).toBe(decision?.outcome === 'approved' ? 20_00 : 0)
})

describe('ten concurrent coupon offers of 1,000 USD by one person', () => {
  /** How many were issued without a second person. */
  async function offerAtOnce(deps: Deps): Promise<number> {
    const staffId = await aStaffId()
    const offers = Array.from({ length: 10 }, () =>
      actOrPropose(
        deps,
        actor(staffId),
        {
          kind: 'coupon-offer',
          code: `RUSH-${randomUUID().slice(0, 8).toUpperCase()}`,
          coupon: { type: 'amount', usd: 10, minGoodsUsd: 0 },
          mostUses: 100,
          redeemableUntil: '2027-01-01T00:00:00Z',
          validDays: 30,
        },
        '',
      ),
    )
    return (await Promise.all(offers)).filter((proposal) => proposal === null).length
  }

  it('are issued up to the limit of 5,000 USD', async () => {
    expect(await offerAtOnce(app.deps)).toBe(5)
  })

  it('exceed the limit without locks (control)', async () => {
    expect(await offerAtOnce(withoutLocks(app.deps))).toBeGreaterThan(5)
  })
})
