import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { findObject, insertObject, type SimulatorDb } from './objects.repository.ts'
import { ProviderError } from './provider-error.ts'

export interface SimulatorSecrets {
  secretKey: string
  webhookSecret: string
}

const id = 'secret'
const newSecret = () => randomBytes(32).toString('base64url')

/** Keys of the installation, created at the first start and shared by its servers and workers. */
export async function getSimulatorSecrets(db: SimulatorDb, now: Date): Promise<SimulatorSecrets> {
  const stored = await findObject<SimulatorSecrets>(db, 'secret', id)
  if (stored) return stored

  const created: SimulatorSecrets = { secretKey: `sk_test_${newSecret()}`, webhookSecret: `whsec_${newSecret()}` }
  await insertObject(db, { id, kind: 'secret', parentId: null, data: created }, now)

  // Another server may have inserted its keys first; those win.
  return (await findObject<SimulatorSecrets>(db, 'secret', id)) ?? created
}

/** Accepts the key as Bearer token or as user name of Basic authentication, like the provider. */
export function requireSecretKey(authorization: string | undefined, secretKey: string): void {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ')
  const given = scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString().split(':')[0] : credentials

  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (timingSafeEqual(digest(given ?? ''), digest(secretKey))) return
  throw new ProviderError(401, 'invalid_request_error', 'Invalid API Key provided')
}
