import {
  expertDeskRoutes,
  exportControlRoutes,
  exportControlStaffRoutes,
  lineRoutes,
  projectRoutes,
  staffProjectRoutes,
} from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { acceptFindings, withdrawFindings } from './commands/accept-findings.service.ts'
import { duplicateProject } from './commands/copy-project.service.ts'
import { editLines } from './commands/edit-lines.service.ts'
import { askExpert, recallExpert } from './commands/expert.service.ts'
import { answerExportControl, clearExportControl } from './commands/export-control.service.ts'
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
import {
  declinePrice,
  downloadQuestionFile,
  getExpertQuestion,
  listSimilarParts,
  saveDraft,
  sendPrice,
  showQuestionDrawing,
  showQuestionMesh,
} from './desk/expert-desk.service.ts'
import { downloadProjectFile, getStaffProject, showProjectMesh } from './desk/staff-project.service.ts'
import { makeQuotation } from './quotation/quotation.service.ts'
import { getActivity } from './view/activity-view.service.ts'
import { getLineFacts, getLineMesh, getSharedMesh, getThumbnail } from './view/line-part.service.ts'
import { getSharedView, listProjectSummaries, pollProject } from './view/project-view.service.ts'
import { findSameFiles } from './view/same-files.service.ts'

export function serveQuote(serve: Serve, deps: Deps): void {
  serveProjects(serve, deps)
  serveManyLines(serve, deps)
  serveOneLine(serve, deps)
  serveParts(serve, deps)
  serveExpertDesk(serve, deps)
  serveExportControl(serve, deps)
  serveStaffProject(serve, deps)
}

function serveProjects(serve: Serve, deps: Deps): void {
  serve(projectRoutes.create, ({ body }, { owner }) => createProject(deps, owner, body))
  serve(projectRoutes.list, ({ query }, { owner }) => listProjectSummaries(deps, owner, query))
  serve(projectRoutes.sameFiles, ({ body }, { owner }) => findSameFiles(deps, owner, body.digests))
  serve(projectRoutes.get, ({ params, query }, { owner }) => pollProject(deps, owner, params.projectId, query.seen))
  serve(projectRoutes.update, ({ params, body }, { owner }) => updateProject(deps, owner, params.projectId, body))
  serve(projectRoutes.remove, ({ params }, { owner }) => removeProject(deps, owner, params.projectId))
  serve(projectRoutes.restore, ({ params }, { owner }) => restoreProject(deps, owner, params.projectId))
  serve(projectRoutes.duplicate, ({ params, body }, { owner }) =>
    duplicateProject(deps, owner, params.projectId, body.name),
  )
  serve(projectRoutes.requote, ({ params }, { owner }) => requoteProject(deps, owner, params.projectId))
  serve(projectRoutes.share, ({ params }, { owner }) => shareProject(deps, owner, params.projectId))
  serve(projectRoutes.unshare, ({ params }, { owner }) => unshareProject(deps, owner, params.projectId))
  serve(projectRoutes.shared, ({ body }) => getSharedView(deps, body.key))
  serve(projectRoutes.activity, ({ params, query }, { owner, language }) =>
    getActivity(deps, owner, params.projectId, { before: query.before, language }),
  )
  serve(projectRoutes.quotation, async ({ params }, caller) => {
    const quotation = await makeQuotation(deps, caller, params.projectId)
    return { ...quotation, contentType: 'application/pdf' }
  })
}

function serveManyLines(serve: Serve, deps: Deps): void {
  serve(lineRoutes.add, ({ params, body }, { owner }) => addLines(deps, owner, params.projectId, body.files))
  serve(lineRoutes.addStored, ({ params, body }, { owner }) =>
    addStoredLines(deps, owner, params.projectId, body.uploadIds),
  )
  serve(lineRoutes.update, ({ params, body }, { owner }) => editLines(deps, owner, params.projectId, body.changes))
  serve(lineRoutes.remove, ({ params, body }, { owner }) => removeLines(deps, owner, params.projectId, body.lineIds))
  serve(lineRoutes.restore, ({ params, body }, { owner }) => restoreLines(deps, owner, params.projectId, body.lineIds))
  serve(lineRoutes.transfer, ({ params, body }, { owner }) => transferLines(deps, owner, params.projectId, body))
}

function serveOneLine(serve: Serve, deps: Deps): void {
  serve(lineRoutes.replaceFile, ({ params, body }, { owner }) => replaceFile(deps, owner, params, body))
  serve(lineRoutes.attach, ({ params, body }, { owner }) => attachFile(deps, owner, params, body))
  serve(lineRoutes.setUnit, ({ params, body }, { owner }) => setUnit(deps, owner, params, body.unit))
  serve(lineRoutes.notify, ({ params, body }, { owner, language }) =>
    notifyWhenAnalysed(deps, owner, params, { email: body.email, language }),
  )
  serve(lineRoutes.accept, ({ params, body }, { owner, language }) =>
    acceptFindings(deps, owner, { ...params, ruleIds: body.ruleIds }, language),
  )
  serve(lineRoutes.withdraw, ({ params, body }, { owner }) =>
    withdrawFindings(deps, owner, { ...params, ruleIds: body.ruleIds }),
  )
  serve(lineRoutes.askExpert, ({ params, body }, { owner, language }) =>
    askExpert(deps, owner, params, { ...body, language }),
  )
  serve(lineRoutes.recallExpert, ({ params }, { owner }) => recallExpert(deps, owner, params))
}

const mesh = (bytes: Uint8Array) => ({ bytes, contentType: 'application/octet-stream' })

/** Earlier releases stored PNGs, which start with this byte. */
const firstByteOfPng = 0x89
const picture = (bytes: Uint8Array) => ({
  bytes,
  contentType: bytes[0] === firstByteOfPng ? 'image/png' : 'image/webp',
})

function serveParts(serve: Serve, deps: Deps): void {
  serve(lineRoutes.facts, async ({ params }, { owner }) => ({
    analysis: await getLineFacts(deps, owner, params.projectId, params.lineId),
  }))
  serve(lineRoutes.mesh, async ({ params }, { owner }) =>
    mesh(await getLineMesh(deps, owner, params.projectId, params.lineId)),
  )
  serve(lineRoutes.sharedMesh, async ({ body }) => mesh(await getSharedMesh(deps, body.key, body.lineId)))
  serve(lineRoutes.thumbnail, async ({ params }) => picture(await getThumbnail(deps, params.thumbnailKey)))
}

function serveExpertDesk(serve: Serve, deps: Deps): void {
  serve(expertDeskRoutes.get, ({ params }, { language }) => getExpertQuestion(deps, params.lineId, language))
  serve(expertDeskRoutes.similar, async ({ params }, { language }) => ({
    parts: await listSimilarParts(deps, params.lineId, language),
  }))
  serve(expertDeskRoutes.mesh, async ({ params }, { session }) =>
    mesh(await showQuestionMesh(deps, session.staffId, params.lineId)),
  )
  serve(expertDeskRoutes.file, async ({ params }, { session }) => ({
    ...(await downloadQuestionFile(deps, session.staffId, params)),
    contentType: 'application/octet-stream',
  }))
  serve(expertDeskRoutes.drawing, async ({ params }, { session }) => ({
    ...(await showQuestionDrawing(deps, session.staffId, params)),
    contentType: 'application/octet-stream',
  }))
  serve(expertDeskRoutes.saveDraft, ({ params, body }, { session }) =>
    saveDraft(deps, session.staffId, params.lineId, body),
  )
  serve(expertDeskRoutes.answer, async ({ params, body }, { session }) => {
    await sendPrice(deps, session.staffId, params.lineId, body)
    return {}
  })
  serve(expertDeskRoutes.decline, async ({ params, body }, { session }) => {
    await declinePrice(deps, session.staffId, params.lineId, body.note)
    return {}
  })
}

function serveExportControl(serve: Serve, deps: Deps): void {
  serve(exportControlRoutes.answer, ({ params, body }, { session }) =>
    answerExportControl(deps, session.customerId, params.projectId, body.answer),
  )
  serve(exportControlStaffRoutes.clear, ({ params, body }, { session }) =>
    clearExportControl(deps, session.staffId, params.projectId, body),
  )
}

function serveStaffProject(serve: Serve, deps: Deps): void {
  serve(staffProjectRoutes.get, ({ params }, { language }) => getStaffProject(deps, params.projectId, language))
  serve(staffProjectRoutes.mesh, async ({ params }, { session }) =>
    mesh(await showProjectMesh(deps, session.staffId, params)),
  )
  serve(staffProjectRoutes.file, async ({ params }, { session }) => ({
    ...(await downloadProjectFile(deps, session.staffId, params)),
    contentType: 'application/octet-stream',
  }))
}
