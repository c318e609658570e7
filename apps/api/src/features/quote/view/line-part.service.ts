import type { PartAnalysis } from '@cotation/geometry'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { currentVerdict, getJudgedLine } from '#features/quote/rows/line.repository.ts'
import { getProject } from '#features/quote/rows/project.repository.ts'
import { isShown } from '#features/quote/rows/thumbnail.repository.ts'
import { findMesh, findThumbnail, getFacts } from '#features/upload/analysis/bodies.service.ts'
import type { Owner } from '#http/session.ts'
import { getSharedProject } from './project-view.service.ts'

/** The body of a line; NOT_FOUND until its file was analysed. */
async function getBody(deps: Pick<Deps, 'db'>, projectId: string, lineId: string) {
  const line = await getJudgedLine(deps.db, projectId, lineId)
  const analysisId = currentVerdict(line)?.analysisId
  if (!analysisId || line.body_index === null) throw new AppError('NOT_FOUND')
  return { analysisId, bodyIndex: line.body_index }
}

/** The mesh of a line of any owner, whose access the caller has checked. */
export async function getMesh(
  deps: Pick<Deps, 'db' | 'files'>,
  projectId: string,
  lineId: string,
): Promise<Uint8Array> {
  const { analysisId, bodyIndex } = await getBody(deps, projectId, lineId)
  const bytes = await findMesh(deps, analysisId, bodyIndex)
  if (!bytes) throw new AppError('NOT_FOUND')
  return bytes
}

export async function getLineFacts(
  deps: Pick<Deps, 'db'>,
  owner: Owner,
  projectId: string,
  lineId: string,
): Promise<PartAnalysis> {
  await getProject(deps.db, owner, projectId)
  const { analysisId, bodyIndex } = await getBody(deps, projectId, lineId)
  return getFacts(deps.db, analysisId, bodyIndex)
}

export async function getLineMesh(
  deps: Pick<Deps, 'db' | 'files'>,
  owner: Owner,
  projectId: string,
  lineId: string,
): Promise<Uint8Array> {
  await getProject(deps.db, owner, projectId)
  return getMesh(deps, projectId, lineId)
}

/** The mesh of a line through the project's read-only link. */
export async function getSharedMesh(
  deps: Pick<Deps, 'db' | 'files'>,
  key: string,
  lineId: string,
): Promise<Uint8Array> {
  const { id } = await getSharedProject(deps, key)
  return getMesh(deps, id, lineId)
}

/** A thumbnail by its key, as long as something that shows the part exists. */
export async function getThumbnail(
  deps: Pick<Deps, 'clock' | 'db' | 'files' | 'thumbnails'>,
  key: string,
): Promise<Uint8Array> {
  const opened = deps.thumbnails.open(key)
  if (!opened || !(await isShown(deps.db, opened.scope, opened.thumbnailId, deps.clock()))) {
    throw new AppError('NOT_FOUND')
  }

  const bytes = await findThumbnail(deps, opened.thumbnailId)
  if (!bytes) throw new AppError('NOT_FOUND')
  return bytes
}
