import { projectRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { ownerOf } from '#http/session.ts'
import { duplicateProject, requoteProject } from './price-anew.service.ts'
import { createProject, removeProject, restoreProject, updateProject } from './project.service.ts'
import { listProjectSummaries } from './project-list.service.ts'
import { lookAtProject } from './project-view.service.ts'
import { getSharedView, shareProject, unshareProject } from './share.service.ts'

export function serveProjects(serve: Serve, deps: Deps): void {
  serve(projectRoutes.create, ({ body }, { session }) => createProject(deps, ownerOf(session), body))
  serve(projectRoutes.list, ({ query }, { session }) => listProjectSummaries(deps, ownerOf(session), query))
  serve(projectRoutes.get, ({ params, query }, { session }) =>
    lookAtProject(deps, ownerOf(session), params.projectId, query.seen),
  )
  serve(projectRoutes.update, ({ params, body }, { session }) =>
    updateProject(deps, ownerOf(session), params.projectId, body),
  )
  serve(projectRoutes.remove, async ({ params }, { session }) => {
    await removeProject(deps, ownerOf(session), params.projectId)
    return {}
  })
  serve(projectRoutes.restore, ({ params }, { session }) => restoreProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.duplicate, ({ params, body }, { session }) =>
    duplicateProject(deps, ownerOf(session), params.projectId, body.name),
  )
  serve(projectRoutes.requote, ({ params }, { session }) => requoteProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.share, ({ params }, { session }) => shareProject(deps, ownerOf(session), params.projectId))
  serve(projectRoutes.unshare, async ({ params }, { session }) => {
    await unshareProject(deps, ownerOf(session), params.projectId)
    return {}
  })
  serve(projectRoutes.shared, ({ body }) => getSharedView(deps, body.key))
}
