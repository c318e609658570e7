import { isDeepStrictEqual } from 'node:util'
import type { ProposalAction, ProposalView } from '@cotation/contracts'
import { exceedsSoloLimit, type ProposalState, proposalTimes, type StaffRole } from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Trx } from '#db/database.ts'
import type { Page } from '#db/lists.ts'
import { rehearse } from '#db/rehearse.ts'
import {
  findOpenProposal,
  getNamedProposal,
  getProposal,
  insertDecision,
  insertProposal,
  insertSoloAction,
  isDecided,
  listProposals,
  lockCustomer,
  lockProposal,
  lockStaff,
  type NamedProposalRow,
  type ProposalRow,
  sumSoloActions,
} from './proposal.repository.ts'
import { type PreparedAction, prepareAction } from './proposal-action.service.ts'

interface Actor {
  staffId: string
  staffRole: StaffRole
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
  const prepared = await prepareAction(deps, action, { staffId: actor.staffId, reason })
  const now = deps.clock()

  const proposalId = await deps.db.transaction().execute(async (trx) => {
    await lockSubject(trx, prepared, actor)

    const open = await findOpenProposal(trx, prepared.key, now)
    if (open) return repeatedProposal(open, action)

    const amount = await measureAmount(deps, trx, prepared, actor, now)
    if (!amount.exceedsLimit) {
      await actAlone(trx, prepared, actor, amount.amountMinor ?? 0, now)
      return null
    }

    if (!(await rehearse(trx, prepared.run))) return null
    return insertProposal(trx, {
      action,
      request_key: prepared.key,
      customer_id: prepared.customerId,
      amount_minor: amount.amountMinor,
      earlier_minor: amount.earlierMinor,
      reason,
      proposed_by: actor.staffId,
      proposed_at: now,
      expires_at: later(now, proposalTimes.expiryDays * 24),
    })
  })

  return proposalId === null ? null : getProposalView(deps, proposalId)
}

const later = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000)

/**
 * Locks what the sum is counted for, before the locks of the action. An account manager acts for
 * customers who have no manager or that very one: for others, the takeover is recorded first.
 */
async function lockSubject(trx: Trx, { customerId }: PreparedAction, { staffId, staffRole }: Actor): Promise<void> {
  if (customerId === null) return lockStaff(trx, staffId)

  const { manager_id: managerId } = await lockCustomer(trx, customerId)
  const isOthers = managerId !== null && managerId !== staffId
  if (staffRole === 'account-manager' && isOthers) throw new AppError('NOT_YOUR_CUSTOMER')
}

/** The same request again returns its proposal; another one has to wait for its end. */
function repeatedProposal(open: ProposalRow, action: ProposalAction): string {
  if (!isDeepStrictEqual(open.action, action)) throw new AppError('PROPOSAL_OPEN')
  return open.id
}

async function measureAmount(deps: Deps, trx: Trx, prepared: PreparedAction, { staffId }: Actor, now: Date) {
  const { limit, customerId } = prepared
  const amountMinor = await prepared.measure(trx)
  const since = later(now, -proposalTimes.summedHours)
  // A credit limit replaces the former one, so earlier ones do not add up.
  const earlierMinor = limit === 'credit' ? 0 : await sumSoloActions(trx, { limit, customerId, staffId, since })

  const limitMinor = deps.config.payments.soloLimitsMinor[limit]
  return { amountMinor, earlierMinor, exceedsLimit: exceedsSoloLimit({ amountMinor, earlierMinor, limitMinor }) }
}

/** A repeated action moves nothing and counts once. */
async function actAlone(
  trx: Trx,
  { run, limit, key, customerId }: PreparedAction,
  { staffId }: Actor,
  amountMinor: number,
  now: Date,
): Promise<void> {
  const hasActed = await run(trx)
  if (!hasActed || limit === 'credit') return

  await insertSoloAction(trx, {
    solo_limit: limit,
    request_key: key,
    customer_id: customerId,
    staff_id: staffId,
    amount_minor: amountMinor,
    at: now,
  })
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
  const { customerId, run } = await prepareAction(deps, proposed.action, author)

  await deps.db.transaction().execute(async (trx) => {
    const proposal = await lockOpenProposal(deps, trx, proposalId)
    if (proposal.proposed_by === staffId) throw new AppError('SECOND_PERSON_NEEDED')
    // What it is about must still belong to the customer for whom it was judged.
    if (proposal.customer_id !== customerId) throw new AppError('NOT_FOUND')
    if (customerId !== null) await lockCustomer(trx, customerId)

    await decide(deps, trx, proposal, { outcome: 'approved', staffId, reason })
    await run(trx)
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

/** A page of the proposals in a state. */
export async function listProposalViews(
  { db, clock }: Pick<Deps, 'clock' | 'db'>,
  { state, ...page }: Page & { state: ProposalState },
): Promise<{ proposals: ProposalView[]; total: number }> {
  const now = clock()
  const { rows, total } = await listProposals(db, { state, now, page })
  return { proposals: rows.map((row) => proposalView(row, now)), total }
}

async function getProposalView({ db, clock }: Pick<Deps, 'clock' | 'db'>, proposalId: string): Promise<ProposalView> {
  return proposalView(await getNamedProposal(db, proposalId), clock())
}

function proposalView(row: NamedProposalRow, now: Date): ProposalView {
  const undecided = row.expires_at <= now ? 'expired' : 'open'
  return {
    id: row.id,
    action: row.action,
    customerId: row.customer_id,
    amountMinor: row.amount_minor === null ? null : Number(row.amount_minor),
    earlierMinor: Number(row.earlier_minor),
    reason: row.reason,
    proposedBy: row.proposer_name,
    proposedAt: row.proposed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state: row.outcome ?? undecided,
    decidedBy: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason ?? '',
  }
}
