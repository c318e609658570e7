import type { Db, Trx } from '#db/database.ts'

export async function insertPhoto(db: Db, customerId: string, now: Date): Promise<string> {
  const { id } = await db
    .insertInto('after_sale_photo')
    .values({ customer_id: customerId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findPhotoOwner(db: Db, photoId: string): Promise<string | undefined> {
  const row = await db.selectFrom('after_sale_photo').select('customer_id').where('id', '=', photoId).executeTakeFirst()
  return row?.customer_id
}

/** A photo that was sent with a claim. */
export function findClaimPhoto(db: Db, photoId: string) {
  return db
    .selectFrom('after_sale_photo')
    .innerJoin('after_sale_event', 'after_sale_event.id', 'after_sale_photo.event_id')
    .select(['after_sale_event.claim_id', 'after_sale_photo.customer_id'])
    .where('after_sale_photo.id', '=', photoId)
    .executeTakeFirst()
}

/** Attaches unused photos of a customer that are younger than `since`; returns how many. */
export async function attachPhotos(
  trx: Trx,
  customerId: string,
  photoIds: readonly string[],
  eventId: string,
  since: Date,
): Promise<number> {
  const attached = await trx
    .updateTable('after_sale_photo')
    .set({ event_id: eventId })
    .where('id', 'in', photoIds)
    .where('customer_id', '=', customerId)
    .where('event_id', 'is', null)
    .where('created_at', '>', since)
    .returning('id')
    .execute()
  return attached.length
}

/** The photos of events, in the sequence in which they were sent. */
export function listPhotos(db: Db | Trx, eventIds: readonly string[]) {
  return db
    .selectFrom('after_sale_photo')
    .select(['id', 'event_id'])
    .where('event_id', 'in', eventIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function listUnusedPhotos(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('after_sale_photo')
    .select('id')
    .where('event_id', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deletePhoto(db: Db, photoId: string): Promise<void> {
  await db.deleteFrom('after_sale_photo').where('id', '=', photoId).where('event_id', 'is', null).execute()
}

export async function listPhotosOf(db: Db, customerId: string): Promise<string[]> {
  const rows = await db.selectFrom('after_sale_photo').select('id').where('customer_id', '=', customerId).execute()
  return rows.map(({ id }) => id)
}
