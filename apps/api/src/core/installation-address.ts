import { type Config, isLoopback } from '#core/config.ts'
import type { Db, Trx } from '#db/database.ts'

type Address = Pick<Config, 'publicUrl'>

/** Without the scheme, because an installation may change from http to https. */
const hostOf = (url: string) => new URL(url).host

async function findRecorded(db: Db | Trx): Promise<string | null> {
  const row = await db.selectFrom('installation').select('public_url').executeTakeFirst()
  return row?.public_url ?? null
}

/**
 * Records where the installation serves customers, unless an address is known. Several servers of
 * one installation have the same address. Loopback is not recorded, so that a trial can become an
 * installation under any address.
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
  return recorded === null || hostOf(recorded) === hostOf(publicUrl) ? null : recorded
}

/** For an operator who confirms that the installation has moved to PUBLIC_URL. */
export async function moveInstallation(trx: Trx, { publicUrl }: Address, now: Date): Promise<void> {
  await trx.updateTable('installation').set({ public_url: publicUrl, recorded_at: now }).execute()
}

/** Why mails are held and what to do, in one line. */
export const otherAddressLine = (recorded: string, { publicUrl }: Address): string =>
  `mails are held: the database belongs to ${recorded}, and PUBLIC_URL is ${publicUrl}; if the installation has moved there: npm run mails -- release`
