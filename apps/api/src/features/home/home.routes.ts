import { homeRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { getHome } from './home.service.ts'

export function serveHome(serve: Serve, deps: Deps): void {
  serve(homeRoutes.get, (_input, { session, language }) => getHome(deps, session.customerId, language))
}
