import { auditRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { findVerificationView, getEntryView } from './audit.service.ts'

export function serveAudit(serve: Serve, deps: Deps): void {
  serve(auditRoutes.entry, ({ params }, { session }) => getEntryView(deps, params.position, session.staffRights))

  serve(auditRoutes.verification, async () => ({ verification: await findVerificationView(deps) }))
}
