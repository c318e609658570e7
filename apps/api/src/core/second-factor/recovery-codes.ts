import { codeHash, newReadableCode } from '#core/secrets.ts'

export const recoveryCodeCount = 10

/** 49 random bits, and the slow hash: guessing one from a copy of the database takes centuries. */
const codeLength = 10

/** New codes that each replace the second factor once. Only their hashes are stored. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => newReadableCode(codeLength))
}

/**
 * The stored form. It does not depend on the installation's secret: if that is lost, the secrets of
 * authenticator apps are lost too, and the recovery codes still work.
 */
export function recoveryCodeHash(code: string, ownerId: string): Promise<Buffer> {
  return codeHash(code, ownerId)
}

/** The form in which people copy a code: "ABCDE-FGHJK". */
export function shownRecoveryCode(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

export interface RecoveryCodes {
  shown: string[]
  hashes: Buffer[]
}

/** Codes as the owner sees them, and their hashes. */
export async function makeRecoveryCodes(ownerId: string): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes()
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(code, ownerId)))
  return { shown: codes.map(shownRecoveryCode), hashes }
}
