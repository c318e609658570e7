import type { PartAnalysis } from '@cotation/geometry'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'
import type { LineVerdictRecord } from '#db/quote-schema.ts'
import type { Acceptance } from './acceptance.ts'
import type { Placement } from './place-bodies.ts'

/** Which body of which reading. */
export const bodyKey = (analysisId: string, bodyIndex: number): string => `${analysisId} ${bodyIndex}`

/** All that is known of bodies, in one query: the file with each one of its bodies, as a rule wants it. */
export async function listFacts(
  trx: Trx,
  bodies: readonly { analysisId: string; bodyIndex: number }[],
): Promise<Map<string, PartAnalysis>> {
  const distinct = new Map(bodies.map((body) => [bodyKey(body.analysisId, body.bodyIndex), body]))
  if (distinct.size === 0) return new Map()

  const rows = await trx
    .selectFrom('part_body')
    .innerJoin('part_analysis', 'part_analysis.id', 'part_body.analysis_id')
    .select(['part_body.analysis_id', 'part_body.body_index', 'part_body.facts', 'part_analysis.summary'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('part_body.analysis_id', 'part_body.body_index'),
        'in',
        [...distinct.values()].map(({ analysisId, bodyIndex }) => tuple(analysisId, bodyIndex)),
      ),
    )
    .execute()

  return new Map(
    rows.flatMap(({ analysis_id, body_index, facts, summary }) =>
      summary ? [[bodyKey(analysis_id, body_index), { ...summary, bodies: [facts] }] as const] : [],
    ),
  )
}

/** What was accepted on lines and not taken back. */
export async function listAcceptances(db: Db | Trx, lineIds: readonly string[]): Promise<Map<string, Acceptance[]>> {
  const found = new Map<string, Acceptance[]>()
  if (lineIds.length === 0) return found

  const rows = await db
    .selectFrom('finding_acceptance')
    .select(['line_id', 'rule', 'finding', 'accepted_by', 'accepted_at'])
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

/** Takes acceptances back; the record of them stays. */
export async function withdrawAcceptances(
  trx: Trx,
  lineId: string,
  ruleIds: readonly string[],
  now: Date,
): Promise<void> {
  if (ruleIds.length === 0) return
  await trx
    .updateTable('finding_acceptance')
    .set({ withdrawn_at: now })
    .where('line_id', '=', lineId)
    .where('rule', 'in', ruleIds)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/** Says which bodies lines are and what they start with, in one statement. */
export async function placeLines(trx: Trx, placements: readonly Placement[]): Promise<void> {
  if (placements.length === 0) return
  await sql`
    update quote_line set name = place.name, body_index = place."bodyIndex",
      configuration = coalesce(quote_line.configuration, place.configuration)
    from json_to_recordset(${JSON.stringify(placements)}::json)
      as place (id uuid, name text, "bodyIndex" int, configuration jsonb)
    where quote_line.id = place.id
  `.execute(trx)
}

/** Makes room for lines right after a place. */
export async function shiftLines(trx: Trx, projectId: string, after: number, by: number): Promise<void> {
  await trx
    .updateTable('quote_line')
    .set((eb) => ({ position: eb('position', '+', by) }))
    .where('project_id', '=', projectId)
    .where('position', '>', after)
    .execute()
}

export async function putVerdicts(
  trx: Trx,
  verdicts: readonly { id: string; verdict: LineVerdictRecord; lineMinor: number | null }[],
): Promise<void> {
  if (verdicts.length === 0) return
  await sql`
    update quote_line set verdict = found.verdict, line_minor = found."lineMinor"
    from json_to_recordset(${JSON.stringify(verdicts)}::json) as found (id uuid, verdict jsonb, "lineMinor" bigint)
    where quote_line.id = found.id
  `.execute(trx)
}
