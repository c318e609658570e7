import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** A version without its content, which is large. */
export interface CatalogueVersion {
  version: string
  contentHash: Buffer
  author: string
  comment: string
  createdAt: Date
  /** Null while it is a draft. */
  validFrom: Date | null
}

export interface NewCatalogue {
  version: string
  content: string
  contentHash: Buffer
  author: string
  comment: string
  createdAt: Date
}

/** Sorted by number, because "2026-11-01.10" comes after "2026-11-01.9". */
const day = sql<string>`split_part(version, '.', 1)`
const numberOfDay = sql<number>`split_part(version, '.', 2)::int`

const versions = (db: Db | Trx) =>
  db
    .selectFrom('catalogue_version')
    .select([
      'version',
      'content_hash as contentHash',
      'author',
      'comment',
      'created_at as createdAt',
      'valid_from as validFrom',
    ])

/** The version that became valid last; of several that did so at once, the newest. */
export async function findVersionInForce(db: Db | Trx, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('catalogue_version')
    .select('version')
    .where('valid_from', '<=', now)
    .orderBy('valid_from', 'desc')
    .orderBy(day, 'desc')
    .orderBy(numberOfDay, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version
}

export async function findVersion(db: Db | Trx, version: string): Promise<CatalogueVersion | undefined> {
  return versions(db).where('version', '=', version).executeTakeFirst()
}

export async function findContent(db: Db | Trx, version: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('catalogue_version')
    .select(sql<string>`content::text`.as('content'))
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.content
}

/** All versions, newest first. */
export async function listVersions(db: Db | Trx): Promise<CatalogueVersion[]> {
  return versions(db).orderBy(day, 'desc').orderBy(numberOfDay, 'desc').execute()
}

/** Serialises writers until the transaction ends; readers are not blocked. */
export async function lockVersions(trx: Trx): Promise<void> {
  await sql`lock table catalogue_version in share row exclusive mode`.execute(trx)
}

export async function lockVersion(trx: Trx, version: string): Promise<CatalogueVersion | undefined> {
  return versions(trx).where('version', '=', version).forUpdate().executeTakeFirst()
}

const columnsOf = (draft: NewCatalogue) => ({
  content: draft.content,
  content_hash: draft.contentHash,
  author: draft.author,
  comment: draft.comment,
  created_at: draft.createdAt,
})

/** Inserts or replaces the draft of a version; false if that version is published. */
export async function upsertDraft(db: Db | Trx, draft: NewCatalogue): Promise<boolean> {
  const row = await db
    .insertInto('catalogue_version')
    .values({ version: draft.version, ...columnsOf(draft), valid_from: null })
    .onConflict((conflict) =>
      conflict.column('version').doUpdateSet(columnsOf(draft)).where('catalogue_version.valid_from', 'is', null),
    )
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

export async function setValidity(trx: Trx, version: string, validFrom: Date): Promise<void> {
  await trx.updateTable('catalogue_version').set({ valid_from: validFrom }).where('version', '=', version).execute()
}

export async function removeVersion(trx: Trx, version: string): Promise<void> {
  await trx.deleteFrom('catalogue_version').where('version', '=', version).execute()
}
