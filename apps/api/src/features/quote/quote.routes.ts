import type { Deps } from '#core/deps.ts'
import type { Serve } from '#http/gateway.ts'
import { serveLines } from './line/line.routes.ts'
import { serveProjects } from './project/project.routes.ts'
import { serveQuotation } from './quotation/quotation.routes.ts'

export function serveQuote(serve: Serve, deps: Deps): void {
  serveProjects(serve, deps)
  serveLines(serve, deps)
  serveQuotation(serve, deps)
}
