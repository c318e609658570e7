import type { passkeyAssertion, passkeyRegistration } from '@cotation/contracts'
import type { z } from 'zod'
import type { Deps } from '#core/deps.ts'
import { checkAssertion, checkRegistration, isCounterFresh } from './passkey.ts'

/** Answers of browsers as the contract carries them: bytes in base64url. */
export type RegistrationInput = z.output<typeof passkeyRegistration>
export type AssertionInput = z.output<typeof passkeyAssertion>

type PasskeyDeps = Pick<Deps, 'publicUrl' | 'vault'>

export const bytesOf = (text: string) => Buffer.from(text, 'base64url')

/** Passkeys are bound to the host name of the public address. */
export function passkeyAddress({ publicUrl }: Pick<Deps, 'publicUrl'>) {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpId: hostname }
}

const challengeMinutes = 5

/**
 * Derived from the browser (its session or ticket) and the time, so that nothing is stored. A
 * registration that is sent twice changes nothing, because a passkey can be registered once.
 */
export function registrationChallenge({ vault }: Pick<Deps, 'vault'>, browserHash: Buffer, moment: Date): Buffer {
  const period = Math.floor(moment.getTime() / 60_000 / challengeMinutes)
  return vault.derive(`passkey registration ${browserHash.toString('hex')} ${period}`)
}

/**
 * The authenticator's counter, or null. Also accepts the challenge of the period before: the person may
 * have begun just before its end.
 */
export function checkRegistrationInTime(
  deps: PasskeyDeps,
  browserHash: Buffer,
  input: RegistrationInput,
  now: Date,
): number | null {
  const registration = {
    credentialId: bytesOf(input.credentialId),
    clientData: bytesOf(input.clientData),
    authenticatorData: bytesOf(input.authenticatorData),
    publicKey: bytesOf(input.publicKey),
  }
  const before = new Date(now.getTime() - challengeMinutes * 60_000)
  for (const moment of [now, before]) {
    const challenge = registrationChallenge(deps, browserHash, moment)
    const count = checkRegistration(registration, { ...passkeyAddress(deps), challenge })
    if (count !== null) return count
  }

  return null
}

/** The authenticator's new counter if the stored passkey has signed the challenge, else null. */
export function checkSignature(
  deps: Pick<Deps, 'publicUrl'>,
  passkey: { public_key: Buffer; sign_count: number | bigint | string },
  challenge: Buffer,
  input: AssertionInput,
): number | null {
  const assertion = {
    clientData: bytesOf(input.clientData),
    authenticatorData: bytesOf(input.authenticatorData),
    signature: bytesOf(input.signature),
  }
  const count = checkAssertion(assertion, passkey.public_key, { ...passkeyAddress(deps), challenge })
  return count !== null && isCounterFresh(Number(passkey.sign_count), count) ? count : null
}
