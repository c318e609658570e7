import type { FastifyInstance } from 'fastify'
import { Histogram } from '#core/metrics.ts'

const boundsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Measures requests by the pattern of their route: URLs contain ids and keys, and each would be a
 * metric of its own. The time ends when the answer is ready, so slow clients and open streams do not
 * count.
 */
export function measureRequests(app: FastifyInstance): Histogram {
  const requests = new Histogram('cotation_request_seconds', 'Requests until their answer is ready', boundsSeconds)

  app.addHook('onSend', async ({ method, routeOptions }, reply) => {
    const labels = {
      method,
      route: routeOptions.url ?? 'unknown',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    requests.observe(labels, reply.elapsedTime / 1000)
  })

  return requests
}
