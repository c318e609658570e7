import { insertObject, type SimulatorDb } from './objects.repository.ts'
import { readSwitches } from './switches.ts'

export const settlementId = (objectId: string) => `settlement ${objectId}`

/** Schedules the outcome of a pending payment (by its session) or refund. */
export async function scheduleSettlement(
  db: SimulatorDb,
  now: Date,
  parentId: string,
  details: { accepted?: boolean } = {},
): Promise<void> {
  const { settleSeconds } = await readSwitches(db)
  const data = { due: Date.now() + settleSeconds * 1000, ...details }
  await insertObject(db, { id: settlementId(parentId), kind: 'settlement', parentId, data }, now)
}
