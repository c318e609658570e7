import type { LineView, ProjectView } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { secretHash } from '#core/secrets.ts'
import { findSharedProject, type ProjectRow } from '#features/quote/rows/project.repository.ts'
import { projectView } from './project-view.service.ts'

/** Replaces the owner's e-mail address in a read-only view. */
const anonymousOwner = 'customer'

export async function getSharedProject(deps: Pick<Deps, 'db'>, key: string): Promise<ProjectRow> {
  const project = await findSharedProject(deps.db, secretHash(key))
  if (!project) throw new AppError('NOT_FOUND')
  return project
}

/** What a read-only link shows: parts and prices, but neither the owner nor what they and an expert wrote. */
export async function getSharedView(deps: Pick<Deps, 'db' | 'clock'>, key: string): Promise<ProjectView> {
  const view = await projectView(deps, await getSharedProject(deps, key))
  return { ...view, lines: view.lines.map(anonymous) }
}

function anonymous(line: LineView): LineView {
  const { manual } = line
  return {
    ...line,
    findings: line.findings.map(({ finding, accepted }) => ({
      finding,
      accepted: accepted && { ...accepted, by: anonymousOwner },
    })),
    manual: manual && { ...manual, question: '', answer: manual.answer && { ...manual.answer, note: '' } },
  }
}
