import type { FastifyInstance } from 'fastify'
import { refuseRawRequest } from './raw-refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that receive file chunks: slow clients have more time while bytes arrive. */
    slowBody?: true
  }
}

/** Node has one limit for all requests; a chunk of 8 MiB takes this long at 110 kbit/s. */
export const maxBodyMs = 600_000

/** The limit for all other bodies. */
export const bodyMs = 30_000

/** The longest pause within a chunk of a file. */
const maxPauseMs = 60_000

const tooSlow = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * A body that trickles in occupies a connection (ABU-2). Node's own limit must fit the slowest
 * legitimate upload, so all other routes get this stricter one, with the same answer.
 */
export function limitSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (!hasBody || raw.complete) return

    const hangUp = () => {
      if (raw.complete) return
      if (!reply.raw.headersSent) refuseRawRequest(tooSlow, raw.socket)
      raw.socket.destroySoon()
    }

    if (routeOptions.config?.slowBody) return void raw.setTimeout(maxPauseMs, hangUp)

    const timer = setTimeout(hangUp, bodyMs).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
