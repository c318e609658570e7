import { createHmac, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '#adapters/files.ts'

/** Kept with the files, so that a copy of the database alone reveals no key. */
const secretFile = 'secrets/mailed-keys'

async function readSecret(files: FileStore): Promise<Buffer | null> {
  const stored = await files.get(secretFile)
  return stored && buffer(stored.body)
}

/** 256 random bits of this installation, created when they are first needed. */
async function installationSecret(files: FileStore): Promise<Buffer> {
  const known = await readSecret(files)
  if (known) return known

  const created = randomBytes(32)
  await files.put(secretFile, created, { contentType: 'application/octet-stream' })
  // Read again: of two servers that create it at the same time, the last one counts.
  return (await readSecret(files)) ?? created
}

/**
 * The key of a mailed link. Derived, so that a retried job mails the same key: a mail server may
 * have accepted the first mail before it failed, and that mail must stay valid. Stored nowhere.
 */
export async function mailedKey({ files }: { files: FileStore }, subject: string): Promise<string> {
  const secret = await installationSecret(files)
  return createHmac('sha256', secret).update(subject).digest('base64url')
}
