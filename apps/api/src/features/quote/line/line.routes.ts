import { lineRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import { askExpert, recallExpert } from '#features/quote/expert/ask-expert.service.ts'
import { acceptFindings, withdrawFindings } from '#features/quote/verdict/accept-findings.service.ts'
import type { Serve } from '#http/gateway.ts'
import { ownerOf } from '#http/session.ts'
import { addLines, addStoredLines } from './add-lines.service.ts'
import { editLines } from './edit-lines.service.ts'
import { removeLines, restoreLines } from './keep-lines.service.ts'
import { attachFile, notifyOfLine, replaceFile, setUnit } from './line-file.service.ts'
import { getLineFacts, getLineMesh, getSharedMesh, getThumbnail } from './line-part.service.ts'
import { transferLines } from './transfer-lines.service.ts'

const mesh = (bytes: Uint8Array) => ({ bytes, contentType: 'application/octet-stream' })

export function serveLines(serve: Serve, deps: Deps): void {
  serveManyLines(serve, deps)
  serveOneLine(serve, deps)
  serveParts(serve, deps)
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
    notifyOfLine(deps, ownerOf(session), params, { email: body.email, language }),
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
