import { type Config, isLoopback } from '#core/config.ts'
import type { Db, Trx } from '#db/database.ts'

type Address = Pick<Config, 'publicUrl'>

/** Another scheme is no other place: an installation may change from http to https. */
const placeOf = (url: string) => new URL(url).host

async function findRecorded(db: Db | Trx): Promise<string | null> {
  const row = await db.selectFrom('installation').select('public_url').executeTakeFirst()
  return row?.public_url ?? null
}

/**
 * Records where the installation serves customers, unless that is known. Several servers of one
 * installation have the same address. Trials on loopback have none: nothing keeps them from moving.
 */
export async function recordFirstAddress(db: Db, { publicUrl }: Address, now: Date): Promise<void> {
  if (isLoopback(new URL(publicUrl).hostname)) return

  await db
    .insertInto('installation')
    .values({ public_url: publicUrl, recorded_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The address that the database belongs to, if this process has another one: then it may be a copy,
 * whose mails would reach real customers (B36). Null if it is the same, or none is known.
 */
export async function findOtherAddress(db: Db | Trx, { publicUrl }: Address): Promise<string | null> {
  const recorded = await findRecorded(db)
  return recorded === null || placeOf(recorded) === placeOf(publicUrl) ? null : recorded
}

/** The operator says that the installation has moved here. */
export async function moveInstallation(trx: Trx, { publicUrl }: Address, now: Date): Promise<void> {
  await trx.updateTable('installation').set({ public_url: publicUrl, recorded_at: now }).execute()
}

/** Whose mails are held, and what to do, in one line. */
export const otherAddressLine = (recorded: string, { publicUrl }: Address): string =>
  `mails are held: the database belongs to ${recorded}, and PUBLIC_URL is ${publicUrl}; if the installation has moved there: npm run mails -- release`
