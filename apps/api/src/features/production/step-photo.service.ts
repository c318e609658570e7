import type { RunView } from '@cotation/contracts'
import { isWorkable, maxStepPhotos } from '@cotation/domain'
import { createPhoto } from '#adapters/images.ts'
import { acceptedImage } from '#core/accepted-image.ts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import type { Trx } from '#db/database.ts'
import { lockStepsOf } from '#src/production/step-progress.ts'
import {
  deletePhoto,
  findPhoto,
  findStepPlace,
  insertPhoto,
  listPhotoIdsOf,
  listPhotos,
  lockOrderStatus,
} from './production.repository.ts'
import { getRunView } from './run-view.service.ts'

type PhotoDeps = Pick<Deps, 'clock' | 'db' | 'files'>

const photoKey = (photoId: string) => `production/${photoId}`

interface PhotoOfStep {
  staffId: string
  stepId: string
  /** Made by the browser. */
  photoId: string
}

/**
 * Adds a photo to a step, re-encoded: the uploaded bytes are never stored (UPL-4). One that was
 * received before changes nothing.
 */
export async function addStepPhoto(deps: PhotoDeps, photo: PhotoOfStep, bytes: Uint8Array): Promise<RunView> {
  const { photoId } = photo
  const isKnown = (await findPhoto(deps.db, photoId)) !== undefined
  if (!isKnown) {
    const webp = acceptedImage(await createPhoto(Buffer.from(bytes)))
    await deps.files.put(photoKey(photoId), webp, { contentType: 'image/webp' })
  }

  try {
    return await insertNewPhoto(deps, photo)
  } catch (error) {
    // A repeat may have stored it meanwhile.
    if (!isKnown && !(await findPhoto(deps.db, photoId))) await deps.files.remove(photoKey(photoId))
    throw error
  }
}

function insertNewPhoto(deps: PhotoDeps, { staffId, stepId, photoId }: PhotoOfStep): Promise<RunView> {
  return deps.db.transaction().execute(async (trx) => {
    const { place, state, canChange } = await lockStep(trx, stepId)
    const known = await findPhoto(trx, photoId)
    if (known && known.step_id !== stepId) throw new AppError('NOT_FOUND')
    if (known) return getRunView(trx, { id: place.runId })

    if (!canChange) throw new AppError('ORDER_STATE')
    if (state === 'waiting') throw new AppError('STEP_WAITING')
    if ((await listPhotos(trx, [stepId])).length >= maxStepPhotos) throw new AppError('STEP_PHOTOS')

    await insertPhoto(trx, { id: photoId, step_id: stepId, staff_id: staffId, at: deps.clock() })
    await recordAudit(trx, {
      staffId,
      action: 'production-step.photo-added',
      subject: { kind: 'production-step', id: stepId },
      after: { orderId: place.orderId, photoId },
    })
    return getRunView(trx, { id: place.runId })
  })
}

/** Removes a photo while its order can be worked on; the file goes after the row. */
export async function removeStepPhoto(deps: PhotoDeps, { staffId, stepId, photoId }: PhotoOfStep): Promise<RunView> {
  const left = await deps.db.transaction().execute(async (trx) => {
    const { place, canChange } = await lockStep(trx, stepId)
    if (!canChange) throw new AppError('ORDER_STATE')

    const photo = await findPhoto(trx, photoId)
    if (photo?.step_id !== stepId) throw new AppError('NOT_FOUND')

    await deletePhoto(trx, photoId)
    await recordAudit(trx, {
      staffId,
      action: 'production-step.photo-removed',
      subject: { kind: 'production-step', id: stepId },
      before: { photoId },
      after: { orderId: place.orderId },
    })
    return getRunView(trx, { id: place.runId })
  })

  await deps.files.remove(photoKey(photoId))
  return left
}

async function lockStep(trx: Trx, stepId: string) {
  const place = await findStepPlace(trx, stepId)
  if (!place) throw new AppError('NOT_FOUND')

  const status = await lockOrderStatus(trx, place.orderId)
  const step = (await lockStepsOf(trx, [place.runId])).find(({ id }) => id === stepId)
  if (!step) throw new AppError('NOT_FOUND')

  return { place, state: step.state, canChange: isWorkable(status) }
}

/** A photo for a member of staff; NOT_FOUND if it is unknown or gone. */
export async function showStepPhoto(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  photoId: string,
): Promise<Uint8Array> {
  const photo = await findPhoto(deps.db, photoId)
  const file = photo ? await deps.files.get(photoKey(photoId)) : null
  if (!photo || !file) throw new AppError('NOT_FOUND')
  const bytes = Buffer.concat(await file.body.toArray())

  const subject = { kind: 'production-step', id: photo.step_id } as const
  await recordFileView(deps, { staffId, subject, customerId: photo.customer_id, after: { photoId } })
  return bytes
}

/** Removes the files of all photos of a customer's parts; their rows are erased separately. */
export async function eraseStepPhotos({ db, files }: Pick<Deps, 'db' | 'files'>, customerId: string): Promise<void> {
  for (const photoId of await listPhotoIdsOf(db, customerId)) await files.remove(photoKey(photoId))
}
