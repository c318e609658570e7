import { join } from 'node:path'
import { createDiskFileStore } from '#adapters/files.disk.ts'
import type { FileStore } from '#adapters/files.ts'
import { createDiskUploads } from '#adapters/uploads.disk.ts'
import type { UploadStore } from '#adapters/uploads.ts'
import type { Config } from '#core/config.ts'

/** The installation's files, on disk or in a bucket. */
export async function openFileStore(config: Pick<Config, 's3' | 'dataDir'>): Promise<FileStore> {
  if (!config.s3) return createDiskFileStore(join(config.dataDir, 'files'))
  // Loaded on demand: the SDK takes a tenth of the start time.
  const { createS3FileStore } = await import('#adapters/files.s3.ts')
  const store = createS3FileStore(config.s3)
  await store.requireBucket()
  return store
}

/** Where incoming files lie until they are stored. */
export async function openUploadStore(config: Pick<Config, 's3' | 'dataDir'>): Promise<UploadStore> {
  if (!config.s3) return createDiskUploads(join(config.dataDir, 'uploads'))
  const { createS3Uploads } = await import('#adapters/uploads.s3.ts')
  return createS3Uploads(config.s3)
}
