import type { Readable } from 'node:stream'
import type { DataStore, Locker, Upload } from '@tus/server'

/** Bytes on their way in: kept by the tus library until all are there, then read once and removed. */
export interface UploadStore {
  /** What the tus library works on. */
  data: DataStore
  /** The name under which the library knows an upload. */
  keyOf(uploadId: string): string
  /** How many bytes have come; null where nothing is on its way. */
  arrived(uploadId: string): Promise<number | null>
  /** The bytes, once all have come; null where they are not there. */
  read(uploadId: string): Promise<Readable | null>
  /** Removing what is not there is no error: a retried job may come twice. */
  remove(uploadId: string): Promise<void>
  /** Every upload of which something is left, also where a crash left only half of it. */
  ids(): AsyncIterable<string>
}

export interface Uploads extends UploadStore {
  /** One request at a time works on an upload, whichever process it comes to. */
  locker: Locker
}

/** The library throws plain objects with a status. */
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

/** The upload that was begun before, if it is of the same size. */
export async function knownUpload(data: DataStore, { id, size }: Upload): Promise<Upload | null> {
  const known = await findUpload(data, id)
  return known?.size === size ? known : null
}

export async function arrivedBytes(data: DataStore, key: string): Promise<number | null> {
  return (await findUpload(data, key))?.offset ?? null
}
