import { sql } from 'kysely'
import type { Db, Trx } from '#db/database.ts'

/** What the simulator keeps: the provider's objects, and what is still to be done about them. */
export type ObjectKind =
  | 'secret'
  | 'switches'
  | 'session'
  | 'payment'
  | 'charge'
  | 'refund'
  | 'dispute'
  | 'expiry'
  | 'settlement'
  | 'delivery'

export interface StoredObject {
  id: string
  kind: ObjectKind
  parentId: string | null
  data: object
}

export async function insertObject(db: Db | Trx, object: StoredObject, at: Date): Promise<void> {
  await db
    .insertInto('simulator_object')
    .values({
      id: object.id,
      kind: object.kind,
      parent_id: object.parentId,
      data: JSON.stringify(object.data),
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function findObject<T>(db: Db | Trx, kind: ObjectKind, id: string): Promise<T | null> {
  const row = await db
    .selectFrom('simulator_object')
    .select('data')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ? (row.data as T) : null
}

export async function lockObject<T>(trx: Trx, kind: ObjectKind, id: string): Promise<T | null> {
  const row = await trx
    .selectFrom('simulator_object')
    .select('data')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  return row ? (row.data as T) : null
}

/** Newest first, as the provider lists them. */
export async function listObjects<T>(db: Db | Trx, kind: ObjectKind, parentId: string): Promise<T[]> {
  const rows = await db
    .selectFrom('simulator_object')
    .select('data')
    .where('parent_id', '=', parentId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data as T)
}

export async function updateObject(db: Db | Trx, id: string, data: object): Promise<void> {
  await db
    .updateTable('simulator_object')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute()
}

export async function deleteObject(db: Db | Trx, id: string): Promise<void> {
  await db.deleteFrom('simulator_object').where('id', '=', id).execute()
}

/** Something to be done at `due`, a time in milliseconds. */
export interface Due {
  due: number
}

export async function listDue<T extends Due>(
  db: Db | Trx,
  kind: 'expiry' | 'settlement',
  now: number,
): Promise<{ id: string; parentId: string; data: T }[]> {
  const rows = await db
    .selectFrom('simulator_object')
    .select(['id', 'parent_id', 'data'])
    .where('kind', '=', kind)
    .where(sql<boolean>`(data->>'due')::numeric <= ${now}`)
    .orderBy('created_at')
    .limit(100)
    .execute()
  return rows.map((row) => ({ id: row.id, parentId: row.parent_id ?? '', data: row.data as unknown as T }))
}

/** Takes the next delivery for one sender; if that one dies, it is due again at `again`. */
export async function claimDelivery<T extends Due>(
  db: Db,
  now: number,
  again: number,
  order: 'oldest' | 'newest',
): Promise<{ id: string; data: T } | null> {
  const direction = order === 'oldest' ? sql`asc` : sql`desc`
  const { rows } = await sql<{ id: string; data: T }>`
    update simulator_object set data = jsonb_set(data, '{due}', to_jsonb(${again}::numeric))
    where id = (
      select id from simulator_object where kind = 'delivery' and (data->>'due')::numeric <= ${now}
      order by (data->>'order')::numeric ${direction} limit 1 for update skip locked
    )
    returning id, data
  `.execute(db)

  return rows[0] ?? null
}

export interface StoredAnswer {
  requestHash: Buffer
  status: number
  answer: unknown
}

/** One request per key at a time; ends with the transaction. */
export async function lockKey(trx: Trx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`simulator ${key}`}, 0))`.execute(trx)
}

export async function findAnswer(trx: Trx, key: string): Promise<StoredAnswer | null> {
  const row = await trx.selectFrom('simulator_answer').selectAll().where('key', '=', key).executeTakeFirst()
  return row ? { requestHash: row.request_hash, status: row.status, answer: row.answer } : null
}

export async function insertAnswer(trx: Trx, key: string, given: StoredAnswer, at: Date): Promise<void> {
  await trx
    .insertInto('simulator_answer')
    .values({
      key,
      request_hash: given.requestHash,
      status: given.status,
      answer: JSON.stringify(given.answer),
      created_at: at,
    })
    .execute()
}
