import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { S3Call } from './s3-multipart.ts'

/**
 * The test server keeps objects in folders, and removes a folder with its last object: one that is written there at that moment ends the
 * whole server. An empty folder inside keeps each of them; a real store has none.
 */
export function heldFolders(directory: string) {
  return async (call: S3Call, next: () => Promise<void>): Promise<void> => {
    const [, bucket, ...key] = decodeURIComponent(call.path).split('/')
    if (call.method === 'PUT' && bucket && key.length > 1)
      await mkdir(join(directory, bucket, dirname(key.join('/')), '.held'), { recursive: true })
    await next()
  }
}
