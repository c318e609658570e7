import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressed, encodingFor } from '#http/compression.ts'
import { newNonce, webAppPolicy, workerScriptPolicy } from '#http/security-headers.ts'

const basePath = '/manufacture/'
const noncePlaceholder = '__CSP_NONCE__'
const hashedForEver = 'public, max-age=31536000, immutable'
const forADay = 'public, max-age=86400'

const workerScript = /\/assets\/[\w-]+\.worker-[\w-]+\.js(\.br|\.gz)?$/

/** The page is written anew for each request (its nonce), so it is compressed anew too, at a cheap level. */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, page: string): Promise<FastifyReply> {
  const encoding = encodingFor(request)
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding === null) return reply.send(page)
  return reply.header('content-encoding', encoding).send(await compressed(page, encoding, 4))
}

/** Serves the built web app under its base path: hashed assets for ever, named files for a day, and its one page for every other address. */
export async function serveWebApp(app: FastifyInstance, distDir: string): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect(basePath, 302))
  app.get('/manufacture', async (_request, reply) => reply.redirect(basePath, 302))
  const pageFile = join(distDir, 'index.html')
  if (!existsSync(pageFile)) return
  const page = readFileSync(pageFile, 'utf8')

  await app.register(fastifyStatic, {
    root: distDir,
    prefix: basePath,
    // A route per file of the build: whatever else is asked for is a screen of the app, or unknown to it.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? hashedForEver : forADay)
      if (workerScript.test(path)) reply.header('content-security-policy', workerScriptPolicy)
    },
  })
  // A page of yesterday asks for files that are gone: a page in their place would only fail more strangely.
  app.get(`${basePath}assets/*`, async (_request, reply) => reply.callNotFound())
  app.get(`${basePath}*`, async (request, reply) => {
    const nonce = newNonce()
    reply.header('content-security-policy', webAppPolicy(nonce))
    return sendCompressed(request, reply, page.replaceAll(noncePlaceholder, nonce))
  })
}
