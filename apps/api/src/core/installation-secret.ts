import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '#adapters/files.ts'

/** Kept with the files, so that a copy of the database alone reveals no key. Named after its first use. */
export const secretFile = 'secrets/mailed-keys'

async function readSecret(files: FileStore): Promise<Buffer | null> {
  const stored = await files.get(secretFile)
  return stored && buffer(stored.body)
}

/** 256 random bits of this installation, created when they are first needed. */
export async function getInstallationSecret(files: FileStore): Promise<Buffer> {
  const known = await readSecret(files)
  if (known) return known

  // If two servers start in the same second, one creates it and both read that one.
  await files.create(secretFile, randomBytes(32), { contentType: 'application/octet-stream' })
  const created = await readSecret(files)
  if (!created) throw new Error(`${secretFile} cannot be read`)
  return created
}
