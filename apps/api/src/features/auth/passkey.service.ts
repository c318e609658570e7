import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { assertRecentProof } from '#core/guards.ts'
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
import { makeRecoveryCodes } from '#core/second-factor/recovery-codes.ts'
import type { Trx } from '#db/database.ts'
import type { CustomerSession } from '#http/session.ts'
import { getCustomer, lockCustomer } from './customer.repository.ts'
import { insertPasskey, listPasskeys, lockPasskey, notePasskeyUse, removePasskeyOf } from './passkey.repository.ts'
import { hasSecondFactor } from './second-factor.repository.ts'
import { ensureRecoveryCodes, mailOwner, type Owner } from './second-factor.service.ts'

const refused = () => new AppError('PASSKEY_REFUSED')

export async function beginPasskey(deps: Deps, session: CustomerSession) {
  const now = deps.clock()
  assertRecentProof(session, now)
  if (!allowsPasskeys(deps.publicUrl)) throw new AppError('SECOND_FACTOR_STATE')

  const { id, email } = await getCustomer(deps.db, session.customerId)
  return {
    challenge: registrationChallenge(deps, session.tokenHash, now).toString('base64url'),
    rpId: passkeyAddress(deps).rpId,
    credentialIds: await listCredentialIds(deps, id),
    userId: Buffer.from(id).toString('base64url'),
    userName: email,
  }
}

async function listCredentialIds({ db }: Pick<Deps, 'db'>, customerId: string): Promise<string[]> {
  const passkeys = await listPasskeys(db, customerId)
  return passkeys.map(({ credential_id }) => credential_id.toString('base64url'))
}

const maxPasskeys = 10

/** Adds a passkey. The first factor of an account also brings recovery codes. */
export async function addPasskey(
  deps: Deps,
  session: CustomerSession,
  input: RegistrationInput,
): Promise<{ recoveryCodes: string[] }> {
  const now = deps.clock()
  assertRecentProof(session, now)

  const signCount = checkRegistrationInTime(deps, session.tokenHash, input, now)
  if (signCount === null) throw refused()

  const codes = await makeRecoveryCodes(session.customerId)
  const { recoveryCodes, wasOn } = await deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    const hadFactor = await hasSecondFactor(trx, customer.id)
    if ((await listPasskeys(trx, customer.id)).length >= maxPasskeys) throw refused()

    const isNew = await insertPasskey(trx, {
      customerId: customer.id,
      credentialId: bytesOf(input.credentialId),
      publicKey: bytesOf(input.publicKey),
      name: input.name,
      signCount,
      now,
    })
    if (!isNew) throw refused()

    await mailOwner(deps, trx, 'passkey-added', customer, { name: input.name })
    return { recoveryCodes: await ensureRecoveryCodes(trx, customer.id, codes, now), wasOn: hadFactor }
  })

  const { customerId } = session
  deps.securityEvents.record({ kind: 'passkey-added', customerId })
  if (!wasOn) deps.securityEvents.record({ kind: 'second-factor-on', customerId, detail: 'passkey' })
  return { recoveryCodes }
}

/** Removes a passkey beside another factor. The last factor is turned off with the password or a code. */
export async function removePasskey(deps: Deps, session: CustomerSession, passkeyId: string): Promise<void> {
  assertRecentProof(session, deps.clock())

  await deps.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.customerId)
    if (!(await removePasskeyOf(trx, customer.id, passkeyId))) throw new AppError('NOT_FOUND')
    if (!(await hasSecondFactor(trx, customer.id))) throw new AppError('SECOND_FACTOR_STATE')

    await mailOwner(deps, trx, 'passkey-removed', customer)
  })
  deps.securityEvents.record({ kind: 'passkey-removed', customerId: session.customerId })
}

/** Derived from the ticket, which works once: so does the signature of its challenge. */
const loginChallenge = ({ vault }: Pick<Deps, 'vault'>, ticketHash: Buffer) =>
  vault.derive(`passkey login ${ticketHash.toString('hex')}`)

export async function passkeyLoginChallenge(deps: Deps, ticketHash: Buffer, customerId: string) {
  return {
    challenge: loginChallenge(deps, ticketHash).toString('base64url'),
    rpId: passkeyAddress(deps).rpId,
    credentialIds: await listCredentialIds(deps, customerId),
  }
}

/** Throws unless a passkey of the customer has signed the challenge of the ticket. */
export async function takePasskey(
  deps: Deps,
  trx: Trx,
  customer: Owner,
  ticketHash: Buffer,
  input: AssertionInput,
): Promise<void> {
  const passkey = await lockPasskey(trx, customer.id, bytesOf(input.credentialId))
  if (!passkey) throw refused()

  const count = checkSignature(deps, passkey, loginChallenge(deps, ticketHash), input)
  if (count === null) throw refused()

  await notePasskeyUse(trx, passkey.id, count, deps.clock())
}
