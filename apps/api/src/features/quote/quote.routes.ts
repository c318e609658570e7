import { lineRoutes, projectRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { ownerOf } from '#http/session.ts'
import { acceptFindings, withdrawFindings } from './commands/accept-findings.service.ts'
import { duplicateProject } from './commands/copy-project.service.ts'
import { editLines } from './commands/edit-lines.service.ts'
import { askExpert, recallExpert } from './commands/expert.service.ts'
import { attachFile, notifyWhenAnalysed, replaceFile, setUnit } from './commands/line-file.service.ts'
import { addLines, addStoredLines, removeLines, restoreLines, transferLines } from './commands/lines.service.ts'
import {
  createProject,
  removeProject,
  requoteProject,
  restoreProject,
  shareProject,
  unshareProject,
  updateProject,
} from './commands/project.service.ts'
import { makeQuotation } from './quotation/quotation.service.ts'
import { getLineFacts, getLineMesh, getSharedMesh, getThumbnail } from './view/line-part.service.ts'
import { getSharedView, listProjectSummaries, pollProject } from './view/project-view.service.ts'

export function serveQuote(serve: Serve, deps: Deps): void {
  serveProjects(serve, deps)
  serveManyLines(serve, deps)
  serveOneLine(serve, deps)
  serveParts(serve, deps)
}

function serveProjects(serve: Serve, deps: Deps): void {
  serve(projectRoutes.create, ({ body }, { session }) => createProject(deps, ownerOf(session), body))
  serve(projectRoutes.list, ({ query }, { session }) => listProjectSummaries(deps, ownerOf(session), query))
  serve(projectRoutes.get, ({ params, query }, { session }) =>
    pollProject(deps, ownerOf(session), params.projectId, query.seen),
  )
  serve(projectRoutes.update, ({ params, body }, { session }) =>
    updateProject(deps, ownerOf(session), params.projectId, body),
  )
  serve(projectRoutes.remove, ({ params }, { session }) => removeProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.restore, ({ params }, { session }) => restoreProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.duplicate, ({ params, body }, { session }) =>
    duplicateProject(deps, ownerOf(session), params.projectId, body.name),
  )
  serve(projectRoutes.requote, ({ params }, { session }) => requoteProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.share, ({ params }, { session }) => shareProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.unshare, ({ params }, { session }) => unshareProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.shared, ({ body }) => getSharedView(deps, body.key))
  serve(projectRoutes.quotation, async ({ params }, { session, language }) => {
    const quotation = await makeQuotation(deps, ownerOf(session), params.projectId, language)
    return { ...quotation, contentType: 'application/pdf' }
  })
}

function serveManyLines(serve: Serve, deps: Deps): void {
  serve(lineRoutes.add, ({ params, body }, { session }) =>
    addLines(deps, ownerOf(session), params.projectId, body.files),
  )
  serve(lineRoutes.addStored, ({ params, body }, { session }) =>
    addStoredLines(deps, ownerOf(session), params.projectId, body.uploadIds),
  )
  serve(lineRoutes.update, ({ params, body }, { session }) =>
    editLines(deps, ownerOf(session), params.projectId, body.changes),
  )
  serve(lineRoutes.remove, ({ params, body }, { session }) =>
    removeLines(deps, ownerOf(session), params.projectId, body.lineIds),
  )
  serve(lineRoutes.restore, ({ params, body }, { session }) =>
    restoreLines(deps, ownerOf(session), params.projectId, body.lineIds),
  )
  serve(lineRoutes.transfer, ({ params, body }, { session }) =>
    transferLines(deps, ownerOf(session), params.projectId, body),
  )
}

function serveOneLine(serve: Serve, deps: Deps): void {
  serve(lineRoutes.replaceFile, ({ params, body }, { session }) => replaceFile(deps, ownerOf(session), params, body))
  serve(lineRoutes.attach, ({ params, body }, { session }) => attachFile(deps, ownerOf(session), params, body))
  serve(lineRoutes.setUnit, ({ params, body }, { session }) => setUnit(deps, ownerOf(session), params, body.unit))
  serve(lineRoutes.notify, ({ params, body }, { session, language }) =>
    notifyWhenAnalysed(deps, ownerOf(session), params, { email: body.email, language }),
  )
  serve(lineRoutes.accept, ({ params, body }, { session }) =>
    acceptFindings(deps, ownerOf(session), { ...params, ruleIds: body.ruleIds }),
  )
  serve(lineRoutes.withdraw, ({ params, body }, { session }) =>
    withdrawFindings(deps, ownerOf(session), { ...params, ruleIds: body.ruleIds }),
  )
  serve(lineRoutes.askExpert, ({ params, body }, { session, language }) =>
    askExpert(deps, ownerOf(session), params, { ...body, language }),
  )
  serve(lineRoutes.recallExpert, ({ params }, { session }) => recallExpert(deps, ownerOf(session), params))
}

const mesh = (bytes: Uint8Array) => ({ bytes, contentType: 'application/octet-stream' })

function serveParts(serve: Serve, deps: Deps): void {
  serve(lineRoutes.facts, async ({ params }, { session }) => ({
    analysis: await getLineFacts(deps, ownerOf(session), params.projectId, params.lineId),
  }))
  serve(lineRoutes.mesh, async ({ params }, { session }) =>
    mesh(await getLineMesh(deps, ownerOf(session), params.projectId, params.lineId)),
  )
  serve(lineRoutes.sharedMesh, async ({ body }) => mesh(await getSharedMesh(deps, body.key, body.lineId)))
  serve(lineRoutes.thumbnail, async ({ params }) => ({
    bytes: await getThumbnail(deps, params.thumbnailId),
    contentType: 'image/png',
  }))
}
