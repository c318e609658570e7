import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Codes of authenticator apps (TOTP, RFC 6238) with the parameters that all apps support: SHA-1, six
 * digits, steps of 30 seconds.
 */
const stepSeconds = 30
const digits = 6

/** 160 bits, the length that RFC 4226 recommends. */
const secretBytes = 20

/** A code is also accepted one step early or late, for clocks that differ and people who type slowly. */
const toleratedSteps = [-1, 0, 1]

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes)
}

/** The number of the time step that contains a moment. */
export function totpStepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / stepSeconds)
}

/** The code of a time step (RFC 4226, section 5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()

  // The last four bits of the digest say where the number starts. Its sign bit is dropped.
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff

  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The time step whose code this is, or null. The caller must refuse a step that was used before. All
 * steps are compared in constant time, so that the time of the answer says nothing about the code.
 */
export function findTotpStep(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code)
  if (given.length !== digits) return null

  let found: number | null = null
  for (const offset of toleratedSteps) {
    const step = totpStepAt(now) + offset
    const isEqual = timingSafeEqual(given, Buffer.from(totpCode(secret, step)))
    if (isEqual) found = step
  }

  return found
}

const base32Characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as base32 without padding (RFC 4648), the form in which people type a secret into their app. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Characters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address in the QR code that authenticator apps scan. */
export function totpUri(account: { issuer: string; name: string; secret: Buffer }): string {
  const label = `${encodeURIComponent(account.issuer)}:${encodeURIComponent(account.name)}`
  const issuer = encodeURIComponent(account.issuer)
  return `otpauth://totp/${label}?secret=${base32(account.secret)}&issuer=${issuer}`
}
