import { buffer } from 'node:stream/consumers'
import type { PartAnalysis } from '@cotation/geometry'
import type { Selectable } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'
import type { PartBodyTable } from '#db/schema.generated.ts'
import { meshKey, thumbnailKey } from '#features/upload/records/storage-keys.ts'

/** A distinct body without its facts, which are large and rarely needed. */
export type PartBodyRow = Omit<Selectable<PartBodyTable>, 'facts'>

interface BodyId {
  analysisId: string
  bodyIndex: number
}

export const bodyKey = (analysisId: string, bodyIndex: number): string => `${analysisId} ${bodyIndex}`

/** The distinct bodies of analysed files, in file sequence. */
export async function listBodies(db: Db | Trx, analysisIds: readonly string[]): Promise<PartBodyRow[]> {
  if (analysisIds.length === 0) return []
  return db
    .selectFrom('part_body')
    .select(['analysis_id', 'body_index', 'name', 'per_file', 'fingerprint', 'measures', 'thumbnail_id', 'failure'])
    .where('analysis_id', 'in', analysisIds)
    .orderBy('analysis_id')
    .orderBy('body_index')
    .execute()
}

/**
 * Each body's analysis, reduced to that body and without meshes, by `bodyKey`; in one query. Bodies
 * that could not be measured have none.
 */
export async function listFacts(db: Db | Trx, bodies: readonly BodyId[]): Promise<Map<string, PartAnalysis>> {
  const distinct = new Map(bodies.map((body) => [bodyKey(body.analysisId, body.bodyIndex), body]))
  if (distinct.size === 0) return new Map()

  const rows = await db
    .selectFrom('part_body')
    .innerJoin('part_analysis', 'part_analysis.id', 'part_body.analysis_id')
    .select(['part_body.analysis_id', 'part_body.body_index', 'part_body.facts', 'part_analysis.summary'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('part_body.analysis_id', 'part_body.body_index'),
        'in',
        [...distinct.values()].map(({ analysisId, bodyIndex }) => tuple(analysisId, bodyIndex)),
      ),
    )
    .execute()

  return new Map(
    rows.flatMap(({ analysis_id, body_index, facts, summary }) =>
      summary && facts
        ? [[bodyKey(analysis_id, body_index), { ...summary, bodies: [facts], failed: [] }] as const]
        : [],
    ),
  )
}

export async function getFacts(db: Db | Trx, analysisId: string, bodyIndex: number): Promise<PartAnalysis> {
  const [facts] = (await listFacts(db, [{ analysisId, bodyIndex }])).values()
  if (!facts) throw new AppError('NOT_FOUND')
  return facts
}

/** The display mesh, encoded for `decodeMesh`; null once the file has expired. */
export async function findMesh(
  { files }: Pick<Deps, 'files'>,
  analysisId: string,
  bodyIndex: number,
): Promise<Uint8Array | null> {
  return readFile(files, meshKey(analysisId, bodyIndex))
}

/** Whether the display mesh is still stored. */
export async function hasMesh({ files }: Pick<Deps, 'files'>, analysisId: string, bodyIndex: number): Promise<boolean> {
  const file = await files.get(meshKey(analysisId, bodyIndex))
  file?.body.destroy()
  return file !== null
}

/** The thumbnail of a body (WebP; PNG if an earlier release drew it). */
export async function findThumbnail({ files }: Pick<Deps, 'files'>, thumbnailId: string): Promise<Uint8Array | null> {
  return readFile(files, thumbnailKey(thumbnailId))
}

async function readFile(files: Deps['files'], key: string): Promise<Uint8Array | null> {
  const file = await files.get(key)
  return file ? buffer(file.body) : null
}
