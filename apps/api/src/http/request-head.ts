import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#core/app-error.ts'

/** The names under which a browser on this machine opens a local installation. */
const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

interface HeadOptions {
  /** Only this machine uses the product. */
  isLocalOnly: boolean
  publicUrl: string
}

/**
 * Refuses request heads that a proxy could read in another way than Node does (WEB-6). A local
 * installation also refuses foreign names: a web site whose name leads to this machine (DNS
 * rebinding) could otherwise read its mails.
 */
export function checkRequestHeads(app: FastifyInstance, { isLocalOnly, publicUrl }: HeadOptions): void {
  const ownName = new URL(publicUrl).hostname
  const isOwnName = (host: string) => {
    const name = host.replace(/:\d*$/, '').toLowerCase()
    return localNames.has(name) || name === ownName
  }

  app.addHook('onRequest', async (request, reply) => {
    const { host } = request.headers
    const isAmbiguous = countHosts(request) > 1 || hasOddTransferEncoding(request)
    const isForeign = isLocalOnly && host !== undefined && !isOwnName(host)
    const isNameless = host === undefined && request.raw.httpVersion === '1.1'
    if (!isAmbiguous && !isForeign && !isNameless) return

    // What follows on this connection could be a body that we read as a request.
    reply.header('connection', 'close')
    throw new AppError('MALFORMED')
  })
}

/** Node keeps the first of several; a proxy may have used the last. */
function countHosts({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
}

/** Node accepts unknown encodings before `chunked` and ignores them. */
function hasOddTransferEncoding({ headers }: FastifyRequest): boolean {
  const encoding = headers['transfer-encoding']
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'chunked'
}
