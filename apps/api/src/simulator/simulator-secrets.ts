import { newSecret } from '#core/secrets.ts'
import type { Db } from '#db/database.ts'
import { findObject, insertObject } from './simulator.repository.ts'

export interface SimulatorSecrets {
  secretKey: string
  webhookSecret: string
}

/** This installation's own keys, made at its first start: every server and worker of it has the same ones, and nobody else any. */
export async function simulatorSecrets(db: Db, now: Date): Promise<SimulatorSecrets> {
  const made: SimulatorSecrets = { secretKey: `sk_test_${newSecret()}`, webhookSecret: `whsec_${newSecret()}` }
  const kept = await findObject<SimulatorSecrets>(db, 'secret', 'secret')
  if (kept) return kept
  await insertObject(db, { id: 'secret', kind: 'secret', parentId: null, data: made }, now)
  // Another server may have been first.
  return (await findObject<SimulatorSecrets>(db, 'secret', 'secret')) ?? made
}
