import { auditRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { exportAudit, readAudit } from './audit.service.ts'

export function serveAudit(serve: Serve, deps: Deps): void {
  serve(auditRoutes.list, ({ query }, { session }) => readAudit(deps, query, session.staffRights))

  serve(auditRoutes.export, async ({ query }, { session, language }) => ({
    ...(await exportAudit(deps, session.staffId, query, language)),
    contentType: 'text/csv; charset=utf-8',
  }))
}
