import { randomUUID } from 'node:crypto'
import { maxReviewPhotos } from '@cotation/domain'
import { createPhoto } from '#adapters/images.ts'
import { acceptedImage } from '#core/accepted-image.ts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import { insertPhoto, isReviewed, listReviewPhotosOf } from './order.repository.ts'
import { getOwnOrder, lockOwnOrder } from './order.service.ts'
import { listPhotoIds, type OrderDetails } from './order-view.repository.ts'
import { getOrderDetails } from './order-view.service.ts'

const photoKey = (photoId: string) => `review-photos/${photoId}`

/** Adds a photo to a review, re-encoded: the uploaded bytes are never stored (UPL-4). */
export async function addReviewPhoto(
  deps: Pick<Deps, 'clock' | 'db' | 'files'>,
  orderId: string,
  customerId: string,
  bytes: Uint8Array,
): Promise<void> {
  await getOwnOrder(deps.db, customerId, orderId)
  const webp = acceptedImage(await createPhoto(Buffer.from(bytes)))

  const photoId = randomUUID()
  await deps.files.put(photoKey(photoId), webp, { contentType: 'image/webp' })
  try {
    await deps.db.transaction().execute(async (trx) => {
      await lockOwnOrder(trx, customerId, orderId)
      if (!(await isReviewed(trx, orderId))) throw new AppError('REVIEW_MISSING')
      if ((await listPhotoIds(trx, orderId)).length >= maxReviewPhotos) throw new AppError('TOO_MANY_PHOTOS')

      await insertPhoto(trx, orderId, photoId, deps.clock())
    })
  } catch (error) {
    await deps.files.remove(photoKey(photoId))
    throw error
  }
}

interface PhotoOfOrder {
  orderId: string
  photoId: string
}

/** Another order's photo and an unknown one both throw `NOT_FOUND`. */
export async function getReviewPhoto(
  deps: Pick<Deps, 'clock' | 'db' | 'files'>,
  customerId: string,
  { orderId, photoId }: PhotoOfOrder,
): Promise<Uint8Array> {
  return readPhotoOf(deps, await getOrderDetails(deps, orderId, { customerId }), photoId)
}

/** The same for a member of staff. */
export async function showReviewPhoto(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'files'>,
  staffId: string,
  { orderId, photoId }: PhotoOfOrder,
): Promise<Uint8Array> {
  const details = await getOrderDetails(deps, orderId, 'staff')
  const bytes = await readPhotoOf(deps, details, photoId)

  const { customer_id: customerId } = details.order
  await recordFileView(deps, { staffId, subject: { kind: 'order', id: orderId }, customerId, after: { photoId } })
  return bytes
}

async function readPhotoOf(
  { files }: Pick<Deps, 'files'>,
  { photoIds }: Pick<OrderDetails, 'photoIds'>,
  photoId: string,
): Promise<Uint8Array> {
  const file = photoIds.includes(photoId) ? await files.get(photoKey(photoId)) : null
  if (!file) throw new AppError('NOT_FOUND')
  return Buffer.concat(await file.body.toArray())
}

/** All review photos of a customer, each read on demand. */
export async function listReviewPhotos({ db, files }: Pick<Deps, 'db' | 'files'>, customerId: string) {
  const photoIds = await listReviewPhotosOf(db, customerId)
  return photoIds.map((id) => ({
    id,
    async read(): Promise<Uint8Array> {
      const file = await files.get(photoKey(id))
      if (!file) throw new AppError('NOT_FOUND')
      return Buffer.concat(await file.body.toArray())
    },
  }))
}

/** Removes the files of all review photos of a customer; their rows are erased separately. */
export async function eraseReviewPhotos({ db, files }: Pick<Deps, 'db' | 'files'>, customerId: string): Promise<void> {
  for (const photoId of await listReviewPhotosOf(db, customerId)) await files.remove(photoKey(photoId))
}
