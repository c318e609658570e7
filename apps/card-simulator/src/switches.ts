import { z } from 'zod'
import { findObject, insertObject, type SimulatorDb, updateObject } from './objects.repository.ts'

/** Faults of a provider, for tests. All are off until a caller with the secret key enables them. */
export const switchesSchema = z.strictObject({
  /** How many extra copies of each webhook are sent. */
  duplicates: z.int().min(0).max(50),
  /** The newest webhook is sent first. */
  disorder: z.boolean(),
  /** How long webhooks are delayed. */
  delaySeconds: z.number().min(0).max(86_400),
  /** Webhooks are never sent. */
  loss: z.boolean(),
  /** Added to the charged amount, in minor units. */
  amountOff: z.int(),
  /** Charged instead of the session's currency. */
  currency: z.string().length(3).nullable(),
  /** The card of all payments; null for another card with each payment. */
  fingerprint: z.string().min(1).max(40).nullable(),
  /** `hang`: processed but never answered. `down`: the connection breaks before processing. */
  trouble: z.enum(['none', 'hang', 'too-many', 'fault', 'down']),
  /** The number of requests that have the trouble; null until it is turned off. */
  troubleCount: z.int().min(1).nullable(),
  /** The time between a pending payment and its outcome. */
  settleSeconds: z.number().min(0).max(86_400),
  /** Refunds stay pending until the next settlement. */
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
  fingerprint: null,
  trouble: 'none',
  troubleCount: null,
  settleSeconds: 5,
  slowRefunds: false,
}

const id = 'switches'

export async function readSwitches(db: SimulatorDb): Promise<Switches> {
  return { ...noSwitches, ...(await findObject<Partial<Switches>>(db, 'switches', id)) }
}

/** Sets the given switches and leaves the others. */
export async function setSwitches(db: SimulatorDb, changes: Partial<Switches>, now: Date): Promise<Switches> {
  const switches = { ...(await readSwitches(db)), ...changes }
  await insertObject(db, { id, kind: 'switches', parentId: null, data: switches }, now)
  await updateObject(db, id, switches)
  return switches
}

/** The trouble that this request has; decrements `troubleCount`. */
export async function takeTrouble(db: SimulatorDb, now: Date): Promise<Switches['trouble']> {
  const { trouble, troubleCount } = await readSwitches(db)
  if (trouble === 'none' || troubleCount === null) return trouble

  const left = troubleCount - 1
  await setSwitches(db, left > 0 ? { troubleCount: left } : { trouble: 'none', troubleCount: null }, now)

  return trouble
}
