import { uploadRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { ownerOf } from '#http/session.ts'
import { readUpload, removeUpload, uploadHistory } from './history.service.ts'
import { confirmReceived } from './receiving/receive.service.ts'

export function serveUpload(serve: Serve, deps: Deps): void {
  serve(uploadRoutes.received, ({ params }, { session }) => confirmReceived(deps, ownerOf(session), params.uploadId))
  serve(uploadRoutes.history, ({ query }, { session }) => uploadHistory(deps, session.customerId, query))
  serve(uploadRoutes.remove, ({ params }, { session }) => removeUpload(deps, ownerOf(session), params.uploadId))
  serve(uploadRoutes.content, async ({ params }, { session }) => ({
    ...(await readUpload(deps, ownerOf(session), params.uploadId)),
    contentType: 'application/octet-stream',
  }))
}
