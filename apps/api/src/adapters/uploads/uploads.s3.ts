import type { Readable } from 'node:stream'
import { paginateListObjectsV2, S3ServiceException } from '@aws-sdk/client-s3'
import { uploadLimits } from '@cotation/domain'
import { S3Store } from '@tus/s3-store'
import { ERRORS, type Upload } from '@tus/server'
import { type S3Config, s3ClientOptions } from '#adapters/files/files.s3.ts'
import { arrivedBytes, knownUpload, type UploadStore } from './uploads.ts'

const prefix = 'uploads/'

/**
 * Larger than one request and what an earlier one left over (less than 5 MiB) together, so that every request makes one part. The
 * library sends the parts of a request side by side and counts what has come by their sum: of two, the second alone could
 * survive a crash, and its bytes would stand in the place of the first.
 */
const partBytes = 2 * uploadLimits.chunkBytes

/** The library remembers descriptions for ever, and in one process only: another may have ended the upload long ago. */
const noCache = { get: async () => undefined, set: async () => undefined, delete: async () => undefined }

const missing = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
const isNoSuch = (error: unknown) => error instanceof S3ServiceException && missing.has(error.name)

/** `<id>.info` says what is known, a multipart upload holds the parts, `<id>.part` what is less than one; in the end `<id>` is there. */
class SafeS3Store extends S3Store {
  /** As on disk: a second creation would hide the parts of the first. */
  override async create(upload: Upload): Promise<Upload> {
    return (await knownUpload(this, upload)) ?? super.create(upload)
  }

  /** The library takes every failure for an upload that is not there: a client would begin anew while S3 is out of reach. */
  override async getUpload(id: string): Promise<Upload> {
    const known = await this.getMetadata(id).catch(whenNoSuch)
    if (!known) throw ERRORS.FILE_NOT_FOUND
    return super.getUpload(id).catch((error: unknown) => {
      throw error === ERRORS.FILE_NOT_FOUND ? new Error('S3 failed') : error
    })
  }

  /** The object, put together now where the process died after the last part. */
  async whole(id: string): Promise<Readable | null> {
    try {
      await this.#putTogether(id)
      return await this.read(id)
    } catch (error) {
      if (isNoSuch(error)) return null
      throw error
    }
  }

  async #putTogether(id: string): Promise<void> {
    const parts = await this.retrieveParts(id).catch((error: unknown) => {
      if (isNoSuch(error)) return []
      throw error
    })
    if (parts.length === 0) return

    const metadata = await this.getMetadata(id)
    const bytes = parts.reduce((sum, part) => sum + (part.Size ?? 0), 0)
    if (bytes === metadata.file.size) await this.finishMultipartUpload(metadata, parts)
  }

  /** The library's own keeps everything where the multipart upload is over, and `.part` always. */
  override async remove(id: string): Promise<void> {
    const metadata = await this.getMetadata(id).catch(whenNoSuch)
    if (metadata) {
      const multipart = { Bucket: this.bucket, Key: id, UploadId: metadata['upload-id'] }
      await this.client.abortMultipartUpload(multipart).catch(whenNoSuch)
    }
    for (const Key of [id, this.partKey(id, true), this.infoKey(id)])
      await this.client.deleteObject({ Bucket: this.bucket, Key }).catch(whenNoSuch)
  }

  async *keys(): AsyncIterable<string> {
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix }))
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
  }
}

function whenNoSuch(error: unknown): null {
  if (isNoSuch(error)) return null
  throw error
}

/** In the bucket of the files, under a prefix of its own. */
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
    arrived: (uploadId) => arrivedBytes(data, keyOf(uploadId)),
    read: (uploadId) => data.whole(keyOf(uploadId)),
    remove: (uploadId) => data.remove(keyOf(uploadId)),
    async *ids() {
      const seen = new Set<string>()
      for await (const key of data.keys()) seen.add(key.slice(prefix.length).replace(/\.(info|part)$/, ''))
      yield* seen
    },
  }
}
