import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { countGuess } from '#core/guess-limit.ts'
import { allowsPasskeys } from '#core/second-factor/passkey.ts'
import {
  type AssertionInput,
  bytesOf,
  checkRegistrationInTime,
  checkSignature,
  passkeyAddress,
  type RegistrationInput,
  registrationChallenge,
} from '#core/second-factor/passkey-answer.ts'
import { type RecoveryCodes, recoveryCodeHash } from '#core/second-factor/recovery-codes.ts'
import { base32, findTotpStep, newTotpSecret, totpUri } from '#core/second-factor/totp.ts'
import type { Trx } from '#db/database.ts'
import { getStaff } from './staff.repository.ts'
import {
  confirmApp,
  countRecoveryCodes,
  findApp,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  lockPendingApp,
  notePasskeyUse,
  putPendingApp,
  replaceRecoveryCodes,
  takeAppStep,
  takeRecoveryCode,
} from './staff-factor.repository.ts'
import { mailStaff } from './staff-mail.service.ts'

/** What the secret of a member's app is sealed for. */
const sealedFor = (staffId: string) => `staff totp ${staffId}`

/** The same for a wrong, used or expired code: the difference would help to guess. */
const wrongCode = () => new AppError('SECOND_FACTOR_WRONG', { fields: [{ path: 'code', code: 'SECOND_FACTOR_WRONG' }] })

const refusedPasskey = () => new AppError('PASSKEY_REFUSED')

/** A new secret for the member's app. It counts once a code has proved that the app knows it. */
export async function beginAppOf(deps: Deps, staffId: string): Promise<{ secret: string; uri: string }> {
  const { email } = await getStaff(deps.db, staffId)
  const secret = newTotpSecret()
  await deps.db.transaction().execute(async (trx) => {
    await putPendingApp(trx, staffId, deps.vault.seal(sealedFor(staffId), secret))
    await recordAudit(trx, { staffId, action: 'staff.app-begun', subject: { kind: 'staff', id: staffId } })
  })

  return { secret: base32(secret), uri: totpUri({ issuer: deps.config.brand.name, name: email, secret }) }
}

/** Puts the app in use whose set-up was begun, if the code is of that app. */
export async function confirmAppOf(deps: Deps, trx: Trx, staffId: string, code: string): Promise<void> {
  const pending = await lockPendingApp(trx, staffId)
  if (pending === null) throw new AppError('SECOND_FACTOR_STATE')

  const now = deps.clock()
  const step = findTotpStep(deps.vault.open(sealedFor(staffId), pending), code, now)
  if (step === null) throw wrongCode()

  await confirmApp(trx, staffId, { secret: pending, step, now })
}

/** The new codes to show, or none if the member has codes of another factor. */
export async function ensureRecoveryCodes(
  trx: Trx,
  staffId: string,
  codes: RecoveryCodes,
  now: Date,
): Promise<string[]> {
  if ((await countRecoveryCodes(trx, staffId)) > 0) return []
  await replaceRecoveryCodes(trx, staffId, codes.hashes, now)
  return codes.shown
}

/** A code that was counted as a guess and not compared yet. */
export interface CodeGuess {
  limitKey: string
  code: string
  /** Null for a code of an app. */
  recoveryHash: Buffer | null
}

/** Counts a guess, per member and browser. Hashes a recovery code before the transaction, because that is slow. */
export async function countCodeGuess(
  deps: Pick<Deps, 'limiter'>,
  staffId: string,
  browser: string,
  code: string,
): Promise<CodeGuess> {
  const limitKey = `staff second-factor ${staffId} ${browser}`
  await countGuess(deps, limitKey)

  const isAppCode = /^\d{6}$/.test(code)
  return { limitKey, code, recoveryHash: isAppCode ? null : await recoveryCodeHash(code, staffId) }
}

/** Uses up a right code. A wrong one throws, which rolls the transaction back. */
export async function takeCode(deps: Deps, trx: Trx, staffId: string, guess: CodeGuess): Promise<void> {
  if (guess.recoveryHash !== null) {
    if (!(await takeRecoveryCode(trx, staffId, guess.recoveryHash))) throw wrongCode()
    const left = String(await countRecoveryCodes(trx, staffId))
    return mailStaff(deps, trx, 'staff-recovery-code-used', staffId, { left })
  }

  const app = await findApp(trx, staffId)
  if (!app) throw wrongCode()

  const step = findTotpStep(deps.vault.open(sealedFor(staffId), app.sealed_secret), guess.code, deps.clock())
  if (step === null || !(await takeAppStep(trx, staffId, step))) throw wrongCode()
}

async function listCredentialIds({ db }: Pick<Deps, 'db'>, staffId: string): Promise<string[]> {
  const passkeys = await listPasskeys(db, staffId)
  return passkeys.map(({ credential_id }) => credential_id.toString('base64url'))
}

/** `browserHash` is of the session or ticket of the browser that creates the passkey. */
export async function beginPasskeyOf(deps: Deps, staffId: string, browserHash: Buffer) {
  if (!allowsPasskeys(deps.publicUrl)) throw new AppError('SECOND_FACTOR_STATE')

  const { email } = await getStaff(deps.db, staffId)
  return {
    challenge: registrationChallenge(deps, browserHash, deps.clock()).toString('base64url'),
    rpId: passkeyAddress(deps).rpId,
    credentialIds: await listCredentialIds(deps, staffId),
    userId: Buffer.from(staffId).toString('base64url'),
    userName: email,
  }
}

const maxPasskeys = 10

export async function insertPasskeyOf(
  deps: Deps,
  trx: Trx,
  staffId: string,
  browserHash: Buffer,
  input: RegistrationInput,
): Promise<void> {
  const now = deps.clock()
  const signCount = checkRegistrationInTime(deps, browserHash, input, now)
  if (signCount === null) throw refusedPasskey()
  if ((await listPasskeys(trx, staffId)).length >= maxPasskeys) throw refusedPasskey()

  const isNew = await insertPasskey(trx, {
    staffId,
    credentialId: bytesOf(input.credentialId),
    publicKey: bytesOf(input.publicKey),
    name: input.name,
    signCount,
    now,
  })
  if (!isNew) throw refusedPasskey()
}

/** What a passkey has to sign. The subject must work once, so that its signature does too. */
export async function passkeyChallengeOf(deps: Deps, staffId: string, subject: string) {
  return {
    challenge: deps.vault.derive(subject).toString('base64url'),
    rpId: passkeyAddress(deps).rpId,
    credentialIds: await listCredentialIds(deps, staffId),
  }
}

/** Throws unless a passkey of the member has signed the challenge of the subject. */
export async function takePasskey(
  deps: Deps,
  trx: Trx,
  staffId: string,
  subject: string,
  input: AssertionInput,
): Promise<void> {
  const passkey = await lockPasskey(trx, staffId, bytesOf(input.credentialId))
  if (!passkey) throw refusedPasskey()

  const count = checkSignature(deps, passkey, deps.vault.derive(subject), input)
  if (count === null) throw refusedPasskey()

  await notePasskeyUse(trx, passkey.id, count, deps.clock())
}
