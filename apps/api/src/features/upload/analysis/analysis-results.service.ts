import type { AnalysedBody, FailedBody, PartAnalysis, Refusal } from '@cotation/geometry'
import { partMeasuresOf } from '@cotation/pricing'
import { renderOwnSvg } from '#adapters/images.ts'
import type { Deps } from '#core/deps.ts'
import { newPublicId } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import { meshKey, thumbnailKey } from '#features/upload/records/storage-keys.ts'
import { analysisMailJob, enqueueFileAnalysed } from '#features/upload/records/upload.service.ts'
import { hasMeshes, listAnalysedUploads, replaceBodies, replaceBody, type StoredBody } from './analysis.repository.ts'
import {
  type Finished,
  finish,
  finishUnchanged,
  settleUploads,
  type TakenPart,
  type WaitingUpload,
} from './analysis-queue.repository.ts'
import { listBodies, type PartBodyRow } from './bodies.service.ts'
import type { Packing } from './packing.ts'
import { maxNameLength, rescuedBodies, storedName } from './rescued-bodies.ts'
import { storableJson, storableText } from './storable-text.ts'

/** Distinct bodies of one file; as many as a project may have lines. */
export const maxBodies = 200

type SettleDeps = Pick<Deps, 'db' | 'files' | 'jobs' | 'clock'>
export type SaveDeps = SettleDeps & { packing: Packing }

/** Bodies of the file failed in an earlier analysis, and lines may be quoted for the others. */
const hasFailed = (known: readonly PartBodyRow[]): boolean => known.some(({ failure }) => failure !== null)

/**
 * Saves an analysis: first pictures and meshes, outside the transaction and overwritten on a retry,
 * then everything else at once.
 */
export async function saveAnalysis(deps: SaveDeps, part: TakenPart, analysis: PartAnalysis): Promise<void> {
  const { bodies, failed, ...summary } = analysis
  const bodyCount = bodies.length + failed.length
  if (bodyCount > maxBodies) {
    return saveRefusal(deps, part, { code: 'too-large', detail: { bodies: bodyCount, most: maxBodies } })
  }

  const known = await listBodies(deps.db, [part.id])
  if (hasFailed(known)) return saveRescued(deps, part, known, bodies)

  const thumbnails = new Map(known.map((row) => [row.body_index, row.thumbnail_id]))
  const stored: StoredBody[] = []
  for (const [index, body] of bodies.entries()) {
    stored.push(await storeBody(deps, part.id, index, body, thumbnails.get(index) ?? newPublicId()))
  }
  // After the measured bodies, which keep their indexes in the analysis.
  stored.push(...failed.map((body, i) => failedBody(body, bodies.length + i)))

  await settle(deps, part, { summary: storableJson(summary), refusal: null }, (trx) =>
    replaceBodies(trx, part.id, stored),
  )
}

/**
 * Saves the bodies that failed before and are measured now, in their place. The others keep their
 * figures: lines may be quoted with them, and another release may measure differently.
 */
async function saveRescued(
  deps: SaveDeps,
  part: TakenPart,
  known: readonly PartBodyRow[],
  bodies: readonly AnalysedBody[],
): Promise<void> {
  if (!(await hasMeshes(deps.db, part.id))) await restoreMeshes(deps, part, known, bodies)

  const rescued: StoredBody[] = []
  for (const { bodyIndex, body } of rescuedBodies(known, bodies)) {
    rescued.push(await storeBody(deps, part.id, bodyIndex, body, newPublicId()))
  }

  await deps.db.transaction().execute(async (trx) => {
    if (!(await finishUnchanged(trx, part, deps.clock(), { hasMeshes: true }))) return

    for (const body of rescued) await replaceBody(trx, part.id, body)

    const waiting = await settleUploads(trx, part.id, null)
    const others = rescued.length > 0 ? await listAnalysedUploads(trx, part.id, waiting) : []
    await announce(deps, trx, [...waiting, ...others])
  })
}

/** Stores the meshes of measured bodies again, which were removed with the file. */
async function restoreMeshes(
  deps: SaveDeps,
  part: TakenPart,
  known: readonly PartBodyRow[],
  bodies: readonly AnalysedBody[],
): Promise<void> {
  for (const { body_index, fingerprint, failure, thumbnail_id } of known) {
    const body = bodies.find((other) => storableText(other.fingerprint) === fingerprint)
    if (body && failure === null) await storeBody(deps, part.id, body_index, body, thumbnail_id ?? newPublicId())
  }
}

/** Saves why a file was refused. A second attempt at a few of its bodies does not undo the others. */
export async function saveRefusal(deps: SettleDeps, part: TakenPart, refusal: Refusal): Promise<void> {
  if (hasFailed(await listBodies(deps.db, [part.id]))) {
    return deps.db.transaction().execute(async (trx) => {
      if (!(await finishUnchanged(trx, part, deps.clock(), { hasMeshes: false }))) return
      await announce(deps, trx, await settleUploads(trx, part.id, null))
    })
  }

  await settle(deps, part, { summary: null, refusal: storableJson(refusal) }, (trx) => replaceBodies(trx, part.id, []))
}

async function storeBody(
  { files, packing }: SaveDeps,
  analysisId: string,
  index: number,
  body: AnalysedBody,
  thumbnailId: string,
): Promise<StoredBody> {
  const { display, thumbnail, ...facts } = body
  const { mesh, svg } = await packing.pack({ display, thumbnail })
  if (mesh) {
    await files.put(meshKey(analysisId, index), Buffer.from(mesh.buffer, mesh.byteOffset, mesh.byteLength), {
      contentType: 'application/octet-stream',
    })
  }

  if (svg) await files.put(thumbnailKey(thumbnailId), await renderOwnSvg(svg), { contentType: 'image/webp' })

  return {
    body_index: index,
    name: storedName(facts.name),
    per_file: facts.count,
    fingerprint: storableText(facts.fingerprint),
    measures: storableJson(partMeasuresOf(facts)),
    facts: storableJson(facts),
    thumbnail_id: svg ? thumbnailId : null,
  }
}

const failedBody = ({ name, count, refusal }: FailedBody, index: number): StoredBody => ({
  body_index: index,
  name: storedName(name),
  per_file: count,
  // There is no shape to compare: after a revision the body of the same name counts as the same.
  fingerprint: storableText(`failed ${name}`, maxNameLength),
  measures: null,
  facts: null,
  thumbnail_id: null,
  failure: storableJson(refusal),
})

/** Saves verdict and bodies, settles waiting uploads, enqueues their jobs; in one transaction. */
async function settle(
  deps: SettleDeps,
  part: TakenPart,
  verdict: Finished,
  saveBodies: (trx: Trx) => Promise<void>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // Another worker has taken the file in the meantime; its result counts.
    if (!(await finish(trx, part, verdict, deps.clock()))) return

    await saveBodies(trx)
    await announce(deps, trx, await settleUploads(trx, part.id, verdict.refusal))
  })
}

/** Enqueues the jobs of uploads whose analysis has ended. */
async function announce({ jobs }: SettleDeps, trx: Trx, uploads: readonly WaitingUpload[]): Promise<void> {
  for (const { id, notifies } of uploads) {
    await enqueueFileAnalysed({ jobs }, trx, id)
    if (notifies) await jobs.enqueue(trx, analysisMailJob, { uploadId: id })
  }
}
