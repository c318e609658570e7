import type { Readable } from 'node:stream'
import type { DataStore, Locker, Upload } from '@tus/server'

/** Unfinished uploads: stored by the tus library until complete, then read once and removed. */
export interface UploadStore {
  /** The store of the tus library. */
  data: DataStore
  /** The library's id of an upload. */
  keyOf(uploadId: string): string
  /** The number of received bytes; null if there is no such upload. */
  arrived(uploadId: string): Promise<number | null>
  /** The bytes of a complete upload; null if they are missing. */
  read(uploadId: string): Promise<Readable | null>
  /** Idempotent, because jobs may be retried. */
  remove(uploadId: string): Promise<void>
  /** Every upload with any stored data, including leftovers of a crash. */
  ids(): AsyncIterable<string>
}

export interface Uploads extends UploadStore {
  /** Lets one request at a time work on an upload, across processes. */
  locker: Locker
}

/** The library throws plain objects with a status code. */
function isMissing(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status_code' in error ? error.status_code : null
  return status === 404 || status === 410
}

async function findUpload(data: DataStore, key: string): Promise<Upload | null> {
  try {
    return await data.getUpload(key)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** An existing upload of the same size. */
export async function findSameUpload(data: DataStore, { id, size }: Upload): Promise<Upload | null> {
  const existing = await findUpload(data, id)
  return existing?.size === size ? existing : null
}

export async function receivedBytes(data: DataStore, key: string): Promise<number | null> {
  return (await findUpload(data, key))?.offset ?? null
}
