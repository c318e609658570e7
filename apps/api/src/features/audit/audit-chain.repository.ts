import { type Selectable, sql } from 'kysely'
import { openAuditBreaks } from '#db/audit-sql.ts'
import type { Db, Trx } from '#db/database.ts'
import type { AuditVerificationTable } from '#db/schema.generated.ts'

/** The last entry of a piece of the chain; position 0 and no bytes before the first one. */
export interface ChainEnd {
  position: number
  hash: Buffer
}

export const chainStart: ChainEnd = { position: 0, hash: Buffer.alloc(0) }

/** What is wrong with an entry. */
export interface ChainBreak {
  position: number
  fault: ChainFault
}

/**
 * - `gap`: the entry before is missing, or a position was used twice.
 * - `chain`: it does not continue the entry before, which was changed, inserted or moved.
 * - `hash`: its own content was changed.
 * - `reason`: its reason was changed, or removed although its customer is not deleted.
 * - `end`: entries that were verified before, or have a reason, are gone or were replaced.
 * - `unchained`: an entry was stored past the chain, with its trigger turned off.
 */
export type ChainFault = 'gap' | 'chain' | 'hash' | 'reason' | 'end' | 'unchained'

interface Piece {
  end: ChainEnd
  count: number
  firstBreak: ChainBreak | null
}

/** Checks the next entries after a verified one. */
export async function checkEntriesAfter(trx: Trx, { position, hash }: ChainEnd, limit: number): Promise<Piece> {
  const { rows } = await sql<{ position: string; hash: Buffer; fault: ChainFault | null }>`
    with piece as (
      select entry, position, previous_hash, hash, reason_digest, customer_id
      from audit_entry entry where position > ${position} order by position limit ${limit}
    ), checked as (
      select piece.position, piece.hash,
        case
          when piece.position <> lag(piece.position, 1, ${position}::bigint) over chain + 1 then 'gap'
          when piece.previous_hash <> lag(piece.hash, 1, ${hash}::bytea) over chain then 'chain'
          when piece.hash <> audit_entry_hash(piece.entry) then 'hash'
          when kept.position is null and piece.reason_digest is not null
            and not is_of_deleted_customer(jsonb_build_object('customer_id', piece.customer_id)) then 'reason'
          when kept.position is not null
            and piece.reason_digest is distinct from audit_reason_digest(kept.salt, kept.reason) then 'reason'
        end as fault
      from piece left join audit_reason kept on kept.position = piece.position
      window chain as (order by piece.position)
    ), last as (
      select position, hash from checked order by position desc limit 1
    )
    select position, hash, fault from (
      (select position, hash, fault, 0 as rank from checked where fault is not null order by position limit 1)
      union all select position, hash, null, 1 from last
    ) found order by rank`.execute(trx)

  const last = rows.find(({ fault }) => fault === null)
  const broken = rows.find(({ fault }) => fault !== null)
  const end = last ? { position: Number(last.position), hash: last.hash } : { position, hash }
  return {
    end,
    count: end.position - position,
    firstBreak: broken?.fault ? { position: Number(broken.position), fault: broken.fault } : null,
  }
}

/** An earlier verification whose entry is gone or has another hash now. */
export async function findLostEnd(trx: Trx): Promise<number | null> {
  const row = await trx
    .selectFrom('audit_verification as verified')
    .leftJoin('audit_entry as entry', 'entry.position', 'verified.position')
    .select('verified.position')
    .where('verified.broken_at', 'is', null)
    .where('verified.position', '>', '0')
    .where(({ eb, or }) => or([eb('entry.position', 'is', null), eb('entry.hash', '<>', eb.ref('verified.hash'))]))
    .orderBy('verified.position')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.position) : null
}

/** A reason after the last entry: its entry was removed. */
export async function findReasonAfter(trx: Trx, position: number): Promise<number | null> {
  const row = await trx
    .selectFrom('audit_reason')
    .select('position')
    .where('position', '>', String(position))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.position) : null
}

export async function hasUnchained(trx: Trx): Promise<boolean> {
  return (await trx.selectFrom('audit_pending').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Where the last sound verification ended. */
export async function findVerifiedEnd(db: Db | Trx): Promise<ChainEnd> {
  const row = await db
    .selectFrom('audit_verification')
    .select(['position', 'hash'])
    .where('broken_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { position: Number(row.position), hash: row.hash } : chainStart
}

export interface Verification {
  at: Date
  end: ChainEnd
  isWhole: boolean
  broken: ChainBreak | null
}

export async function insertVerification(db: Db, { at, end, isWhole, broken }: Verification): Promise<void> {
  await db
    .insertInto('audit_verification')
    .values({
      at,
      position: end.position,
      hash: end.hash,
      is_whole: isWhole,
      broken_at: broken?.position ?? null,
      fault: broken?.fault ?? null,
    })
    .execute()
}

/** The newest verification, whatever it found. */
export async function findLastVerification(db: Db) {
  return db.selectFrom('audit_verification').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** The newest verification that found a break which is still there. */
export async function findOpenBreak(db: Db) {
  const { rows } = await sql<Selectable<AuditVerificationTable>>`
    select * from ${openAuditBreaks('broken')} order by id desc limit 1`.execute(db)
  return rows[0]
}

/** The hash of an entry in hexadecimal digits; null if there is no such entry. */
export async function findEntryHash(db: Db, position: number): Promise<string | null> {
  const row = await db
    .selectFrom('audit_entry')
    .select('hash')
    .where('position', '=', String(position))
    .executeTakeFirst()
  return row?.hash.toString('hex') ?? null
}

/** Null if there is no entry. */
export async function findFirstEntryTime(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('audit_entry').select('at').orderBy('position').limit(1).executeTakeFirst()
  return row?.at ?? null
}
