import { pipeline, Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { FileMeta, FileStore, ListedFile, StoredFile } from './files.ts'
import { assertFileKey, assertFilePrefix, DigestStream, FileIntegrityError, sha256Of } from './files.ts'

export interface S3Config {
  /** Left out for Amazon itself. */
  endpoint?: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  /** 5 MiB is the least that S3 takes; it also bounds the memory of one upload (four parts at a time). */
  partBytes?: number | undefined
  /** Longest silence on a connection. */
  timeoutMs?: number | undefined
  /** Keys asked for at a time by `list`. */
  pageSize?: number | undefined
}

const leastPartBytes = 5 * 1024 * 1024

export class S3FileStore implements FileStore {
  readonly #bucket: string
  readonly #partBytes: number
  readonly #pageSize: number
  readonly #client: S3Client

  constructor(config: S3Config) {
    const { bucket, partBytes = 8 * 1024 * 1024, pageSize = 1000 } = config
    if (partBytes < leastPartBytes) throw new Error('S3 takes parts of 5 MiB or more')
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
    // A failure on either side reaches the upload through `digest`; the callback keeps it from being thrown twice.
    pipeline(Buffer.isBuffer(body) ? Readable.from([body]) : body, digest, () => undefined)

    const Metadata = sha256 === undefined ? {} : { sha256 }
    const params = { Bucket: this.#bucket, Key: key, Body: digest, ContentType: contentType, Metadata }
    const upload = new Upload({ client: this.#client, params, partSize: this.#partBytes, leavePartsOnError: true })
    const { ETag } = await upload.done().catch(async (error: unknown) => {
      digest.destroy()
      await this.#abandon(key, upload.uploadId)
      throw error
    })
    if (sha256 === undefined) await this.#sign(key, contentType, digest.result.sha256, ETag)

    return digest.result
  }

  /**
   * Done here and not by `Upload`, whose own clean-up hides the first error behind that of the clean-up and leaves the
   * parts when the last step fails. A clean-up that fails too is left to the bucket's life-cycle rule.
   */
  async #abandon(Key: string, UploadId: string | undefined): Promise<void> {
    if (UploadId === undefined) return
    await this.#client
      .send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId }))
      .catch(() => undefined)
  }

  /**
   * The checksum of a stream is known only at its end, and S3 adds metadata only by copying the object onto itself.
   * Until then `get` answers null: callers that know the checksum beforehand spare themselves the copy.
   */
  async #sign(Key: string, ContentType: string, sha256: string, CopySourceIfMatch: string | undefined) {
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
      // `put` died before it signed the object: for readers it never happened.
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

  async ensureBucket(): Promise<void> {
    try {
      await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }))
    } catch (error) {
      if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error
      await this.#client.send(new CreateBucketCommand({ Bucket: this.#bucket })).catch(whenAnotherProcessWasFaster)
    }
  }

  close(): void {
    this.#client.destroy()
  }
}

export function createS3FileStore(config: S3Config): S3FileStore {
  return new S3FileStore(config)
}

/** How every client of ours talks to S3. */
export function s3ClientOptions({ endpoint, region, forcePathStyle, timeoutMs = 60_000, ...config }: S3Config) {
  return {
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // The CRC32 trailers that the SDK sends by default are unknown to many servers; our own SHA-256 covers more.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: Math.min(timeoutMs, 5000), socketTimeout: timeoutMs },
  } as const
}

function whenAnotherProcessWasFaster(error: unknown): void {
  const names = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']
  if (!(error instanceof S3ServiceException) || !names.includes(error.name)) throw error
}
