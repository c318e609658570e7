import type { AnalysedBody, FailedBody, PartAnalysis, Refusal } from '@cotation/geometry'
import { partMeasuresOf } from '@cotation/pricing'
import { renderOwnSvg } from '#adapters/images.ts'
import type { Deps } from '#core/deps.ts'
import { newPublicId } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import { meshKey, thumbnailKey } from '#features/upload/records/storage-keys.ts'
import { analysisMailJob, enqueueFileAnalysed } from '#features/upload/records/upload.service.ts'
import { replaceBodies, type StoredBody } from './analysis.repository.ts'
import { type Finished, finish, settleUploads, type TakenPart } from './analysis-queue.repository.ts'
import { listBodies } from './bodies.service.ts'
import type { Packing } from './packing.ts'
import { storableJson, storableText } from './storable-text.ts'

/** Distinct bodies of one file; as many as a project may have lines. */
export const maxBodies = 200
const maxNameLength = 200

type SettleDeps = Pick<Deps, 'db' | 'files' | 'jobs' | 'clock'>
export type SaveDeps = SettleDeps & { packing: Packing }

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

  const known = new Map((await listBodies(deps.db, [part.id])).map((row) => [row.body_index, row.thumbnail_id]))
  const stored: StoredBody[] = []
  for (const [index, body] of bodies.entries()) {
    stored.push(await storeBody(deps, part.id, index, body, known.get(index) ?? newPublicId()))
  }
  // After the measured ones, whose indexes are those of the analysis.
  stored.push(...failed.map((body, i) => failedBody(body, bodies.length + i)))

  await settle(deps, part, { summary: storableJson(summary), refusal: null }, (trx) =>
    replaceBodies(trx, part.id, stored),
  )
}

export async function saveRefusal(deps: SettleDeps, part: TakenPart, refusal: Refusal): Promise<void> {
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

  if (svg) await files.put(thumbnailKey(thumbnailId), await renderOwnSvg(svg), { contentType: 'image/png' })

  return {
    body_index: index,
    name: storableText(facts.name, maxNameLength),
    per_file: facts.count,
    fingerprint: storableText(facts.fingerprint),
    measures: storableJson(partMeasuresOf(facts)),
    facts: storableJson(facts),
    thumbnail_id: svg ? thumbnailId : null,
  }
}

const failedBody = ({ name, count, refusal }: FailedBody, index: number): StoredBody => ({
  body_index: index,
  name: storableText(name, maxNameLength),
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
  { db, jobs, clock }: SettleDeps,
  part: TakenPart,
  verdict: Finished,
  saveBodies: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Another worker has taken the file in the meantime; its result counts.
    if (!(await finish(trx, part, verdict, clock()))) return

    await saveBodies(trx)
    for (const { id, notifies } of await settleUploads(trx, part.id, verdict.refusal)) {
      await enqueueFileAnalysed({ jobs }, trx, id)
      if (notifies) await jobs.enqueue(trx, analysisMailJob, { uploadId: id })
    }
  })
}
