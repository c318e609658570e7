import { liveRoutes } from '@cotation/contracts'
import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { followLink, followOwn, LiveStreams } from './live.service.ts'

export function serveLive(serve: Serve, deps: Deps): void {
  const streams = new LiveStreams()

  serve(liveRoutes.follow, ({ body }, { owner }) => followOwn(deps, streams, owner, body))
  serve(liveRoutes.followLink, ({ body }, { network }) => followLink(deps, streams, body.key, network))
}
