import { type ColumnType, type Kysely, sql, type Transaction } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type CreatedAt = ColumnType<Date, Date, never>

/** The simulator's tables; the host's migrations create them. */
export interface SimulatorTables {
  simulator_object: {
    id: string
    kind: string
    parent_id: string | null
    data: Json<Record<string, unknown>>
    created_at: CreatedAt
  }
  simulator_answer: {
    key: string
    request_hash: Buffer
    status: number
    answer: Json<unknown>
    created_at: CreatedAt
  }
}

/** Also accepts a transaction. */
export type SimulatorDb = Kysely<SimulatorTables>
export type SimulatorTrx = Transaction<SimulatorTables>

/** The provider's objects, and the work that is due for them. */
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

export async function insertObject(db: SimulatorDb, object: StoredObject, at: Date): Promise<void> {
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

const selectData = (db: SimulatorDb, kind: ObjectKind) =>
  db.selectFrom('simulator_object').select('data').where('kind', '=', kind)

export async function findObject<T>(db: SimulatorDb, kind: ObjectKind, id: string): Promise<T | null> {
  const row = await selectData(db, kind).where('id', '=', id).executeTakeFirst()
  return row ? (row.data as T) : null
}

export async function lockObject<T>(trx: SimulatorTrx, kind: ObjectKind, id: string): Promise<T | null> {
  const row = await selectData(trx, kind).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? (row.data as T) : null
}

/** Newest first, as the provider sorts them. */
export async function listObjects<T>(db: SimulatorDb, kind: ObjectKind, parentId: string): Promise<T[]> {
  const rows = await selectData(db, kind)
    .where('parent_id', '=', parentId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data as T)
}

export async function updateObject(db: SimulatorDb, id: string, data: object): Promise<void> {
  await db
    .updateTable('simulator_object')
    .set({ data: JSON.stringify(data) })
    .where('id', '=', id)
    .execute()
}

export async function deleteObject(db: SimulatorDb, id: string): Promise<void> {
  await db.deleteFrom('simulator_object').where('id', '=', id).execute()
}

/** Work that is due at a Unix time in milliseconds. */
export interface Due {
  due: number
}

export async function listDue(
  db: SimulatorDb,
  kind: 'expiry' | 'settlement',
  nowMs: number,
): Promise<{ id: string; parentId: string }[]> {
  const rows = await db
    .selectFrom('simulator_object')
    .select(['id', 'parent_id'])
    .where('kind', '=', kind)
    .where(sql<boolean>`(data->>'due')::numeric <= ${nowMs}`)
    .orderBy('created_at')
    .limit(100)
    .execute()
  return rows.map((row) => ({ id: row.id, parentId: row.parent_id ?? '' }))
}

/** Claims the next webhook for one sender. If the sender dies, it is due again at `leaseEndMs`. */
export async function claimDelivery<T extends Due>(
  db: SimulatorDb,
  nowMs: number,
  leaseEndMs: number,
  first: 'oldest' | 'newest',
): Promise<{ id: string; data: T } | null> {
  const direction = first === 'oldest' ? sql`asc` : sql`desc`
  const { rows } = await sql<{ id: string; data: T }>`
    update simulator_object set data = jsonb_set(data, '{due}', to_jsonb(${leaseEndMs}::numeric))
    where id = (
      select id from simulator_object where kind = 'delivery' and (data->>'due')::numeric <= ${nowMs}
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

/** Serialises the requests with the same key until the end of the transaction. */
export async function lockKey(trx: SimulatorTrx, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`simulator ${key}`}, 0))`.execute(trx)
}

export async function findAnswer(trx: SimulatorTrx, key: string): Promise<StoredAnswer | null> {
  const row = await trx.selectFrom('simulator_answer').selectAll().where('key', '=', key).executeTakeFirst()
  return row ? { requestHash: row.request_hash, status: row.status, answer: row.answer } : null
}

export async function insertAnswer(trx: SimulatorTrx, key: string, given: StoredAnswer, at: Date): Promise<void> {
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
