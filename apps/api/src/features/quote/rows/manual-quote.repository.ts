import { type Selectable, sql } from 'kysely'
import type { PartSnapshot } from '#db/column-types.ts'
import type { Db, Trx } from '#db/database.ts'
import type { ManualQuoteTable } from '#db/schema.generated.ts'

export type ManualQuoteRow = Selectable<ManualQuoteTable>

/** The question or answer in force, by line. */
export async function listManualQuotes(db: Db | Trx, lineIds: readonly string[]): Promise<Map<string, ManualQuoteRow>> {
  if (lineIds.length === 0) return new Map()

  const rows = await db
    .selectFrom('manual_quote')
    .selectAll()
    .where('line_id', 'in', lineIds)
    .where('state', '<>', 'withdrawn')
    .execute()

  return new Map(rows.map((row) => [row.line_id, row]))
}

export async function insertQuestion(
  trx: Trx,
  question: Pick<ManualQuoteRow, 'line_id' | 'question' | 'email' | 'language' | 'asked_at'> & {
    subject: PartSnapshot
  },
): Promise<string> {
  const { id } = await trx
    .insertInto('manual_quote')
    .values({ ...question, subject: JSON.stringify(question.subject), state: 'asked' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Withdraws questions and answers; their rows stay as a record. */
export async function withdrawQuotes(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('manual_quote').set({ state: 'withdrawn' }).where('id', 'in', ids).execute()
}

export async function updateSnapshot(trx: Trx, id: string, subject: PartSnapshot): Promise<void> {
  await trx
    .updateTable('manual_quote')
    .set({ subject: JSON.stringify(subject) })
    .where('id', '=', id)
    .execute()
}

export interface PartParcel {
  sizeMm: [number, number, number]
  weightG: number
}

export interface ExpertAnswer {
  state: 'answered' | 'declined'
  unitMinor: number | null
  workingDays: number | null
  /** One part as shipped; required when the file could not be read. */
  parcel?: PartParcel
  note: string
  /** Null if it ends with the prices of the project. */
  validUntil: Date | null
  answeredBy: string
  answeredAt: Date
}

/** Stores an answer; what was prepared for it is no longer needed. */
export async function setAnswer(trx: Trx, id: string, answer: ExpertAnswer): Promise<void> {
  await trx
    .updateTable('manual_quote')
    .set({
      state: answer.state,
      unit_minor: answer.unitMinor,
      working_days: answer.workingDays,
      size_mm: answer.parcel?.sizeMm ?? null,
      weight_g: answer.parcel?.weightG ?? null,
      note: answer.note,
      valid_until: answer.validUntil,
      draft: null,
      draft_by: null,
      draft_at: null,
      answered_by: answer.answeredBy,
      answered_at: answer.answeredAt,
    })
    .where('id', '=', id)
    .execute()
}

/** All open questions, oldest first, with their line and project. */
export async function listAsked(db: Db) {
  return db
    .selectFrom('manual_quote')
    .innerJoin('quote_line', 'quote_line.id', 'manual_quote.line_id')
    .innerJoin('project', 'project.id', 'quote_line.project_id')
    .innerJoin('upload', 'upload.id', 'quote_line.upload_id')
    .select([
      'manual_quote.line_id',
      'manual_quote.asked_at',
      'manual_quote.question',
      'manual_quote.subject',
      'quote_line.name',
      'quote_line.configuration',
      'quote_line.upload_id',
      'quote_line.body_index',
      'quote_line.comment',
      sql<string[]>`array(select upload_id::text from line_attachment where line_id = quote_line.id order by 1)`.as(
        'drawings',
      ),
      'upload.sha256',
      'upload.unit',
      'project.service',
    ])
    .where('manual_quote.state', '=', 'asked')
    .where('quote_line.deleted_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .orderBy('manual_quote.asked_at')
    .execute()
}

export async function findProjectOfLine(db: Db | Trx, lineId: string): Promise<string | undefined> {
  const row = await db.selectFrom('quote_line').select('project_id').where('id', '=', lineId).executeTakeFirst()
  return row?.project_id
}

/** The data for a mail; undefined once the line or project was removed. */
export async function findForMail(db: Db, id: string) {
  return db
    .selectFrom('manual_quote')
    .innerJoin('quote_line', 'quote_line.id', 'manual_quote.line_id')
    .innerJoin('project', 'project.id', 'quote_line.project_id')
    .selectAll('manual_quote')
    .select(['quote_line.name', 'quote_line.configuration', 'quote_line.project_id', 'project.service'])
    .where('manual_quote.id', '=', id)
    .where('quote_line.deleted_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Questions that get a mail of their own within an hour; the hourly digest counts the others. */
export const maxExpertMailsPerHour = 10

/** Whether so many questions came within an hour that this one is left to the digest. */
export async function isLeftToDigest(db: Db, { id, askedAt }: { id: string; askedAt: Date }): Promise<boolean> {
  const row = await db
    .selectFrom('manual_quote')
    .select(sql<number>`count(*)::int`.as('earlier'))
    .where('asked_at', '>', new Date(askedAt.getTime() - 3_600_000))
    .where((question) =>
      question.or([
        question('asked_at', '<', askedAt),
        question.and([question('asked_at', '=', askedAt), question('id', '<', id)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return row.earlier >= maxExpertMailsPerHour
}

/** Open questions asked since then that got no mail of their own. */
export async function countLeftToDigest(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from manual_quote question
    where question.state = 'asked' and question.asked_at > ${since} and ${maxExpertMailsPerHour} <= (
      select count(*) from manual_quote earlier
      where earlier.asked_at > question.asked_at - interval '1 hour'
        and (earlier.asked_at, earlier.id) < (question.asked_at, question.id)
    )`.execute(db)
  return rows[0]?.left ?? 0
}
