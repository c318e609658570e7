import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

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
