import { createHash, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { isIP } from 'node:net'

/**
 * Passkeys as a second factor (WebAuthn level 3). No attestation is asked for, so any authenticator is
 * accepted, and the browser passes the public key on in a standard form (`getPublicKey`).
 */

/** What a browser signs for: the installation's address, and a challenge that only it knows. */
export interface PasskeyExpectation {
  origin: string
  /** The host name that passkeys are bound to. */
  rpId: string
  challenge: Buffer
}

export interface PasskeyRegistration {
  credentialId: Buffer
  clientData: Buffer
  authenticatorData: Buffer
  /** In the form of SubjectPublicKeyInfo. */
  publicKey: Buffer
}

export interface PasskeyAssertion {
  clientData: Buffer
  authenticatorData: Buffer
  signature: Buffer
}

const userPresent = 0x01
const hasCredential = 0x40

/** Where the parts of authenticator data begin (WebAuthn, section 6.1). */
const flagsAt = 32
const countAt = 33
const credentialLengthAt = 53
const credentialAt = 55

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** Whether the browser answered this challenge, for this address, by the right kind of call. */
function isClientDataRight(bytes: Buffer, type: string, { origin, challenge }: PasskeyExpectation): boolean {
  let data: unknown
  try {
    data = JSON.parse(bytes.toString('utf8'))
  } catch {
    return false
  }
  if (typeof data !== 'object' || data === null) return false
  if (!('type' in data && 'challenge' in data && 'origin' in data)) return false
  if (data.type !== type || data.origin !== origin) return false

  const given = Buffer.from(String(data.challenge), 'base64url')
  return given.length === challenge.length && timingSafeEqual(given, challenge)
}

/** Whether the authenticator answered for our host, and a person touched it. */
function isAuthenticatorDataRight(bytes: Buffer, { rpId }: PasskeyExpectation): boolean {
  if (bytes.length < countAt + 4) return false
  const isOurHost = bytes.subarray(0, flagsAt).equals(sha256(rpId))
  return isOurHost && (bytes.readUInt8(flagsAt) & userPresent) !== 0
}

/** Signatures by elliptic curves (P-256, Ed25519) and RSA, which the authenticators in use make. */
function findPublicKey(bytes: Buffer): KeyObject | null {
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' })
    return ['ec', 'ed25519', 'rsa'].includes(key.asymmetricKeyType ?? '') ? key : null
  } catch {
    return null
  }
}

/** The counter of the authenticator if the registration is right, else null. */
export function checkRegistration(registration: PasskeyRegistration, expected: PasskeyExpectation): number | null {
  const { credentialId, clientData, authenticatorData, publicKey } = registration
  if (!isClientDataRight(clientData, 'webauthn.create', expected)) return null
  if (!isAuthenticatorDataRight(authenticatorData, expected)) return null
  if (findPublicKey(publicKey) === null) return null

  const isCredentialIncluded = (authenticatorData.readUInt8(flagsAt) & hasCredential) !== 0
  if (!isCredentialIncluded || authenticatorData.length < credentialAt) return null

  const length = authenticatorData.readUInt16BE(credentialLengthAt)
  const included = authenticatorData.subarray(credentialAt, credentialAt + length)
  return included.equals(credentialId) ? authenticatorData.readUInt32BE(countAt) : null
}

/** The counter of the authenticator if the signature is right, else null. */
export function checkAssertion(
  assertion: PasskeyAssertion,
  publicKey: Buffer,
  expected: PasskeyExpectation,
): number | null {
  const { clientData, authenticatorData, signature } = assertion
  if (!isClientDataRight(clientData, 'webauthn.get', expected)) return null
  if (!isAuthenticatorDataRight(authenticatorData, expected)) return null

  const key = findPublicKey(publicKey)
  if (key === null) return null

  const signed = Buffer.concat([authenticatorData, sha256(clientData)])
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return verify(digest, signed, key, signature) ? authenticatorData.readUInt32BE(countAt) : null
}

/**
 * Whether a counter says that the authenticator was not copied (WebAuthn, section 6.1.1). Many count
 * nothing and always send zero.
 */
export function isCounterFresh(stored: number, given: number): boolean {
  return given > stored || (given === 0 && stored === 0)
}

/** Browsers create passkeys for host names only, and with https, except at localhost. */
export function allowsPasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return !isAddress && (protocol === 'https:' || hostname === 'localhost')
}
