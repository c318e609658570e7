import { randomUUID } from 'node:crypto'
import type { Api, ProposalView } from '@cotation/contracts'
import { type Coupon, type ProposalState, rightsOf, type StaffRight, type StaffRole } from '@cotation/domain'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db, Trx } from '#db/database.ts'
import { lockActionCustomer, warnOfUnknownRoles } from '#src/money/solo-action.ts'
import type { Browser } from '#test/browser.ts'
import { aBrowserOf, aCustomer, aStaffBrowser } from '#test/builders.ts'
import { aRequestedCost } from '#test/orders/additional-costs.ts'
import { aClaim, aDeliveredOrder } from '#test/orders/claims.ts'
import { moveTo } from '#test/orders/order-status.ts'
import { aPlacedOrder } from '#test/orders/orders.ts'
import {
  aPayer,
  codeOf,
  expectSoundLedger,
  type Payer,
  refund,
  usePaymentApp,
  walletOf,
} from '#test/orders/payments.ts'
import { insertRow, rowOf, rowsOf, updateRows } from '#test/rows.ts'
import { silentLog } from '#test/silent-log.ts'
import { untilBlockedBy } from '#test/until-blocked.ts'
import { expireProposals } from './proposal.repository.ts'
import { actOrPropose } from './proposal.service.ts'

const app = usePaymentApp({
  FOUR_EYES_REFUND_USD: '10',
  FOUR_EYES_SETTLEMENT_USD: '10',
  FOUR_EYES_BALANCE_USD: '10',
  FOUR_EYES_ROLES: '{"accountant":{"refund":30},"caisse été":{"refund":20},"unused":{"refund":1}}',
})
let staff: Browser
let second: Browser

beforeEach(async () => {
  staff = await aStaffBrowser(app)
  second = await aStaffBrowser(app)
})

type Decision = 'approve' | 'refuse' | 'withdraw'

const decide = (by: Browser, decision: Decision, proposalId: string, reason = 'Vu avec le client') =>
  by.call(`POST /global/staff/proposal/{proposalId}/${decision}`, { params: { proposalId }, body: { reason } })

const approve = (proposal: ProposalView, by = second) => decide(by, 'approve', proposal.id)

const listed = async (state: ProposalState) => {
  const { data } = await second.call('GET /global/staff/list/proposals', {
    query: { state: `in:${state}`, pageSize: '200' },
  })
  return data.rows.map(({ id }) => id)
}

/** The proposal that a call answered with. */
function proposalOf({ data }: { data: { proposal: ProposalView | null } }): ProposalView {
  if (!data?.proposal) throw new Error('the call made no proposal')
  return data.proposal
}

/** An order of 50 USD that was paid from the balance. */
async function aPaidOrder(totalMinor = 50_00): Promise<Payer> {
  const payer = await aPayer(app, { totalMinor, balanceMinor: totalMinor })
  await payer.begin({ method: 'balance' })
  return payer
}

const aProposedRefund = async (payer: Payer, amountMinor = 20_00, by = staff) =>
  proposalOf(await refund(by, payer.orderId, amountMinor))

describe('a refund above the limit', () => {
  it('is proposed, moves nothing, and is carried out when a second person approves it (STF-2)', async () => {
    const payer = await aPaidOrder()
    const proposal = await aProposedRefund(payer)

    expect(proposal).toMatchObject({
      action: { kind: 'order-refund', orderId: payer.orderId, amountMinor: 20_00 },
      customerId: payer.customerId,
      amountMinor: 20_00,
      earlierMinor: 0,
      reason: 'Pièce rayée',
      state: 'open',
      decidedBy: null,
      expiresAt: new Date(app.clock.now.getTime() + 14 * 86_400_000).toISOString(),
    })
    expect(await payer.wallet()).toBe(0)
    expect(await rowsOf(app, 'solo_action', { customer_id: payer.customerId })).toEqual([])
    expect(await listed('open')).toContain(proposal.id)

    const { data } = await approve(proposal)
    expect(data).toMatchObject({ state: 'approved', decisionReason: 'Vu avec le client' })
    expect(data.decidedBy).not.toBe(data.proposedBy)
    expect(await payer.wallet()).toBe(20_00)
    expect(await listed('open')).not.toContain(proposal.id)
    expect(await listed('approved')).toContain(proposal.id)
  })

  it('is measured by the limit of the role if that has one of its own', async () => {
    const payer = await aPaidOrder()
    const accountant = await aStaffBrowser(app, 'accountant')
    const { data } = await refund(accountant, payer.orderId, 30_00)
    expect(data.proposal).toBeNull()
    expect(await payer.wallet()).toBe(30_00)

    await aProposedRefund(await aPaidOrder(), 30_01, accountant)
    await aProposedRefund(await aPaidOrder(), 10_01, staff)
  })

  describe('by a member whose role the shop has made', () => {
    const rights: StaffRight[] = ['orders.read', 'money.refund', 'customers.any']
    const aRole = (name: string) => insertRow(app.deps.db, 'staff_role', { name, rights, created_at: app.clock.now })
    let cashierRoleId: string

    beforeAll(async () => {
      cashierRoleId = await aRole('Caisse Été')
    })

    it('is measured by the limit of the role if that has one of its own', async () => {
      const cashier = await aStaffBrowser(app, { ownRoleId: cashierRoleId })
      const payer = await aPaidOrder()
      expect((await refund(cashier, payer.orderId, 20_00)).data.proposal).toBeNull()
      expect(await payer.wallet()).toBe(20_00)
      await aProposedRefund(await aPaidOrder(), 20_01, cashier)

      const other = await aStaffBrowser(app, { ownRoleId: await aRole('Atelier') })
      await aProposedRefund(await aPaidOrder(), 10_01, other)
    })

    it('leaves a warning at the start if a limit is of a role that does not exist', async () => {
      const warnings: object[] = []
      const log = { ...silentLog, warn: (facts: object) => void warnings.push(facts) }
      await warnOfUnknownRoles({ ...app.deps, log }, app.deps.db)
      expect(warnings).toEqual([{ roles: ['unused'] }])
    })
  })

  it('is never approved or refused by the person who proposed it (STF-2)', async () => {
    const payer = await aPaidOrder()
    const proposal = await aProposedRefund(payer)
    expect(codeOf(await approve(proposal, staff))).toBe('SECOND_PERSON_NEEDED')
    expect(codeOf(await decide(staff, 'refuse', proposal.id))).toBe('SECOND_PERSON_NEEDED')
    expect(await payer.wallet()).toBe(0)
    expect(await listed('open')).toContain(proposal.id)
  })

  it('is refused with a reason, and then cannot be approved', async () => {
    const payer = await aPaidOrder()
    const proposal = await aProposedRefund(payer)
    const empty = await second.send('POST /global/staff/proposal/{proposalId}/refuse', {
      params: { proposalId: proposal.id },
      body: { reason: '' },
    })
    expect(empty.status).toBe(422)

    const { data } = await decide(second, 'refuse', proposal.id, 'Déjà remboursé')
    expect(data).toMatchObject({ state: 'refused', decisionReason: 'Déjà remboursé' })
    expect(codeOf(await approve(proposal))).toBe('PROPOSAL_CLOSED')
    expect(await payer.wallet()).toBe(0)
  })

  it('is withdrawn by the person who proposed it, and by nobody else', async () => {
    const proposal = await aProposedRefund(await aPaidOrder())
    expect(codeOf(await decide(second, 'withdraw', proposal.id))).toBe('NOT_YOUR_PROPOSAL')
    expect((await decide(staff, 'withdraw', proposal.id, '')).data).toMatchObject({ state: 'withdrawn' })
    expect(codeOf(await approve(proposal))).toBe('PROPOSAL_CLOSED')
  })

  it('is refused at once if it could not be carried out', async () => {
    const payer = await aPaidOrder()
    expect(codeOf(await refund(staff, payer.orderId, 50_01))).toBe('REFUND_TOO_HIGH')
    expect(codeOf(await refund(staff, randomUUID(), 20_00))).toBe('NOT_FOUND')
    expect(await rowsOf(app, 'proposal', { customer_id: payer.customerId })).toEqual([])
  })

  it('is judged again when it is approved, and stays open if it is no longer possible', async () => {
    const payer = await aPaidOrder()
    const one = await aProposedRefund(payer, 30_00)
    const other = await aProposedRefund(payer, 30_00)
    await approve(one)

    expect(codeOf(await approve(other))).toBe('REFUND_TOO_HIGH')
    expect(await payer.wallet()).toBe(30_00)
    expect(await listed('open')).toContain(other.id)
    expect((await decide(second, 'refuse', other.id)).status).toBe(200)
  })

  it('is one proposal and one refund per key, however often it is sent', async () => {
    const payer = await aPaidOrder()
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(staff, payer.orderId, 20_00, key)))
    const ids = new Set(answers.map((answer) => proposalOf(answer).id))
    expect(ids.size).toBe(1)
    expect(codeOf(await refund(staff, payer.orderId, 21_00, key))).toBe('PROPOSAL_OPEN')

    await decide(second, 'approve', [...ids][0] ?? '')
    expect((await refund(staff, payer.orderId, 20_00, key)).data.proposal).toBeNull()
    expect(await payer.wallet()).toBe(20_00)
  })

  it('expires after 14 days, for readers at once and then by the job', async () => {
    const proposal = await aProposedRefund(await aPaidOrder())
    app.clock.advance(14 * 86_400)
    second = await aStaffBrowser(app)

    expect(await listed('open')).not.toContain(proposal.id)
    expect(await listed('expired')).toContain(proposal.id)
    expect(codeOf(await approve(proposal))).toBe('PROPOSAL_CLOSED')

    for (let i = 0; i < 2; i++) await expireProposals(app.deps.db, app.clock.now)
    expect(await rowOf(app, 'proposal_decision', { proposal_id: proposal.id })).toMatchObject({
      outcome: 'expired',
      decided_by: null,
    })
    expect(await listed('expired')).toContain(proposal.id)
  })
})

describe('a cancellation', () => {
  const cancel = (orderId: string, by = staff) =>
    by.call('POST /global/staff/order/{orderId}/cancel', { params: { orderId }, body: { reason: 'Matière épuisée' } })

  const auditsOf = (subjectId: string) => rowsOf(app, 'audit_entry', { subject_id: subjectId })

  it('is carried out at once and counts as a refund if it gives back no more than the limit (STF-2)', async () => {
    const payer = await aPaidOrder(10_00)
    const { data } = await cancel(payer.orderId)
    expect(data).toMatchObject({ proposal: null })
    expect(await payer.status()).toBe('refunded')
    expect(await payer.wallet()).toBe(10_00)

    const counted = await rowsOf(app, 'solo_action', { customer_id: payer.customerId })
    expect(counted).toMatchObject([{ solo_limit: 'refund', amount_minor: '1000' }])
    expect(await auditsOf(payer.orderId)).toMatchObject([
      {
        action: 'order.cancelled',
        before: { status: 'paid' },
        after: { status: 'cancelled', refundUsdMinor: 10_00 },
      },
    ])
  })

  it('is proposed above the limit, leaves the order, and is carried out when another approves it (STF-2)', async () => {
    const payer = await aPaidOrder(10_01)
    const answer = await cancel(payer.orderId)
    const proposal = proposalOf(answer)

    expect(answer.data.order.status).toBe('paid')
    expect(proposal).toMatchObject({
      action: { kind: 'order-cancellation', orderId: payer.orderId, amountMinor: 10_01 },
      subjectName: payer.order.number,
      customerId: payer.customerId,
      amountMinor: 10_01,
      reason: 'Matière épuisée',
      state: 'open',
    })
    expect(await payer.wallet()).toBe(0)
    expect(await rowsOf(app, 'order_event', { order_id: payer.orderId, to_status: 'cancelled' })).toEqual([])
    expect(await auditsOf(payer.orderId)).toEqual([])
    expect(await auditsOf(proposal.id)).toMatchObject([{ action: 'proposal.made' }])
    expect(proposalOf(await cancel(payer.orderId, second)).id).toBe(proposal.id)

    expect(codeOf(await approve(proposal, staff))).toBe('SECOND_PERSON_NEEDED')
    expect(await payer.status()).toBe('paid')

    expect((await approve(proposal)).data.state).toBe('approved')
    expect(await payer.status()).toBe('refunded')
    expect(await payer.wallet()).toBe(10_01)
    expect(await rowsOf(app, 'solo_action', { customer_id: payer.customerId })).toEqual([])
    const event = await rowOf(app, 'order_event', { order_id: payer.orderId, to_status: 'cancelled' })
    expect(event).toMatchObject({ actor: 'staff', staff_id: proposal.proposedById, reason: 'Matière épuisée' })
    expect((await auditsOf(proposal.id)).find(({ action }) => action === 'proposal.approved')).toMatchObject({
      before: { state: 'open', status: 'paid' },
      after: { state: 'approved', kind: 'order-cancellation', status: 'cancelled', refundUsdMinor: 10_01 },
    })
  })

  it('adds up with the refunds of the same day', async () => {
    const payer = await aPaidOrder(10_01)
    expect((await refund(staff, payer.orderId, 9_00)).data.proposal).toBeNull()
    expect(proposalOf(await cancel(payer.orderId, second))).toMatchObject({ amountMinor: 1_01, earlierMinor: 9_00 })
  })

  it('needs nobody else for an unpaid order, also after an exhausted limit', async () => {
    const payer = await aPaidOrder()
    const accountant = await aStaffBrowser(app, 'accountant')
    expect((await refund(accountant, payer.orderId, 30_00)).data.proposal).toBeNull()

    const unpaid = await aPlacedOrder(app, payer.customerId, { totalMinor: 50_00 })
    expect((await cancel(unpaid.id)).data).toMatchObject({ order: { status: 'cancelled' }, proposal: null })
  })

  it('is refused to the approver once the order is in production, and stays open', async () => {
    const payer = await aPaidOrder()
    const proposal = proposalOf(await cancel(payer.orderId))
    for (const status of ['in_review', 'in_production', 'quality_check', 'shipped'] as const)
      await moveTo(app, payer.orderId, status)

    expect(codeOf(await approve(proposal))).toBe('ORDER_NOT_CANCELLABLE')
    expect(await payer.status()).toBe('shipped')
    expect(await payer.wallet()).toBe(0)
    expect(await listed('open')).toContain(proposal.id)
  })

  it('gives back what is left when part of it was refunded meanwhile', async () => {
    const payer = await aPaidOrder()
    const proposal = proposalOf(await cancel(payer.orderId))
    await refund(staff, payer.orderId, 5_00)
    await approve(proposal)
    expect(await payer.wallet()).toBe(50_00)
    expect(await payer.status()).toBe('refunded')
  })

  it('never gives back more than was proposed', async () => {
    const payer = await aPaidOrder()
    const { id: staffId } = await rowOf(app, 'staff_member', {})
    const action = { kind: 'order-cancellation', orderId: payer.orderId, amountMinor: 20_00 } as const
    const tooLittle = actOrPropose(app.deps, { staffId, staffRights: rightsOf('administrator') }, action, 'Erreur')
    await expect(tooLittle).rejects.toThrow('REFUND_INCREASED')
    expect(await payer.status()).toBe('paid')
  })

  it('is measured again if a payment is captured after the first measure', async () => {
    const payer = await aPaidOrder(10_00)
    const capture = async (db: Db | Trx, minor: number) => {
      const intents = db.updateTable('payment_intent').where('order_id', '=', payer.orderId)
      await intents.set({ captured_minor: minor }).execute()
    }
    await capture(app.deps.db, 5_00)

    const { answer } = await app.deps.db.transaction().execute(async (trx) => {
      await lockActionCustomer(trx, payer.customerId)
      const cancelling = cancel(payer.orderId)
      await untilBlockedBy(trx)
      await capture(trx, 10_00)
      // In an object: the transaction must not wait for the call, which waits for the transaction.
      return { answer: cancelling }
    })

    expect(await answer).toMatchObject({ status: 200, data: { order: { status: 'refunded' }, proposal: null } })
    expect(await payer.wallet()).toBe(10_00)
  })

  it('is open to every account manager, like that of an unpaid order', async () => {
    const payer = await aPaidOrder()
    const { id: managerId } = await rowOf(app, 'staff_member', {})
    await updateRows(app, 'customer', { id: payer.customerId }, { manager_id: managerId })
    const stranger = await aStaffBrowser(app, 'account-manager')
    expect(proposalOf(await cancel(payer.orderId, stranger)).state).toBe('open')
  })
})

describe('amounts that are split', () => {
  it('add up over the orders of a customer for 24 hours (STF-2)', async () => {
    const payer = await aPaidOrder()
    expect((await refund(staff, payer.orderId, 6_00)).data.proposal).toBeNull()
    expect((await refund(second, payer.orderId, 4_00)).data.proposal).toBeNull()

    const proposal = await aProposedRefund(payer, 1)
    expect(proposal).toMatchObject({ amountMinor: 1, earlierMinor: 10_00 })
    expect(await payer.wallet()).toBe(10_00)

    const stranger = await aPaidOrder()
    expect((await refund(staff, stranger.orderId, 10_00)).data.proposal).toBeNull()

    app.clock.advance(86_400)
    const later = await aStaffBrowser(app)
    expect((await refund(later, payer.orderId, 10_00)).data.proposal).toBeNull()
  })

  it('do not count what a second person approved, nor a repeated request', async () => {
    const payer = await aPaidOrder()
    await approve(await aProposedRefund(payer))
    const key = randomUUID()
    for (let i = 0; i < 3; i++) await refund(staff, payer.orderId, 5_00, key)
    expect((await refund(staff, payer.orderId, 5_00)).data.proposal).toBeNull()
    expect(await payer.wallet()).toBe(30_00)
  })
})

describe('other refunds', () => {
  /** Records that a colleague has refunded the customer as much as one person may. */
  async function useUpLimit(customerId: string): Promise<void> {
    const { id: staffId } = await rowOf(app, 'staff_member', {})
    await insertRow(app.deps.db, 'solo_action', {
      solo_limit: 'refund',
      request_key: randomUUID(),
      customer_id: customerId,
      staff_id: staffId,
      amount_minor: 10_00,
      at: app.clock.now,
    })
  }

  it('are proposed above the limit for an additional cost', async () => {
    const cost = await aRequestedCost(app, staff, { balanceMinor: 3000 })
    await cost.begin({ method: 'balance' })
    const answer = await cost.refund(staff, 2500)
    expect(answer.data.cost.refundedMinor).toBe(0)
    await approve(proposalOf(answer))
    expect((await cost.stored()).refunded_at).not.toBeNull()
  })

  it('are proposed above the limit for a reload', async () => {
    const { id: customerId } = await aCustomer(app)
    await updateRows(app, 'customer', { id: customerId }, { is_recharge: true })
    const browser = await aBrowserOf(app, customerId)
    const { data } = await browser.call('POST /global/account/balance/reload', {
      body: { amountUsd: 100, method: 'bank_transfer', bankCurrency: 'USD', submissionKey: randomUUID() },
    })
    const reference = data.payment?.bank?.reference ?? ''
    await staff.call('POST /global/staff/bank/receipt', {
      body: { bankTransactionId: randomUUID(), reference, amountMinor: 100_00, currency: 'USD' },
    })

    const answer = await staff.call('POST /global/staff/reload/{reloadId}/refund', {
      params: { reloadId: data.id },
      body: { amountMinor: 100_00, reason: 'Erreur', key: randomUUID() },
    })
    expect(await rowsOf(app, 'payment_refund', { reason: 'Erreur' })).toEqual([])
    expect((await approve(proposalOf(answer))).status).toBe(200)
    expect(await rowsOf(app, 'payment_refund', { reason: 'Erreur' })).toHaveLength(1)
  })

  it.each(['refund', 'credit'] as const)('are proposed above the limit if they settle a claim by %s', async (by) => {
    const { id: customerId } = await aCustomer(app)
    const { id: claimId } = await aClaim(await aDeliveredOrder(app, customerId))
    await useUpLimit(customerId)
    const { data } = await staff.call('GET /global/staff/afterSale/{claimId}', { params: { claimId } })
    const body = { by, amountMinor: data.valueMinor, reason: 'Geste' }
    const settle = () => staff.call('POST /global/staff/afterSale/{claimId}/settle', { params: { claimId }, body })

    const answer = await settle()
    const { amountMinor, proposedBy } = proposalOf(answer)
    expect(answer.data.claim).toMatchObject({ state: 'open', proposal: { by, amountMinor, proposedBy } })
    expect(codeOf(await decide(staff, 'approve', proposalOf(answer).id))).toBe('SECOND_PERSON_NEEDED')

    await approve(proposalOf(answer))
    expect(await walletOf(app, customerId)).toBe(data.valueMinor)
    expect((await settle()).data).toMatchObject({ claim: { state: `${by}ed`, proposal: null }, proposal: null })
  })
})

describe('credit', () => {
  const grant = (customerId: string, limitMinor: number, by = staff) =>
    by.call('POST /global/staff/customer/{customerId}/credit', {
      params: { customerId },
      body: { limitMinor, reason: 'Client fidèle' },
    })
  const limitOf = async (customerId: string) => {
    const [account] = await rowsOf(app, 'ledger_account', { kind: 'credit', customer_id: customerId })
    return 0 - Number(account?.floor_minor ?? 0)
  }

  it('limits above the limit are proposed, and one person may lower them (STF-2)', async () => {
    const { id } = await aCustomer(app, { accountType: 'enterprise' })
    expect((await grant(id, 5_000_00)).data.proposal).toBeNull()

    const proposal = proposalOf(await grant(id, 1_000_000_00))
    expect(await limitOf(id)).toBe(5_000_00)
    expect(codeOf(await grant(id, 900_000_00))).toBe('PROPOSAL_OPEN')
    await approve(proposal)
    expect(await limitOf(id)).toBe(1_000_000_00)

    expect((await grant(id, 900_000_00)).data.proposal).toBeNull()
    expect(await limitOf(id)).toBe(900_000_00)

    proposalOf(await grant(id, 900_000_01))
    expect((await grant(id, 0)).data.proposal).toBeNull()
    expect(await rowsOf(app, 'credit_grant', { customer_id: id })).toHaveLength(4)
  })

  it('settlements without a bank line are proposed above the limit, summed per customer (STF-2)', async () => {
    const payer = await aPayer(app, { totalMinor: 50_00, creditMinor: 50_00 })
    await payer.begin({ method: 'credit' })
    await payer.stateIs('captured')

    const settle = (amountMinor: number, by = staff) =>
      by.call('POST /global/staff/customer/{customerId}/settlement', {
        params: { customerId: payer.customerId },
        body: { amountMinor, reason: 'Virement de mai', key: randomUUID() },
      })
    const owed = async () => {
      const { data } = await payer.browser.call('GET /global/account/balance', {})
      return data.credit?.owedMinor
    }

    expect((await settle(6_00)).data.proposal).toBeNull()
    const proposal = proposalOf(await settle(4_01, second))
    expect(await owed()).toBe(44_00)
    expect(codeOf(await settle(44_01))).toBe('CREDIT_SETTLEMENT_TOO_HIGH')
    await approve(proposal, staff)
    expect(await owed()).toBe(39_99)
  })
})

describe('a receipt put on a balance', () => {
  /** A transfer for an order that was paid by another one, held for a decision. */
  async function aHeldReceipt(payer: Payer, reference: string, amountMinor: number): Promise<string> {
    const { data } = await staff.call('POST /global/staff/bank/receipt', {
      body: { bankTransactionId: randomUUID(), reference, amountMinor, currency: 'USD' },
    })
    expect(data).toMatchObject({ state: 'held', orderNumber: payer.order.number })
    return data.id
  }

  const resolve = (receiptId: string, as: 'to-balance' | 'returned' = 'to-balance', by = staff) =>
    by.call('POST /global/staff/bank/receipt/{receiptId}/resolve', {
      params: { receiptId },
      body: { as, reason: 'Trop payé' },
    })

  it('is proposed once the receipts of a customer exceed the limit (STF-2)', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00 })
    const { data } = await payer.begin({ method: 'bank_transfer' })
    const reference = data.open?.bank?.reference ?? ''
    const first = await aHeldReceipt(payer, reference, 9_00)
    const other = await aHeldReceipt(payer, reference, 1_01)

    expect((await resolve(first)).data).toMatchObject({ receipt: { state: 'to-balance' }, proposal: null })

    const answer = await resolve(other)
    expect(answer.data.receipt.state).toBe('held')
    expect(proposalOf(answer)).toMatchObject({ amountMinor: 1_01, earlierMinor: 9_00 })
    expect(await payer.wallet()).toBe(9_00)

    await approve(proposalOf(answer))
    expect(await payer.wallet()).toBe(10_01)
    expect(codeOf(await resolve(other))).toBe('RECEIPT_SETTLED')
  })

  it('cannot be approved after it was returned', async () => {
    const payer = await aPayer(app, { totalMinor: 100_00 })
    const { data } = await payer.begin({ method: 'bank_transfer' })
    const receiptId = await aHeldReceipt(payer, data.open?.bank?.reference ?? '', 60_00)
    const proposal = proposalOf(await resolve(receiptId))
    expect((await resolve(receiptId, 'returned')).data.receipt.state).toBe('returned')
    expect(codeOf(await approve(proposal))).toBe('RECEIPT_SETTLED')
    expect(await payer.wallet()).toBe(0)
  })
})

describe('a coupon offer', () => {
  type OfferBody = Api['POST /global/staff/coupon']['input']['body']

  const offer = (coupon: Coupon, mostUses: number, change: Partial<OfferBody> = {}, by = staff) =>
    by.call('POST /global/staff/coupon', {
      body: {
        code: `EYES-${randomUUID().slice(0, 8).toUpperCase()}`,
        coupon,
        mostUses,
        redeemableUntil: '2027-01-01T00:00:00Z',
        validDays: 30,
        ...change,
      },
    })
  const ofUsd = (usd: number): Coupon => ({ type: 'amount', usd, minGoodsUsd: 0 })

  it('is proposed by what all its coupons can take off, summed per person (STF-2)', async () => {
    expect((await offer(ofUsd(10), 400)).data.proposal).toBeNull()
    expect((await offer(ofUsd(10), 100)).data.proposal).toBeNull()
    expect(proposalOf(await offer(ofUsd(1), 1))).toMatchObject({ amountMinor: 100, earlierMinor: 5_000_00 })
    expect((await offer(ofUsd(10), 500, {}, second)).data.proposal).toBeNull()
  })

  it('is always proposed without a bound, and cannot be redeemed before it is approved', async () => {
    const code = `EYES-${randomUUID().slice(0, 8).toUpperCase()}`
    const proposal = proposalOf(await offer({ type: 'percent', percent: 5 }, 1, { code, reason: 'Salon' }))
    expect(proposal).toMatchObject({ amountMinor: null, customerId: null, reason: 'Salon' })

    const { id } = await aCustomer(app)
    const browser = await aBrowserOf(app, id)
    const redeem = () => browser.call('POST /global/account/promoCode/redeem', { body: { code } })
    expect(codeOf(await redeem())).toBe('COUPON_CODE_INVALID')
    await approve(proposal)
    expect((await redeem()).data.coupon).toEqual({ type: 'percent', percent: 5 })
    expect(codeOf(await offer({ type: 'percent', percent: 5 }, 1, { code }))).toBe('COUPON_CODE_USED')
  })
})

describe('the customer of an action', () => {
  /** A member of staff as manager of a customer. */
  async function aManagerOf(customerId: string | null, role: StaffRole = 'account-manager'): Promise<Browser> {
    const browser = await aStaffBrowser(app, role)
    const { data } = await browser.call('PATCH /global/staff/me', { body: {} })
    const body = { email: data.email, reason: 'Portefeuille' }
    if (customerId !== null)
      await staff.call('POST /global/staff/customer/{customerId}/manager', { params: { customerId }, body })
    return browser
  }

  it('must not have another account manager than the caller (STF-2)', async () => {
    const payer = await aPaidOrder()
    const stranger = await aManagerOf(null)
    expect((await refund(stranger, payer.orderId, 1_00)).status).toBe(200)

    const manager = await aManagerOf(payer.customerId)
    for (const amountMinor of [1_00, 20_00])
      expect(codeOf(await refund(stranger, payer.orderId, amountMinor))).toBe('NOT_YOUR_CUSTOMER')
    expect((await refund(manager, payer.orderId, 1_00)).status).toBe(200)
    expect((await refund(staff, payer.orderId, 1_00)).status).toBe(200)
    expect(await payer.wallet()).toBe(3_00)

    const proposal = await aProposedRefund(payer, 20_00, manager)
    expect((await approve(proposal, stranger)).status).toBe(200)
  })

  it('must not have another manager than a caller whose role of the shop lacks the right to act for any', async () => {
    const payer = await aPaidOrder()
    await aManagerOf(payer.customerId)
    const own = async (rights: readonly StaffRight[]) => {
      const role = { name: randomUUID(), rights: [...rights], created_at: app.clock.now }
      return aStaffBrowser(app, { ownRoleId: await insertRow(app.deps.db, 'staff_role', role) })
    }

    const rights = rightsOf('account-manager')
    expect(codeOf(await refund(await own(rights), payer.orderId, 1_00))).toBe('NOT_YOUR_CUSTOMER')
    expect((await refund(await own([...rights, 'customers.any']), payer.orderId, 1_00)).status).toBe(200)
  })

  it('is that of the object, and an id of another kind of object is unknown', async () => {
    const payer = await aPaidOrder()
    const cost = await aRequestedCost(app, staff, { balanceMinor: 3000 })
    expect(codeOf(await refund(staff, cost.cost.id, 1_00))).toBe('NOT_FOUND')
    const answer = await staff.call('POST /global/staff/reload/{reloadId}/refund', {
      params: { reloadId: payer.orderId },
      body: { amountMinor: 1_00, reason: 'Erreur', key: randomUUID() },
    })
    expect(codeOf(answer)).toBe('NOT_FOUND')
  })
})

describe('the records', () => {
  const refused = (statement: ReturnType<typeof sql>, message: string) =>
    expect(statement.execute(app.deps.db)).rejects.toThrow(message)

  it('never change and are never removed', async () => {
    const payer = await aPaidOrder()
    await refund(staff, payer.orderId, 1_00)
    await approve(await aProposedRefund(payer))

    const never = 'never changed or removed'
    await refused(sql`update proposal set amount_minor = 1`, never)
    await refused(sql`update proposal set reason = ''`, never)
    await refused(sql`delete from proposal`, never)
    await refused(sql`update proposal_decision set outcome = 'refused'`, never)
    await refused(sql`delete from proposal_decision`, never)
    await refused(sql`update solo_action set amount_minor = 0`, never)
    await refused(sql`delete from solo_action`, never)
    await refused(sql`truncate proposal, proposal_decision`, never)
  })

  it('cannot say that a person decided an own proposal, or withdrew that of another', async () => {
    const { id } = await aProposedRefund(await aPaidOrder())
    const { proposed_by: own } = await rowOf(app, 'proposal', { id })
    const [other] = (await rowsOf(app, 'staff_member', {})).filter((person) => person.id !== own)
    const record = (outcome: string, decidedBy: string | undefined) => sql`
      insert into proposal_decision values (${id}, ${own}, ${outcome}, ${decidedBy}, '', ${app.clock.now})`

    await refused(record('approved', own), 'check constraint')
    await refused(record('refused', own), 'check constraint')
    await refused(record('withdrawn', other?.id), 'check constraint')
    await expectSoundLedger(app)
  })
})
