import type { Serve } from '#http/gateway.ts'
import type { Deps } from '#src/deps.ts'

export function serveBalance(_serve: Serve, _deps: Deps): void {}
