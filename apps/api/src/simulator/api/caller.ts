import { secretHash, secretMatches } from '#core/secrets.ts'
import { SimulatorRefusal } from '../objects/refusal.ts'

/** Bearer, or Basic with the key as the user's name: the provider takes both. */
export function requireKey(authorization: string | undefined, secretKey: string): void {
  const [scheme = '', credentials = ''] = (authorization ?? '').split(' ')
  const given = scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString().split(':')[0] : credentials
  if (secretMatches(given, secretHash(secretKey))) return
  throw new SimulatorRefusal(401, 'invalid_request_error', 'Invalid API Key provided')
}
