import type { UploadView } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import {
  findOwnUpload,
  lockUpload,
  setState,
  touchArriving,
  type UploadRow,
} from '#features/upload/records/upload.repository.ts'
import {
  assertSlot,
  enqueueFileAnalysed,
  getOwnUpload,
  listUploadViews,
  storeJobOf,
} from '#features/upload/records/upload.service.ts'
import type { Owner } from '#http/session.ts'

/** Whether the upload expects bytes or already has all of them. */
export interface Admission {
  state: 'open' | 'complete'
  bytes: number
  /** Whether bytes of it have arrived. */
  hasStarted: boolean
}

const hasAll = (upload: UploadRow): boolean =>
  upload.state === 'received' || upload.state === 'analysing' || upload.sha256 !== null

/** Admits the owner to an upload; NOT_FOUND for other owners, unknown ids and cancelled uploads. */
export async function admit(db: Db, owner: Owner, uploadId: string): Promise<Admission> {
  const upload = await getOwnUpload(db, owner, uploadId)
  const bytes = Number(upload.bytes)
  const hasStarted = upload.bytes_at !== null
  if (upload.state === 'uploading') return { state: 'open', bytes, hasStarted }
  if (upload.state === 'expired' || !hasAll(upload)) throw new AppError('NOT_FOUND')
  return { state: 'complete', bytes, hasStarted }
}

/** The size must equal the announced one, which the quota was checked with (UPL-2). */
export async function admitCreation(
  deps: Pick<Deps, 'db' | 'storageRoom'>,
  owner: Owner,
  uploadId: string,
  length: number,
) {
  const { state, bytes } = await admit(deps.db, owner, uploadId)
  if (length > bytes) throw new AppError('TOO_LARGE')
  if (length !== bytes) throw new AppError('VALIDATION', { fields: [{ path: 'Upload-Length', code: 'INVALID_VALUE' }] })
  if (state === 'complete') throw new AppError('VALIDATION', { fields: [{ path: 'uploadId', code: 'INVALID_VALUE' }] })
  await deps.storageRoom.assertRoomFor(length)
}

/** Admits bytes; BUSY if they are the first ones and too many other uploads are in progress. */
export async function admitBytes(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  owner: Owner,
  uploadId: string,
): Promise<Admission> {
  const admission = await admit(deps.db, owner, uploadId)
  if (admission.state === 'open' && !admission.hasStarted) await assertSlot(deps, owner)
  return admission
}

/**
 * Records that bytes were stored, so that the upload does not count as abandoned. Not before that: a
 * refused chunk would renew the slot of an upload that never receives a byte.
 */
export async function recordBytes({ db, clock }: Pick<Deps, 'db' | 'clock'>, uploadId: string): Promise<void> {
  await touchArriving(db, uploadId, clock())
}

/** Marks the upload complete and enqueues its storing in the same transaction. Idempotent. */
export async function markReceived(deps: Pick<Deps, 'db' | 'jobs'>, uploadId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const upload = await lockUpload(trx, uploadId)
    if (upload?.state !== 'uploading') return

    await setState(trx, uploadId, 'received')
    await deps.jobs.enqueue(trx, storeJobOf(upload), { uploadId })
  })
}

type ReceiveDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'uploads'>

/** For a client whose last bytes arrived just before the server was killed. */
export async function confirmReceived(deps: ReceiveDeps, owner: Owner, uploadId: string): Promise<UploadView> {
  const upload = await getOwnUpload(deps.db, owner, uploadId)
  if (upload.state === 'uploading') {
    if ((await deps.uploads.arrived(uploadId)) !== Number(upload.bytes)) throw new AppError('UPLOAD_INCOMPLETE')
    await markReceived(deps, uploadId)
  }

  const view = (await listUploadViews(deps.db, [uploadId], deps.clock())).get(uploadId)
  if (!view) throw new AppError('NOT_FOUND')

  return view
}

/** Cancels an upload before its bytes are removed: no request or job may take them for complete. */
export async function cancelUpload(deps: Pick<Deps, 'db' | 'jobs'>, owner: Owner, uploadId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await findOwnUpload(trx, owner, uploadId))) throw new AppError('NOT_FOUND')
    const upload = await lockUpload(trx, uploadId)
    if (upload?.state !== 'uploading') throw new AppError('NOT_FOUND')

    await abandonUpload(deps, trx, uploadId)
  })
}

/** Marks the upload as cancelled and settles its lines. */
export async function abandonUpload(deps: Pick<Deps, 'jobs'>, trx: Trx, uploadId: string): Promise<void> {
  await setState(trx, uploadId, 'failed', { code: 'cancelled' })
  await enqueueFileAnalysed(deps, trx, uploadId)
}
