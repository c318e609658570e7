import { isDeepStrictEqual } from 'node:util'
import type { ProposalAction, ProposalView } from '@cotation/contracts'
import { proposalTimes, type StaffRight } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { type AuditFacts, recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import { rehearse } from '#db/rehearse.ts'
import { prepareCancellation } from '#features/payment/cancel-order.service.ts'
import { judgeSoloAction, lockActionCustomer, lockActionStaff, recordSoloAction } from '#src/money/solo-action.ts'
import {
  findOpenProposal,
  getNamedProposal,
  getProposal,
  insertDecision,
  insertProposal,
  isDecided,
  lockProposal,
  type NamedProposalRow,
  type ProposalRow,
} from './proposal.repository.ts'
import { type AuditedChange, type PreparedAction, prepareAction } from './proposal-action.service.ts'

interface Actor {
  staffId: string
  staffRights: readonly StaffRight[]
}

/**
 * Carries out an action of staff, or proposes it if it exceeds what one person may move alone
 * (STF-2). A proposal that could not be carried out now is refused for the same reason.
 */
export async function actOrPropose(
  deps: Deps,
  actor: Actor,
  action: ProposalAction,
  reason: string,
): Promise<ProposalView | null> {
  const { staffId } = actor
  const prepared = await prepareAction(deps, action, { staffId, reason })
  const { limit, key, customerId, measure, run, audit } = prepared
  const now = deps.clock()

  const proposalId = await deps.db.transaction().execute(async (trx) => {
    await lockSubject(trx, prepared, actor)

    const solo = { limit, key, customerId, staffId, amountMinor: await measure(trx) }
    const open = await findOpenProposal(trx, key, now)
    // Nothing has to wait that moves nothing, such as a lower credit limit.
    if (open && solo.amountMinor !== 0) return repeatedProposal(open, action)

    const { earlierMinor, needsSecondPerson } = await judgeSoloAction(deps, trx, solo)
    if (!needsSecondPerson) {
      const facts = await audit.facts(trx)
      // A repeated action moves nothing and counts once.
      if (!(await run(trx))) return null

      await recordSoloAction(trx, solo, now)
      await recordAudit(trx, { staffId, action: audit.action, subject: audit.subject, customerId, ...facts, reason })
      return null
    }

    if (!(await rehearse(trx, run))) return null
    const id = await insertProposal(trx, {
      action,
      request_key: key,
      customer_id: customerId,
      amount_minor: solo.amountMinor,
      earlier_minor: earlierMinor,
      reason,
      proposed_by: staffId,
      proposed_at: now,
      expires_at: new Date(now.getTime() + proposalTimes.expiryDays * 86_400_000),
    })
    const subject = { kind: 'proposal', id } as const
    await recordAudit(trx, { staffId, action: 'proposal.made', subject, after: proposedFacts(action), reason })
    return id
  })

  return proposalId === null ? null : getProposalView(deps, proposalId)
}

/**
 * Cancels an order with all that was paid for it, or proposes that. A payment may be captured after the
 * money was measured: then it is measured once more.
 */
export async function cancelOrPropose(
  deps: Deps,
  actor: Actor,
  orderId: string,
  reason: string,
): Promise<ProposalView | null> {
  const measureAndCancel = async () => {
    const amountMinor = await prepareCancellation(deps, orderId)
    return actOrPropose(deps, actor, { kind: 'order-cancellation', orderId, amountMinor }, reason)
  }

  try {
    return await measureAndCancel()
  } catch (error) {
    if (error instanceof AppError && error.code === 'REFUND_INCREASED') return measureAndCancel()
    throw error
  }
}

/** What a proposal would do, for the audit: the ids and amounts that it will run with. */
const proposedFacts = (action: ProposalAction): AuditFacts => JSON.parse(JSON.stringify(action))

/**
 * Locks what the sum is counted for, before the locks of the action. Without the right to act for any
 * customer, staff act for those who have no manager or that very one: for others, the takeover is
 * recorded first.
 */
async function lockSubject(
  trx: Trx,
  { customerId, forAnyCustomer }: PreparedAction,
  { staffId, staffRights }: Actor,
): Promise<void> {
  if (customerId === null) return lockActionStaff(trx, staffId)

  const { manager_id: managerId } = await lockActionCustomer(trx, customerId)
  const isOthers = managerId !== null && managerId !== staffId
  if (isOthers && !forAnyCustomer && !staffRights.includes('customers.any')) throw new AppError('NOT_YOUR_CUSTOMER')
}

/** The same request again returns its proposal; another one has to wait for its end. */
function repeatedProposal(open: ProposalRow, action: ProposalAction): string {
  if (!isDeepStrictEqual(open.action, action)) throw new AppError('PROPOSAL_OPEN')
  return open.id
}

/**
 * Approves a proposal of another person and carries it out with its original parameters, once. All
 * rules are judged again: if one forbids it now, the proposal stays open.
 */
export async function approveProposal(
  deps: Deps,
  staffId: string,
  proposalId: string,
  reason: string,
): Promise<ProposalView> {
  const proposed = await getProposal(deps.db, proposalId)
  const author = { staffId: proposed.proposed_by, reason: proposed.reason }
  const { customerId, run, audit } = await prepareAction(deps, proposed.action, author)

  await deps.db.transaction().execute(async (trx) => {
    const proposal = await lockOpenProposal(deps, trx, proposalId)
    if (proposal.proposed_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')
    // Its subject must still belong to the customer whose limit was checked.
    if (proposal.customer_id !== customerId) throw new AppError('NOT_FOUND')
    if (customerId !== null) await lockActionCustomer(trx, customerId)

    const facts = await audit.facts(trx)
    await decide(deps, trx, proposal, { outcome: 'approved', staffId, reason })
    await run(trx)
    await recordDecision(trx, proposal, { outcome: 'approved', staffId, reason }, facts)
  })

  return getProposalView(deps, proposalId)
}

/** Refuses a proposal of another person. */
export async function refuseProposal(
  deps: Deps,
  staffId: string,
  proposalId: string,
  reason: string,
): Promise<ProposalView> {
  await deps.db.transaction().execute(async (trx) => {
    const proposal = await lockOpenProposal(deps, trx, proposalId)
    if (proposal.proposed_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')
    await decide(deps, trx, proposal, { outcome: 'refused', staffId, reason })
    await recordDecision(trx, proposal, { outcome: 'refused', staffId, reason })
  })

  return getProposalView(deps, proposalId)
}

/** Withdraws a proposal of the caller. */
export async function withdrawProposal(
  deps: Deps,
  staffId: string,
  proposalId: string,
  reason: string,
): Promise<ProposalView> {
  await deps.db.transaction().execute(async (trx) => {
    const proposal = await lockOpenProposal(deps, trx, proposalId)
    if (proposal.proposed_by !== staffId) throw new AppError('NOT_YOUR_PROPOSAL')
    await decide(deps, trx, proposal, { outcome: 'withdrawn', staffId, reason })
    await recordDecision(trx, proposal, { outcome: 'withdrawn', staffId, reason })
  })

  return getProposalView(deps, proposalId)
}

async function lockOpenProposal(deps: Deps, trx: Trx, proposalId: string): Promise<ProposalRow> {
  const proposal = await lockProposal(trx, proposalId)
  if (proposal.expires_at <= deps.clock() || (await isDecided(trx, proposalId))) throw new AppError('PROPOSAL_CLOSED')
  return proposal
}

interface Decision {
  outcome: 'approved' | 'refused' | 'withdrawn'
  staffId: string
  reason: string
}

async function decide(deps: Deps, trx: Trx, proposal: ProposalRow, { outcome, staffId, reason }: Decision) {
  await insertDecision(trx, {
    proposal_id: proposal.id,
    proposed_by: proposal.proposed_by,
    outcome,
    decided_by: staffId,
    reason,
    decided_at: deps.clock(),
  })
}

/** One entry for the decision and what it carried out. */
async function recordDecision(
  trx: Trx,
  proposal: ProposalRow,
  { outcome, staffId, reason }: Decision,
  facts: AuditedChange = {},
): Promise<void> {
  await recordAudit(trx, {
    staffId,
    action: `proposal.${outcome}`,
    subject: { kind: 'proposal', id: proposal.id },
    before: { state: 'open', ...facts.before },
    after: { state: outcome, kind: proposal.action.kind, proposedBy: proposal.proposed_by, ...facts.after },
    reason,
  })
}

export async function getProposalView(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  proposalId: string,
): Promise<ProposalView> {
  return proposalView(await getNamedProposal(db, proposalId, clock()))
}

function proposalView(row: NamedProposalRow): ProposalView {
  return {
    id: row.id,
    action: row.action,
    subjectName: row.subject_name ?? '',
    customerId: row.customer_id,
    customerName: row.customer_name ?? '',
    amountMinor: row.amount_minor === null ? null : Number(row.amount_minor),
    earlierMinor: Number(row.earlier_minor),
    reason: row.reason,
    proposedBy: row.proposer_name,
    proposedById: row.proposed_by,
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state: row.state,
    decidedBy: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason ?? '',
  }
}
