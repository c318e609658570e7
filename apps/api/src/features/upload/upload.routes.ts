import { uploadRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { readUpload, removeUpload, uploadHistory } from './history.service.ts'
import { confirmReceived } from './receiving/receive.service.ts'

export function serveUpload(serve: Serve, deps: Deps): void {
  serve(uploadRoutes.received, ({ params }, { owner }) => confirmReceived(deps, owner, params.uploadId))
  serve(uploadRoutes.history, ({ query }, { session }) => uploadHistory(deps, session.customerId, query))
  serve(uploadRoutes.remove, ({ params }, { owner }) => removeUpload(deps, owner, params.uploadId))
  serve(uploadRoutes.content, async ({ params }, { owner }) => ({
    ...(await readUpload(deps, owner, params.uploadId)),
    contentType: 'application/octet-stream',
  }))
}
