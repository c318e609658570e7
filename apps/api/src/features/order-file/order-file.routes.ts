import { orderFileRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { downloadDocument, downloadFile, listFiles, showDrawing, showOrderedMesh } from './order-file.service.ts'

export function serveOrderFile(serve: Serve, deps: Deps): void {
  serve(orderFileRoutes.document, async ({ params }, { session, language }) => {
    const { bytes, fileName } = await downloadDocument(deps, session.staffId, params, language)
    return { bytes, contentType: 'application/pdf', fileName }
  })

  serve(orderFileRoutes.list, async ({ params }) => ({ files: await listFiles(deps, params.orderId) }))

  serve(orderFileRoutes.mesh, async ({ params }, { session }) => ({
    bytes: await showOrderedMesh(deps, session.staffId, params),
    contentType: 'application/octet-stream',
  }))

  serve(orderFileRoutes.drawing, async ({ params }, { session }) => ({
    ...(await showDrawing(deps, session.staffId, params)),
    contentType: 'application/octet-stream',
  }))

  serve(orderFileRoutes.content, async ({ params }, { session }) => ({
    ...(await downloadFile(deps, session.staffId, params)),
    contentType: 'application/octet-stream',
  }))
}
