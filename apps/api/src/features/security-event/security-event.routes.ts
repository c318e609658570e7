import { securityEventRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { readSecurityEvents } from './security-event.service.ts'

export function serveSecurityEvent(serve: Serve, deps: Deps): void {
  serve(securityEventRoutes.list, ({ query }) => readSecurityEvents(deps, query))
}
