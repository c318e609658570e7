import type { LineView, ProjectView } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { newSecret, secretHash } from '#core/secrets.ts'
import type { Owner } from '#http/session.ts'
import { findSharedProject, lockProject, type ProjectRow, touchProject } from './project.repository.ts'
import { projectViewOf } from './project-view.service.ts'

/** Stands in a read-only view where the owner's address does in the owner's. */
const somebody = 'customer'

/** A new read-only link: its key is told once and only its digest kept, so an older link ends. */
export async function shareProject(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  projectId: string,
): Promise<{ key: string }> {
  const key = newSecret()
  await setLink(deps, owner, projectId, secretHash(key))
  return { key }
}

export async function unshareProject(deps: Pick<Deps, 'db' | 'clock'>, owner: Owner, projectId: string): Promise<void> {
  await setLink(deps, owner, projectId, null)
}

async function setLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  projectId: string,
  shareHash: Buffer | null,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, owner, projectId)
    await touchProject(trx, projectId, deps.clock(), { share_hash: shareHash })
  })
}

export async function getSharedProject(deps: Pick<Deps, 'db'>, key: string): Promise<ProjectRow> {
  const project = await findSharedProject(deps.db, secretHash(key))
  if (!project) throw new AppError('NOT_FOUND')
  return project
}

/** What whoever holds the link sees: the parts and their prices, and nothing of who the owner is or asked an expert. */
export async function getSharedView(deps: Pick<Deps, 'db' | 'clock'>, key: string): Promise<ProjectView> {
  const view = await projectViewOf(deps, await getSharedProject(deps, key))
  return { ...view, lines: view.lines.map(ofNobody) }
}

function ofNobody(line: LineView): LineView {
  const { manual } = line
  return {
    ...line,
    findings: line.findings.map(({ finding, accepted }) => ({
      finding,
      accepted: accepted && { ...accepted, by: somebody },
    })),
    manual: manual && { ...manual, question: '', answer: manual.answer && { ...manual.answer, note: '' } },
  }
}
