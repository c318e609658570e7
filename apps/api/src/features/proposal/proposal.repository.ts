import type { ProposalAction } from '@cotation/contracts'
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import { companyOrNameOf } from '#db/customer-sql.ts'
import type { Db, Trx } from '#db/database.ts'
import { stateAt, subjectName } from '#db/proposal-sql.ts'
import type { ProposalDecisionTable, ProposalTable } from '#db/schema.generated.ts'

export type ProposalRow = Selectable<ProposalTable>

const owners = {
  order: 'customer_order',
  'additional-cost': 'additional_cost',
  reload: 'reload',
  claim: 'after_sale_claim',
} as const

/** The customer of what an action is about. */
export async function getCustomerOf(db: Db, kind: keyof typeof owners, id: string): Promise<string> {
  const row = await db
    .selectFrom(owners[kind])
    .select('customer_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
  return row.customer_id
}

const withoutDecision = sql<SqlBool>`not exists (
  select from proposal_decision decision where decision.proposal_id = proposal.id)`

/** The customer or person of the request must be locked, so that there is at most one. */
export async function findOpenProposal(trx: Trx, requestKey: string, now: Date): Promise<ProposalRow | undefined> {
  return trx
    .selectFrom('proposal')
    .selectAll()
    .where('request_key', '=', requestKey)
    .where('expires_at', '>', now)
    .where(withoutDecision)
    .executeTakeFirst()
}

export async function insertProposal(
  trx: Trx,
  { action, ...proposal }: Omit<Insertable<ProposalTable>, 'action'> & { action: ProposalAction },
): Promise<string> {
  const row = await trx
    .insertInto('proposal')
    .values({ ...proposal, action: JSON.stringify(action) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function getProposal(db: Db, proposalId: string): Promise<ProposalRow> {
  return db
    .selectFrom('proposal')
    .selectAll()
    .where('id', '=', proposalId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** Before every other lock, so that concurrent decisions wait for each other. */
export async function lockProposal(trx: Trx, proposalId: string): Promise<ProposalRow> {
  return trx
    .selectFrom('proposal')
    .selectAll()
    .where('id', '=', proposalId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}

/** A statement of its own: that of the lock may not see a decision that it waited for. */
export async function isDecided(trx: Trx, proposalId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('proposal_decision')
    .select('proposal_id')
    .where('proposal_id', '=', proposalId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertDecision(trx: Trx, decision: Insertable<ProposalDecisionTable>): Promise<void> {
  await trx.insertInto('proposal_decision').values(decision).execute()
}

/** Records the end of proposals that nobody decided in time. */
export async function expireProposals(db: Db, now: Date): Promise<void> {
  await db
    .insertInto('proposal_decision')
    .columns(['proposal_id', 'proposed_by', 'outcome', 'reason', 'decided_at'])
    .expression((eb) =>
      eb
        .selectFrom('proposal')
        .select([
          'id',
          'proposed_by',
          sql<'expired'>`'expired'`.as('outcome'),
          sql<string>`''`.as('reason'),
          sql<Date>`${now}::timestamptz`.as('decided_at'),
        ])
        .where('expires_at', '<=', now)
        .where(withoutDecision),
    )
    .onConflict((conflict) => conflict.column('proposal_id').doNothing())
    .execute()
}

export type NamedProposalRow = Awaited<ReturnType<typeof getNamedProposal>>

export async function getNamedProposal(db: Db, proposalId: string, now: Date) {
  return db
    .selectFrom('proposal')
    .leftJoin('customer', 'customer.id', 'proposal.customer_id')
    .innerJoin('staff_member as proposer', 'proposer.id', 'proposal.proposed_by')
    .leftJoin('proposal_decision as decision', 'decision.proposal_id', 'proposal.id')
    .leftJoin('staff_member as decider', 'decider.id', 'decision.decided_by')
    .selectAll('proposal')
    .select([
      'proposer.name as proposer_name',
      'decision.decided_at',
      'decision.reason as decision_reason',
      'decider.name as decider_name',
      stateAt(now).as('state'),
      subjectName.as('subject_name'),
      companyOrNameOf('customer').$castTo<string | null>().as('customer_name'),
    ])
    .where('proposal.id', '=', proposalId)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'))
}
