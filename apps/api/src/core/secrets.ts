import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** 256 random bits for tokens, keys and cookies. Only their `secretHash` is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** A plain digest is enough for 256 random bits. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function secretMatches(secret: string | undefined, hash: Buffer | null): boolean {
  return secret !== undefined && hash !== null && timingSafeEqual(secretHash(secret), hash)
}

/** 128 random bits in hexadecimal, for ids in URLs. */
export function newPublicId(): string {
  return randomBytes(16).toString('hex')
}

/** Six random digits for a person to copy from a mail. Only their `codeHash` is stored. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Letters and digits that are not confused when read aloud or on paper. */
const readableCharacters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A random code that people type, such as the code of a coupon. Each character is five random bits. */
export function newReadableCode(length: number): string {
  return Array.from({ length }, () => readableCharacters[randomInt(readableCharacters.length)]).join('')
}

const slowHash = promisify<string, string, number, Buffer>(scrypt)

/**
 * Slow, because a plain digest of six digits is reversed in a second by anyone who reads the
 * database. The salt is the owner's id, so that two owners may have the same code.
 */
export function codeHash(code: string, ownerId: string): Promise<Buffer> {
  return slowHash(code, ownerId, 32)
}
