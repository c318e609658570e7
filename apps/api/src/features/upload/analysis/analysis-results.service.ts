import type { AnalysedBody, PartAnalysis, Refusal } from '@cotation/geometry'
import { partMeasuresOf } from '@cotation/pricing'
import { pngOfOwnSvg } from '#adapters/part-picture.ts'
import type { Deps } from '#core/deps.ts'
import { newPublicId } from '#core/secrets.ts'
import type { Trx } from '#db/database.ts'
import { meshKey, thumbnailKey } from '#features/upload/records/storage-keys.ts'
import { enqueueFileAnalysed } from '#features/upload/records/upload.service.ts'
import { analysisMailJob } from '#features/upload/records/upload-queues.ts'
import { replaceBodies, type StoredBody } from './analysis.repository.ts'
import { type Finished, finish, settleUploads, type TakenPart } from './analysis-queue.repository.ts'
import { listBodies } from './bodies.service.ts'
import type { Packing } from './pictures/packing.ts'
import { storableJson, storableText } from './storable-text.ts'

/** Distinct bodies of one file that become lines; as many as a project takes. */
export const mostBodies = 200
const longestName = 200

type Keeping = Pick<Deps, 'db' | 'files' | 'jobs' | 'clock'>
export type PictureKeeping = Keeping & { packing: Packing }

/**
 * Keeps what was found: pictures and meshes first, since files are in no transaction and a repetition only writes them again; then
 * everything else at once.
 */
export async function keepAnalysis(deps: PictureKeeping, part: TakenPart, analysis: PartAnalysis): Promise<void> {
  const { bodies, ...summary } = analysis
  if (bodies.length > mostBodies) {
    return keepRefusal(deps, part, { code: 'too-large', detail: { bodies: bodies.length, most: mostBodies } })
  }

  const known = new Map((await listBodies(deps.db, [part.id])).map((row) => [row.body_index, row.thumbnail_id]))
  const stored: StoredBody[] = []
  for (const [index, body] of bodies.entries()) {
    stored.push(await keepBody(deps, part.id, index, body, known.get(index) ?? newPublicId()))
  }

  await settle(deps, part, { summary: storableJson(summary), refusal: null }, (trx) =>
    replaceBodies(trx, part.id, stored),
  )
}

export async function keepRefusal(deps: Keeping, part: TakenPart, refusal: Refusal): Promise<void> {
  await settle(deps, part, { summary: null, refusal: storableJson(refusal) }, (trx) => replaceBodies(trx, part.id, []))
}

async function keepBody(
  { files, packing }: PictureKeeping,
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

  if (svg) await files.put(thumbnailKey(thumbnailId), await pngOfOwnSvg(svg), { contentType: 'image/png' })

  return {
    body_index: index,
    name: storableText(facts.name, longestName),
    per_file: facts.count,
    fingerprint: storableText(facts.fingerprint),
    measures: storableJson(partMeasuresOf(facts)),
    facts: storableJson(facts),
    thumbnail_id: svg ? thumbnailId : null,
  }
}

/** Verdict, bodies, the state of every upload that waits, and word to whom it concerns: all or nothing. */
async function settle(
  { db, jobs, clock }: Keeping,
  part: TakenPart,
  verdict: Finished,
  keepBodies: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Somebody else was given the file meanwhile: theirs is the word.
    if (!(await finish(trx, part, verdict, clock()))) return
    await keepBodies(trx)
    for (const { id, tells } of await settleUploads(trx, part.id, verdict.refusal)) {
      await enqueueFileAnalysed({ jobs }, trx, id)
      if (tells) await jobs.enqueue(trx, analysisMailJob, { uploadId: id })
    }
  })
}
