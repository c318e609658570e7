import type { FastifyInstance } from 'fastify'
import { AppError } from '#core/app-error.ts'
import type { Deps } from '#core/deps.ts'
import { type Histogram, metricsContentType, readingText } from '#core/metrics.ts'
import { secretHash, secretMatches } from '#core/secrets.ts'
import type { LoopDelay } from '#http/loop-delay.ts'
import { readMetrics } from './metrics.service.ts'

interface Measured {
  requests: Histogram
  delay: LoopDelay
}

/** Metrics for a monitor that knows the token. Without a token in the settings there is no such page. */
export function serveMetrics(app: FastifyInstance, deps: Deps, { requests, delay }: Measured): void {
  const { metricsToken } = deps.config
  if (metricsToken === null) return

  const tokenHash = secretHash(metricsToken)
  // Answered under any load, like health checks: this is when its figures are needed.
  app.get('/metrics', { config: { load: 'never-shed' } }, async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!secretMatches(token, tokenHash)) throw new AppError('UNAUTHENTICATED')

    const readings = await readMetrics(deps, delay.recentMs())
    const text = readings.map(readingText).join('') + requests.text()
    return reply.header('content-type', metricsContentType).send(text)
  })
}
