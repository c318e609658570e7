import type { AcceptedRisk } from '@cotation/pricing'
import type { Db, Trx } from '#db/database.ts'

/** A risk that a customer accepted, with the finding at that time. */
export interface Acceptance extends AcceptedRisk {
  rule: string
  /** The sentence that was shown; empty in older records. */
  wording: string
  accepted_by: string
  accepted_at: Date
}

/** Acceptances in force, by line. */
export async function listAcceptances(db: Db | Trx, lineIds: readonly string[]): Promise<Map<string, Acceptance[]>> {
  const found = new Map<string, Acceptance[]>()
  if (lineIds.length === 0) return found

  const rows = await db
    .selectFrom('finding_acceptance')
    .select(['line_id', 'rule', 'finding', 'wording', 'accepted_by', 'accepted_at'])
    .where('line_id', 'in', lineIds)
    .where('withdrawn_at', 'is', null)
    .execute()
  for (const { line_id, ...row } of rows) found.set(line_id, [...(found.get(line_id) ?? []), row])

  return found
}

export async function insertAcceptances(
  trx: Trx,
  lineId: string,
  acceptances: readonly (Acceptance & { customerId: string | null })[],
): Promise<void> {
  if (acceptances.length === 0) return
  await trx
    .insertInto('finding_acceptance')
    .values(
      acceptances.map(({ customerId, finding, ...acceptance }) => ({
        ...acceptance,
        line_id: lineId,
        finding: JSON.stringify(finding),
        customer_id: customerId,
      })),
    )
    .execute()
}

/** Ends acceptances and returns how many; their rows stay as a record. */
export async function withdrawAcceptances(
  trx: Trx,
  lineId: string,
  ruleIds: readonly string[],
  now: Date,
): Promise<number> {
  if (ruleIds.length === 0) return 0
  const { numUpdatedRows } = await trx
    .updateTable('finding_acceptance')
    .set({ withdrawn_at: now })
    .where('line_id', '=', lineId)
    .where('rule', 'in', ruleIds)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
