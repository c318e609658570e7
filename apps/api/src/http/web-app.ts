import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compress, encodingFor } from '#http/compression.ts'
import { newNonce, webAppPolicy, workerScriptPolicy } from '#http/security-headers.ts'

const basePath = '/manufacture/'
const noncePlaceholder = '__CSP_NONCE__'
const cacheForever = 'public, max-age=31536000, immutable'
const cacheForADay = 'public, max-age=86400'

const workerScript = /\/assets\/[\w-]+\.worker-[\w-]+\.js(\.br|\.gz)?$/

/** The page has a new nonce in every answer, so it is compressed per request, at a cheap level. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const encoding = encodingFor(request)
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding === null) return reply.send(page)
  return reply.header('content-encoding', encoding).send(await compress(page, encoding, 4))
}

/** Serves the web app: hashed assets cached forever, other files a day, its page elsewhere. */
export async function serveWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect(basePath, 302))
  app.get('/manufacture', async (_request, reply) => reply.redirect(basePath, 302))

  const pageFile = join(distDir, 'index.html')
  if (!existsSync(pageFile)) return

  const page = readFileSync(pageFile, 'utf8')

  await app.register(fastifyStatic, {
    root: distDir,
    prefix: basePath,
    // One route per file of the build, because all other paths are screens of the app.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? cacheForever : cacheForADay)
      if (workerScript.test(path)) reply.header('content-security-policy', workerScriptPolicy)
    },
  })

  // A page of an older release requests missing assets: getting the app's page would break it.
  app.get(`${basePath}assets/*`, async (_request, reply) => reply.callNotFound())
  app.get(`${basePath}*`, async (request, reply) => {
    const nonce = newNonce()
    reply.header('content-security-policy', webAppPolicy(nonce))
    return sendCompressed(request, reply, page.replaceAll(noncePlaceholder, nonce))
  })
}
