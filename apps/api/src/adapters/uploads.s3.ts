import type { Readable } from 'node:stream'
import { paginateListObjectsV2, S3ServiceException } from '@aws-sdk/client-s3'
import { uploadLimits } from '@cotation/domain'
import { S3Store } from '@tus/s3-store'
import { ERRORS, type Upload } from '@tus/server'
import { type S3Config, s3ClientOptions } from '#adapters/files.s3.ts'
import { findSameUpload, receivedBytes, type UploadStore } from './uploads.ts'

const prefix = 'uploads/'

/**
 * Larger than a request plus the rest of an earlier one (< 5 MiB), so that every request makes one
 * part. The library sends a request's parts in parallel and takes their sum as the offset: of two
 * parts, only the second could survive a crash, and its bytes would count as the first's.
 */
const partBytes = 2 * uploadLimits.chunkBytes

/** The library's per-process cache never expires, but another process may finish the upload. */
const noCache = { get: async () => undefined, set: async () => undefined, delete: async () => undefined }

const missingErrors = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
const isMissing = (error: unknown) => error instanceof S3ServiceException && missingErrors.has(error.name)

/** `<id>.info`: metadata; multipart upload: parts; `<id>.part`: incomplete part; `<id>`: result. */
class SafeS3Store extends S3Store {
  /** Idempotent as on disk: a second creation would hide the parts of the first. */
  override async create(upload: Upload): Promise<Upload> {
    return (await findSameUpload(this, upload)) ?? super.create(upload)
  }

  /** The library reports any error as a missing upload: clients would start over without S3. */
  override async getUpload(id: string): Promise<Upload> {
    const metadata = await this.getMetadata(id).catch(ignoreMissing)
    if (!metadata) throw ERRORS.FILE_NOT_FOUND

    return super.getUpload(id).catch((error: unknown) => {
      throw error === ERRORS.FILE_NOT_FOUND ? new Error('S3 failed') : error
    })
  }

  /** The complete object; assembles it if the process died after the last part. */
  async readComplete(id: string): Promise<Readable | null> {
    try {
      await this.#assemble(id)
      return await this.read(id)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async #assemble(id: string): Promise<void> {
    const parts = await this.retrieveParts(id).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    if (parts.length === 0) return

    const metadata = await this.getMetadata(id)
    const bytes = parts.reduce((sum, part) => sum + (part.Size ?? 0), 0)
    if (bytes === metadata.file.size) await this.finishMultipartUpload(metadata, parts)
  }

  /** The base class removes nothing of a finished multipart upload, and never removes `.part`. */
  override async remove(id: string): Promise<void> {
    const metadata = await this.getMetadata(id).catch(ignoreMissing)
    if (metadata) {
      const multipart = { Bucket: this.bucket, Key: id, UploadId: metadata['upload-id'] }
      await this.client.abortMultipartUpload(multipart).catch(ignoreMissing)
    }

    for (const Key of [id, this.partKey(id, true), this.infoKey(id)])
      await this.client.deleteObject({ Bucket: this.bucket, Key }).catch(ignoreMissing)
  }

  async *keys(): AsyncIterable<string> {
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix }))
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
  }
}

function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** In the bucket of the files, under a separate prefix. */
export function createS3Uploads(config: S3Config): UploadStore {
  const data = new SafeS3Store({
    partSize: partBytes,
    cache: noCache,
    s3ClientConfig: { ...s3ClientOptions(config), bucket: config.bucket },
  })
  const keyOf = (uploadId: string) => `${prefix}${uploadId}`

  return {
    data,
    keyOf,
    arrived: (uploadId) => receivedBytes(data, keyOf(uploadId)),
    read: (uploadId) => data.readComplete(keyOf(uploadId)),
    remove: (uploadId) => data.remove(keyOf(uploadId)),
    async *ids() {
      const seen = new Set<string>()
      for await (const key of data.keys()) seen.add(key.slice(prefix.length).replace(/\.(info|part)$/, ''))
      yield* seen
    },
  }
}
