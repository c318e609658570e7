import { personalDataLimits } from '@cotation/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#db/database.ts'
import { personalDataMap } from './map/personal-data-map.ts'
import { blanksOf, columnNames, type Subject, type TableRule } from './map/rule.ts'

/** The primary keys of tables that are archived and have no `id`. */
const keyColumns: Readonly<Record<string, string>> = {
  order_review: 'order_id',
  proposal_decision: 'proposal_id',
}

export interface ArchiveDates {
  now: Date
  retainUntil: Date
}

/** When something is archived and until when it must be kept. */
export function archiveDates(now: Date): ArchiveDates {
  const retainUntil = new Date(now)
  retainUntil.setUTCFullYear(now.getUTCFullYear() + personalDataLimits.archiveYears)
  return { now, retainUntil }
}

/**
 * Erases a customer's rows of one table as the map says. Running it again changes nothing: rows are
 * gone or blank, and the archive keeps its first copy.
 */
export async function eraseRows(trx: Trx, rule: TableRule, subject: Subject, dates: ArchiveDates): Promise<void> {
  if (rule.owner === null || rule.onDeletion === 'keep' || rule.onDeletion === 'with-file') return

  const owned = rule.owner(subject)
  if (rule.onDeletion === 'erase') {
    const isFree = rule.neededBy ? sql`not (${rule.neededBy})` : sql`true`
    await sql`delete from ${sql.table(rule.table)} where ${owned} and ${isFree}`.execute(trx)
  }

  if (rule.archived) await archiveRows(trx, rule, subject, dates)
  if (rule.onDeletion === 'blank' || rule.neededBy) await blankRows(trx, rule, owned)
}

async function archiveRows(trx: Trx, rule: TableRule, subject: Subject, dates: ArchiveDates): Promise<void> {
  const { table, owner, archived, secret } = rule
  if (!owner || !archived) return

  const key = sql.ref(`${table}.${keyColumns[table] ?? 'id'}`)
  const withoutSecrets = sql`to_jsonb(${sql.table(table)}) - ${[...columnNames(secret)]}::text[]`
  await sql`
    insert into archive_record (customer_id, source, row_key, data, archived_at, retain_until)
    select ${subject.customerId}, ${table}, ${key}::text, ${withoutSecrets}, ${dates.now}, ${dates.retainUntil}
    from ${sql.table(table)} where ${owner(subject)} and (${archived})
    on conflict (source, row_key) do nothing`.execute(trx)
}

async function blankRows(trx: Trx, rule: TableRule, owned: RawBuilder<unknown>): Promise<void> {
  const changes = blanksOf(rule).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(rule.table)} set ${sql.join(changes)} where ${owned}`.execute(trx)
}

/** What gives access to the account, the points, and the account itself. */
export const tablesErasedAtOnce = personalDataMap.filter(({ atOnce }) => atOnce)

/** All others, in the sequence in which they are erased. */
export const otherTables = personalDataMap.filter(({ atOnce }) => !atOnce)
