import type { Language } from '@cotation/domain'
import { mailJob } from '#core/account-mail.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import type { Cookies } from '#http/cookies.ts'
import { isNewDevice, rememberDevice } from './customer.repository.ts'

const deviceSeconds = 365 * 86_400

export interface BrowserOfCaller {
  cookies: Cookies
  browserName: string
}

export interface Remembered {
  id: string
  email: string
  language: Language
}

/**
 * Remembers this browser as one from which the customer has logged in. The owner of an account that was
 * used from other browsers before gets a mail (B13).
 */
export async function rememberBrowser(
  { clock, jobs }: Pick<Deps, 'clock' | 'jobs'>,
  db: Db | Trx,
  customer: Remembered,
  { cookies, browserName }: BrowserOfCaller,
): Promise<void> {
  const device = cookies.get('device') ?? newSecret()
  const isNew = await isNewDevice(db, secretHash(device), customer.id)
  await rememberDevice(db, secretHash(device), customer.id, clock())
  cookies.set('device', device, deviceSeconds)

  const { email, language } = customer
  const values = { browser: browserName, isNamed: browserName === '' ? 'no' : 'yes' }
  if (isNew) await jobs.enqueue(db, mailJob, { kind: 'new-device', email, language, values })
}
