import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, type Language, languages } from '@cotation/domain'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compress, encodingFor } from '#http/compression.ts'
import {
  type PrerenderedPages,
  prerenderedFile,
  readPrerenderedPages,
  withPrerenderedPage,
} from '#http/prerendered-pages.ts'
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

interface PageSources {
  publicUrl: string
  /** The version whose figures customers see. */
  catalogueVersion: () => Promise<string>
}

/** The language of an address whose only parameter is `lang`; filters need the app. */
function plainLanguage(query: unknown): Language | undefined {
  const parameters = Object.entries(query ?? {})
  if (parameters.length === 0) return defaultLanguage

  const [[name, value] = []] = parameters
  return parameters.length === 1 && name === 'lang' ? languages.find((language) => language === value) : undefined
}

/**
 * The prerendered screen of an address. None while another catalogue version is in force, because
 * its figures differ, or if the version cannot be read.
 */
async function findScreen(
  request: FastifyRequest,
  appPage: string,
  prerendered: PrerenderedPages,
  { publicUrl, catalogueVersion }: PageSources,
): Promise<string | undefined> {
  const path = `/${new URL(request.url, publicUrl).pathname.slice(basePath.length)}`
  const language = plainLanguage(request.query)
  const page = language && withPrerenderedPage(appPage, prerendered, { path, language, publicUrl })
  if (!page) return undefined

  const version = await catalogueVersion().catch(() => undefined)
  return version === prerendered.catalogueVersion ? page : undefined
}

/** Serves the web app: hashed assets cached forever, other files a day, its page elsewhere. */
export async function serveWebApp(app: FastifyInstance, distDir: string, sources: PageSources): Promise<void> {
  app.get('/', async (_request, reply) => reply.redirect(basePath, 302))
  app.get('/manufacture', async (_request, reply) => reply.redirect(basePath, 302))

  const pageFile = join(distDir, 'index.html')
  if (!existsSync(pageFile)) return

  const page = readFileSync(pageFile, 'utf8')
  const prerendered = readPrerenderedPages(distDir)

  await app.register(fastifyStatic, {
    root: distDir,
    prefix: basePath,
    // One route per file of the build, because all other paths are screens of the app.
    wildcard: false,
    globIgnore: ['index.html', prerenderedFile, '**/*.br', '**/*.gz', '.vite/**'],
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
    const screen = prerendered && (await findScreen(request, page, prerendered, sources))
    const nonce = newNonce()
    reply.header('content-security-policy', webAppPolicy(nonce))
    return sendCompressed(request, reply, (screen ?? page).replaceAll(noncePlaceholder, nonce))
  })
}
