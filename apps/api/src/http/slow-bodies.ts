import type { FastifyInstance } from 'fastify'
import { refuseRawRequest } from './raw-refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that takes chunks of files: slow lines have longer, as long as something comes. */
    slowBody?: true
  }
}

/** Node knows one limit for every request: a chunk of 8 MiB takes that long at 110 kbit/s. */
export const longestBodyMs = 600_000

/** Of forms and of every other body. */
export const bodyMs = 30_000

/** Longest silence within a chunk of a file. */
const silenceMs = 60_000

const tooSlow = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * A body that trickles in holds a connection (ABU-2). Node's own limit has to suit the slowest honest upload, so all other routes have
 * this one; the refusal is the same.
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
    if (routeOptions.config?.slowBody) return void raw.setTimeout(silenceMs, hangUp)

    const timer = setTimeout(hangUp, bodyMs).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
