import type { PartAnalysis } from '@cotation/geometry'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { getProject } from '#features/quote/project/project.repository.ts'
import { getSharedProject } from '#features/quote/project/share.service.ts'
import { findMesh, findThumbnail, getFacts } from '#features/upload/analysis/analysis.service.ts'
import type { Owner } from '#http/session.ts'
import { getJudgedLine } from './line.repository.ts'

interface Body {
  analysisId: string
  bodyIndex: number
}

/** Which body a line is; one that was not analysed yet has nothing to show. */
async function bodyOf(deps: Pick<Deps, 'db'>, projectId: string, lineId: string): Promise<Body> {
  const { verdict, body_index, analysis_id } = await getJudgedLine(deps.db, projectId, lineId)
  const isJudged = analysis_id !== null && verdict?.analysisId === analysis_id
  if (!isJudged || body_index === null) throw new AppError('NOT_FOUND')
  return { analysisId: analysis_id, bodyIndex: body_index }
}

async function meshOf(deps: Pick<Deps, 'files'>, { analysisId, bodyIndex }: Body): Promise<Uint8Array> {
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
  const { analysisId, bodyIndex } = await bodyOf(deps, projectId, lineId)
  return getFacts(deps.db, analysisId, bodyIndex)
}

export async function getLineMesh(
  deps: Pick<Deps, 'db' | 'files'>,
  owner: Owner,
  projectId: string,
  lineId: string,
): Promise<Uint8Array> {
  await getProject(deps.db, owner, projectId)
  return meshOf(deps, await bodyOf(deps, projectId, lineId))
}

/** The same through a read-only link, for lines of that project alone. */
export async function getSharedMesh(
  deps: Pick<Deps, 'db' | 'files'>,
  key: string,
  lineId: string,
): Promise<Uint8Array> {
  const { id } = await getSharedProject(deps, key)
  return meshOf(deps, await bodyOf(deps, id, lineId))
}

export async function getThumbnail(deps: Pick<Deps, 'files'>, thumbnailId: string): Promise<Uint8Array> {
  const bytes = await findThumbnail(deps, thumbnailId)
  if (!bytes) throw new AppError('NOT_FOUND')
  return bytes
}
