import { z } from 'zod'
import type { Db, Trx } from '#db/database.ts'
import { findObject, insertObject, updateObject } from './simulator.repository.ts'

/** Faults that a provider may have, for tests; all of them are off unless somebody with the secret key turns them on. */
export const switchesSchema = z.strictObject({
  /** Each webhook is sent so many times more. */
  duplicates: z.int().min(0).max(50),
  /** The newest webhook is sent first. */
  disorder: z.boolean(),
  /** Webhooks wait for so long. */
  delaySeconds: z.number().min(0).max(86_400),
  /** Webhooks are never sent. */
  loss: z.boolean(),
  /** Added to what is charged. */
  amountOff: z.int(),
  /** Charged instead of the session's own. */
  currency: z.string().length(3).nullable(),
  /** `hang`: what was asked for is done, and no answer comes. `down`: the connection breaks before anything is done. */
  trouble: z.enum(['none', 'hang', 'too-many', 'fault', 'down']),
  /** After so many requests the trouble is over; null until it is turned off. */
  troubleCount: z.int().min(1).nullable(),
  /** Between a payment that is pending and its outcome. */
  settleSeconds: z.number().min(0).max(86_400),
  /** Refunds are accepted and done later, with the next settlement. */
  slowRefunds: z.boolean(),
})

export type Switches = z.output<typeof switchesSchema>

export const noSwitches: Switches = {
  duplicates: 0,
  disorder: false,
  delaySeconds: 0,
  loss: false,
  amountOff: 0,
  currency: null,
  trouble: 'none',
  troubleCount: null,
  settleSeconds: 5,
  slowRefunds: false,
}

const id = 'switches'

export async function readSwitches(db: Db | Trx): Promise<Switches> {
  return { ...noSwitches, ...(await findObject<Partial<Switches>>(db, 'switches', id)) }
}

/** Those named are set, all others stay. */
export async function setSwitches(db: Db | Trx, changes: Partial<Switches>, now: Date): Promise<Switches> {
  const switches = { ...(await readSwitches(db)), ...changes }
  await insertObject(db, { id, kind: 'switches', parentId: null, data: switches }, now)
  await updateObject(db, id, switches)
  return switches
}

/** The trouble that this request has, counted down. */
export async function takeTrouble(db: Db, now: Date): Promise<Switches['trouble']> {
  const { trouble, troubleCount } = await readSwitches(db)
  if (trouble === 'none' || troubleCount === null) return trouble
  const left = troubleCount - 1
  await setSwitches(db, left > 0 ? { troubleCount: left } : { trouble: 'none', troubleCount: null }, now)
  return trouble
}
