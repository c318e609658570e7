import { pipeline, Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { FileMeta, FileStore, ListedFile, StoredFile } from './files.ts'
import { assertFileKey, assertFilePrefix, DigestStream, FileIntegrityError, FileStoreError, sha256Of } from './files.ts'

export interface S3Config {
  /** Undefined for Amazon. */
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** At least 5 MiB. It also limits the memory of an upload, which sends four parts at a time. */
  partBytes?: number | undefined
  /** The longest pause on a connection. */
  timeoutMs?: number | undefined
  /** Keys per request of `list`. */
  pageSize?: number | undefined
}

const minPartBytes = 5 * 1024 * 1024

export class S3FileStore implements FileStore {
  readonly #bucket: string
  readonly #partBytes: number
  readonly #pageSize: number
  readonly #client: S3Client

  constructor(config: S3Config) {
    const { bucket, partBytes = 8 * 1024 * 1024, pageSize = 1000 } = config
    if (partBytes < minPartBytes) throw new Error('S3 takes parts of 5 MiB or more')
    this.#bucket = bucket
    this.#partBytes = partBytes
    this.#pageSize = pageSize
    this.#client = new S3Client(s3ClientOptions(config))
  }

  async put(key: string, body: Readable | Buffer, meta: FileMeta) {
    assertFileKey(key)

    const { contentType } = meta
    const sha256 = Buffer.isBuffer(body) ? sha256Of(body) : meta.sha256
    if (meta.sha256 !== undefined && sha256 !== meta.sha256) throw new FileIntegrityError('the checksum differs')

    const digest = new DigestStream({ sha256 })
    // Errors of both sides reach the upload through `digest`; the callback prevents a second throw.
    pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, digest, () => undefined)

    const Metadata = sha256 === undefined ? {} : { sha256 }
    const params = { Bucket: this.#bucket, Key: key, Body: digest, ContentType: contentType, Metadata }
    const upload = new Upload({ client: this.#client, params, partSize: this.#partBytes, leavePartsOnError: true })
    const { ETag } = await upload.done().catch(async (error: unknown) => {
      digest.destroy()
      await this.#abort(key, upload.uploadId)
      throw error
    })
    if (sha256 === undefined) await this.#addChecksum(key, contentType, digest.result.sha256, ETag)

    return digest.result
  }

  /** Stores that do not know the condition replace the file, so callers read it again. */
  async create(key: string, body: Buffer, { contentType }: FileMeta): Promise<boolean> {
    assertFileKey(key)

    const object = { Bucket: this.#bucket, Key: key, Body: body, ContentType: contentType }
    const put = new PutObjectCommand({ ...object, Metadata: { sha256: sha256Of(body) }, IfNoneMatch: '*' })
    try {
      await this.#client.send(put)
      return true
    } catch (error) {
      // 409: another request is creating the same object.
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      if (status === 412 || status === 409) return false
      throw error
    }
  }

  /**
   * Not left to `Upload`, whose clean-up can hide the first error behind its own and leaves the
   * parts if the last step fails. If this fails too, the bucket's life-cycle rule removes them.
   */
  async #abort(Key: string, UploadId: string | undefined): Promise<void> {
    if (UploadId === undefined) return
    await this.#client
      .send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
      .catch(() => undefined)
  }

  /**
   * A stream's checksum is known only at its end, and S3 adds metadata only by copying an object
   * onto itself. Until then `get` returns null. Callers that know the checksum avoid the copy.
   */
  async #addChecksum(Key: string, ContentType: string, sha256: string, CopySourceIfMatch: string | undefined) {
    const source = { CopySource: `${this.#bucket}/${Key}`, CopySourceIfMatch }
    const target = {
      Bucket: this.#bucket,
      Key,
      ContentType,
      Metadata: { sha256 },
      MetadataDirective: 'REPLACE',
    } as const
    await this.#client.send(new CopyObjectCommand({ ...source, ...target }))
  }

  async get(key: string): Promise<StoredFile | null> {
    assertFileKey(key)

    const found = await this.#client
      .send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
      .catch((error: unknown) => {
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return null
        throw error
      })
    if (!found || !(found.Body instanceof Readable)) return null

    const sha256 = found.Metadata?.sha256
    if (sha256 === undefined) {
      // `put` died before it added the checksum, so the file does not exist for readers.
      found.Body.destroy()
      return null
    }

    const bytes = found.ContentLength ?? 0
    const body = new DigestStream({ bytes, sha256 })
    pipeline(found.Body, body, () => undefined)

    return { body, bytes, contentType: found.ContentType ?? 'application/octet-stream' }
  }

  async remove(key: string): Promise<void> {
    assertFileKey(key)
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }))
  }

  async *list(prefix: string): AsyncIterable<ListedFile> {
    assertFilePrefix(prefix)
    for await (const page of paginateListObjectsV2(
      { client: this.#client, pageSize: this.#pageSize },
      { Bucket: this.#bucket, Prefix: prefix },
    )) {
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified) yield { key: Key, bytes: Size ?? 0, modifiedAt: LastModified }
      }
    }
  }

  /** Never creates it: a misspelt name would become a second, public or unbacked store. */
  async requireBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
      if (status === 404)
        throw new FileStoreError(`The bucket "${this.#bucket}" does not exist. Create it, or correct S3_BUCKET.`)
      if (status === 403 || status === 401)
        throw new FileStoreError(`The keys of S3 may not use the bucket "${this.#bucket}". Correct them or its policy.`)
      throw error
    }
  }

  close(): void {
    this.#client.destroy()
  }
}

export function createS3FileStore(config: S3Config): S3FileStore {
  return new S3FileStore(config)
}

/** Shared by all our S3 clients. */
export function s3ClientOptions({ endpoint, region, forcePathStyle, timeoutMs = 60_000, ...config }: S3Config) {
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Many servers do not know the SDK's default CRC32 trailers; our SHA-256 covers more.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: Math.min(timeoutMs, 5000), socketTimeout: timeoutMs },
  } as const
}
