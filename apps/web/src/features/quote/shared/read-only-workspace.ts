import type { LineView, ProjectView } from '@cotation/contracts'
import type { Catalogue } from '@cotation/domain'
import { totalOf } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import type { Workspace, WorkspaceActions } from '#features/quote/workspace/workspace.ts'

function refuse(): never {
  throw new Error('A shared project is read-only')
}

/** The screens do not offer actions on a shared project, and the server would refuse them. */
const noActions = new Proxy({}, { get: () => refuse }) as WorkspaceActions

/** A line from the server's view alone. */
function shownLine(view: LineView): WorkLine {
  const { id, name, comment, status, faults } = view
  const isWhole = (view.body?.bodies ?? 1) === 1

  return {
    id,
    name,
    comment,
    status,
    faults,
    view,
    configuration: view.configuration ?? undefined,
    part: view.part ?? undefined,
    sizeMm: (isWhole ? view.upload.summary?.sizeMm : undefined) ?? view.part?.sizeMm,
    price: view.price ?? undefined,
    findings: view.findings.map(({ finding, accepted }) => ({ finding, accepted: accepted ?? undefined })),
    source: 'server',
    difference: undefined,
    refusal: view.body?.failure ?? view.upload.refusal ?? undefined,
    progress: undefined,
    local: undefined,
    provisional: false,
  }
}

/** A workspace without actions, for the components of the quote page. */
export function readOnlyWorkspace(project: ProjectView, catalogue: Catalogue): Workspace {
  const lines = project.lines.map(shownLine)
  return {
    project,
    catalogue,
    lines,
    total: totalOf(lines, project.service, catalogue),
    save: 'saved',
    undoable: undefined,
    redoable: undefined,
    actions: noActions,
  }
}
