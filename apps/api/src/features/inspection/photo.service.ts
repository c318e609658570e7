import type { RunInspections } from '@cotation/contracts'
import { type Language, maxInspectionPhotos } from '@cotation/domain'
import { createPhoto } from '#adapters/images.ts'
import { acceptedImage } from '#core/accepted-image.ts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { recordFileView } from '#core/file-view.ts'
import { deletePhoto, findPhoto, insertPhoto, listPhotos, listPhotosOf } from './inspection.repository.ts'
import { getRunInspections } from './inspection-view.service.ts'
import { assertOpen, lockInspection, openInspection, type RecordDeps } from './record.service.ts'

type PhotoDeps = RecordDeps & Pick<Deps, 'files'>

const photoKey = (photoId: string) => `inspections/${photoId}`

interface PhotoOfRun {
  staffId: string
  code: string
  /** Made by the browser. */
  photoId: string
}

interface NewPhoto extends PhotoOfRun {
  /** The round for which it was taken; undefined for the open one. */
  round: number | undefined
}

/**
 * Adds a photo, re-encoded: the uploaded bytes are never stored (UPL-4). The first one stores the
 * plan. One that was received before changes nothing.
 */
export async function addPhoto(
  deps: PhotoDeps,
  photo: NewPhoto,
  bytes: Uint8Array,
  language: Language,
): Promise<RunInspections> {
  const { photoId } = photo
  const isKnown = (await findPhoto(deps.db, photoId)) !== undefined
  if (!isKnown) {
    const webp = acceptedImage(await createPhoto(Buffer.from(bytes)))
    await deps.files.put(photoKey(photoId), webp, { contentType: 'image/webp' })
  }

  try {
    return await insertNewPhoto(deps, photo, language)
  } catch (error) {
    // A repeat may have stored it meanwhile.
    if (!isKnown && !(await findPhoto(deps.db, photoId))) await deps.files.remove(photoKey(photoId))
    throw error
  }
}

function insertNewPhoto(
  deps: PhotoDeps,
  { staffId, code, photoId, round: takenFor }: NewPhoto,
  language: Language,
): Promise<RunInspections> {
  return deps.db.transaction().execute(async (trx) => {
    const locked = await lockInspection(trx, code)
    const known = await findPhoto(trx, photoId)
    if (known && known.run_id !== locked.step.runId) throw new AppError('NOT_FOUND')
    if (known) return getRunInspections(deps, trx, code, language)

    const openRound = locked.inspections.filter(({ concluded_at }) => concluded_at !== null).length + 1
    const round = takenFor ?? openRound
    assertOpen(deps, locked, round)
    const { id: inspectionId } = await openInspection(deps, trx, locked, round)
    if ((await listPhotos(trx, [inspectionId])).length >= maxInspectionPhotos) throw new AppError('INSPECTION_PHOTOS')

    await insertPhoto(trx, { id: photoId, inspection_id: inspectionId, staff_id: staffId, at: deps.clock() })
    await recordAudit(trx, {
      staffId,
      action: 'inspection.photo-added',
      subject: { kind: 'inspection', id: inspectionId },
      after: { orderId: locked.step.orderId, photoId },
    })
    return getRunInspections(deps, trx, code, language)
  })
}

/** Removes a photo while its inspection is open; the file goes after the row. */
export async function removePhoto(
  deps: PhotoDeps,
  { staffId, code, photoId }: PhotoOfRun,
  language: Language,
): Promise<RunInspections> {
  const left = await deps.db.transaction().execute(async (trx) => {
    const locked = await lockInspection(trx, code)
    const photo = await findPhoto(trx, photoId)
    if (photo?.run_id !== locked.step.runId) throw new AppError('NOT_FOUND')

    const inspection = locked.inspections.find(({ id }) => id === photo.inspection_id)
    if (inspection) assertOpen(deps, locked, inspection.round)

    await deletePhoto(trx, photoId)
    await recordAudit(trx, {
      staffId,
      action: 'inspection.photo-removed',
      subject: { kind: 'inspection', id: photo.inspection_id },
      before: { photoId },
      after: { orderId: locked.step.orderId },
    })
    return getRunInspections(deps, trx, code, language)
  })

  await deps.files.remove(photoKey(photoId))
  return left
}

/** Another customer's photo, one that is not shown yet, and an unknown one throw NOT_FOUND (BOL-1). */
export async function getPhoto(
  deps: Pick<Deps, 'db' | 'files'>,
  photoId: string,
  customerId: string,
): Promise<Uint8Array> {
  const photo = await findPhoto(deps.db, photoId)
  const mayRead = photo && photo.concluded_at !== null && photo.customer_id === customerId
  const bytes = mayRead ? await readPhoto(deps, photoId) : null
  if (!bytes) throw new AppError('NOT_FOUND')
  return bytes
}

/** A photo of any inspection for a member of staff. */
export async function showPhoto(
  deps: Pick<Deps, 'config' | 'db' | 'files'>,
  staffId: string,
  photoId: string,
): Promise<Uint8Array> {
  const photo = await findPhoto(deps.db, photoId)
  const bytes = photo ? await readPhoto(deps, photoId) : null
  if (!photo || !bytes) throw new AppError('NOT_FOUND')

  const subject = { kind: 'inspection', id: photo.inspection_id } as const
  await recordFileView(deps, { staffId, subject, customerId: photo.customer_id, after: { photoId } })
  return bytes
}

/** The bytes of a photo whose reader was checked; null if they are gone. */
export async function readPhoto({ files }: Pick<Deps, 'files'>, photoId: string): Promise<Uint8Array | null> {
  const file = await files.get(photoKey(photoId))
  return file ? Buffer.concat(await file.body.toArray()) : null
}

/** All photos that a customer sees, each read on demand. */
export async function listInspectionPhotos(deps: Pick<Deps, 'db' | 'files'>, customerId: string) {
  const photoIds = await listPhotosOf(deps.db, customerId, 'concluded')
  return photoIds.map((id) => ({ id, read: () => getPhoto(deps, id, customerId) }))
}

/** Removes the files of all photos of a customer's parts; their rows are erased separately. */
export async function eraseInspectionPhotos(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  customerId: string,
): Promise<void> {
  for (const photoId of await listPhotosOf(db, customerId, 'all')) await files.remove(photoKey(photoId))
}
