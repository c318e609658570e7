import { createHmac } from 'node:crypto'
import type { FileStore } from '#adapters/files.ts'
import { getInstallationSecret } from './installation-secret.ts'

/**
 * The key of a mailed link. Derived, so that a retried job mails the same key: a mail server may
 * have accepted the first mail before it failed, and that mail must stay valid. Stored nowhere.
 */
export async function mailedKey({ files }: { files: FileStore }, subject: string): Promise<string> {
  const secret = await getInstallationSecret(files)
  return createHmac('sha256', secret).update(subject).digest('base64url')
}
