import { buffer } from 'node:stream/consumers'
import { createPhoto } from '#adapters/images.ts'
import { acceptedImage } from '#core/accepted-image.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import type { Trx } from '#db/database.ts'
import {
  attachPhotos,
  deletePhoto,
  findClaimPhoto,
  findPhotoOwner,
  insertPhoto,
  listPhotosOf,
  listUnusedPhotos,
} from './photo.repository.ts'

const dayMs = 86_400_000
const maxPerRun = 500

const photoKey = (photoId: string) => `after-sale/${photoId}`

/**
 * Stores a photo re-encoded, never the uploaded bytes (UPL-4). The row comes first: a process that
 * dies in between leaves a row that the daily job removes, and never a file without a row.
 */
export async function addPhoto(deps: Deps, customerId: string, bytes: Uint8Array): Promise<string> {
  const webp = acceptedImage(await createPhoto(Buffer.from(bytes)))

  const photoId = await insertPhoto(deps.db, customerId, deps.clock())
  await deps.files.put(photoKey(photoId), webp, { contentType: 'image/webp' })
  return photoId
}

/** Another customer's photo and an unknown one both throw `NOT_FOUND` (BOL-1). */
export async function getPhoto(
  deps: Pick<Deps, 'db' | 'files'>,
  photoId: string,
  customerId: string,
): Promise<Uint8Array> {
  if ((await findPhotoOwner(deps.db, photoId)) !== customerId) throw new AppError('NOT_FOUND')
  return readPhoto(deps, photoId)
}

/** A photo of any claim for a member of staff. One that was sent with no claim throws `NOT_FOUND`. */
export async function showPhoto(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  photoId: string,
): Promise<Uint8Array> {
  const photo = await findClaimPhoto(deps.db, photoId)
  if (!photo) throw new AppError('NOT_FOUND')
  const bytes = await readPhoto(deps, photoId)

  const subject = { kind: 'claim', id: photo.claim_id } as const
  await recordFileView(deps, { staffId, subject, customerId: photo.customer_id, after: { photoId } })
  return bytes
}

async function readPhoto({ files }: Pick<Deps, 'files'>, photoId: string): Promise<Uint8Array> {
  const file = await files.get(photoKey(photoId))
  if (!file) throw new AppError('NOT_FOUND')
  return buffer(file.body)
}

/**
 * Attaches photos that the customer has sent within a day and not used yet; all of them or none.
 */
export async function usePhotos(
  trx: Trx,
  customerId: string,
  photoIds: readonly string[],
  eventId: string,
  now: Date,
): Promise<void> {
  const wanted = [...new Set(photoIds)]
  if (wanted.length === 0) return

  const attached = await attachPhotos(trx, customerId, wanted, eventId, new Date(now.getTime() - dayMs))
  if (attached !== wanted.length) throw new AppError('NOT_FOUND')
}

/**
 * Removes photos that no claim uses, after two days. A claim accepts photos of one day only, so
 * none can use a photo that is being removed. The file goes first: after a crash the row still
 * names it.
 */
export async function removeUnusedPhotos(deps: Pick<Deps, 'clock' | 'db' | 'files'>): Promise<void> {
  const before = new Date(deps.clock().getTime() - 2 * dayMs)
  for (const photoId of await listUnusedPhotos(deps.db, before, maxPerRun)) {
    await deps.files.remove(photoKey(photoId))
    await deletePhoto(deps.db, photoId)
  }
}

/** All photos of a customer, each read on demand. */
export async function listClaimPhotos(deps: Pick<Deps, 'db' | 'files'>, customerId: string) {
  const photoIds = await listPhotosOf(deps.db, customerId)
  return photoIds.map((id) => ({ id, read: () => getPhoto(deps, id, customerId) }))
}

/** Removes the files of all photos of a customer; their rows go with the customer's other rows. */
export async function eraseClaimPhotos({ db, files }: Pick<Deps, 'db' | 'files'>, customerId: string): Promise<void> {
  for (const photoId of await listPhotosOf(db, customerId)) await files.remove(photoKey(photoId))
}
