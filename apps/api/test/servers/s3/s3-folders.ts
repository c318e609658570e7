import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { S3Call } from './s3-multipart.ts'

/**
 * The test server keeps objects in folders and removes a folder with its last object: a concurrent
 * write there ends the server. An empty subfolder keeps the folder; a real store has no folders.
 */
export function heldFolders(directory: string) {
  return async (call: S3Call, next: () => Promise<void>): Promise<void> => {
    const [, bucket, ...key] = decodeURIComponent(call.path).split('/')
    if (call.method === 'PUT' && bucket && key.length > 1)
      await mkdir(join(directory, bucket, dirname(key.join('/')), '.held'), { recursive: true })
    await next()
  }
}
