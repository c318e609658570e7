import { timingSafeEqual } from 'node:crypto'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { codeHash, newCode } from '#core/secrets.ts'
import type { Db, Trx } from '#db/database.ts'
import { countKeyTry, putKey, takeKey } from './customer.repository.ts'

const purpose = 'password-code'
const codeLifeMs = 10 * 60_000
const maxTries = 5

/** A new verification code for a password change (spec 5); an earlier one becomes invalid. */
export async function createPasswordCode(db: Db | Trx, customerId: string, now: Date): Promise<string> {
  const code = newCode()
  const hash = await codeHash(code, customerId)
  await putKey(db, { hash, customerId, purpose, now, expiresAt: new Date(now.getTime() + codeLifeMs) })
  return code
}

/** Uses up one try; null unless the code is right, in time and within its tries. */
export async function tryPasswordCode(deps: Deps, customerId: string, code: string): Promise<Buffer | null> {
  const stored = await countKeyTry(deps.db, { customerId, purpose, maxTries, now: deps.clock() })
  const hash = await codeHash(code, customerId)
  return stored !== null && timingSafeEqual(stored, hash) ? hash : null
}

/** Consumes a code that was right: of several concurrent changes only one succeeds. */
export async function takePasswordCode(trx: Trx, hash: Buffer, now: Date): Promise<void> {
  if ((await takeKey(trx, hash, purpose, now)) === null) throw wrongCode()
}

/** The same for a wrong, expired, used or exhausted code: the difference would help to guess. */
export const wrongCode = () =>
  new AppError('VERIFICATION_CODE_WRONG', { fields: [{ path: 'code', code: 'VERIFICATION_CODE_WRONG' }] })
