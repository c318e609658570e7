import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLanguage, type Language, languages } from '@cotation/domain'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '#http/compression.ts'
import { NoncedPage } from '#http/nonced-page.ts'
import {
  type PrerenderedPages,
  prerenderedFile,
  readPrerenderedPages,
  screenPageOf,
  staffPageOf,
  withPrerenderedPage,
} from '#http/prerendered-pages.ts'
import { newNonce, serviceWorkerPolicy, webAppPolicy, workerScriptPolicy } from '#http/security-headers.ts'

const basePath = '/manufacture/'
const noncePlaceholder = '__CSP_NONCE__'
const cacheForever = 'public, max-age=31536000, immutable'
const cacheForADay = 'public, max-age=86400'

/** Where `boot.js` shows the quote home before the app runs. */
const homeAddress = /^\/manufacture(\/(quote|home)?)?\/?$/

/** Keeps the page of the work screens for a reload without network. */
const serviceWorker = /\/staff\/work-shell\.js(\.br|\.gz)?$/
const workerScript = /\/assets\/[\w-]+\.worker-[\w-]+\.js(\.br|\.gz)?$/

/** Sends a page with a new nonce. */
function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: NoncedPage,
  { hasFrames = false }: PageSources,
): FastifyReply {
  const nonce = newNonce()
  reply.header('content-security-policy', webAppPolicy(nonce, { hasFrames }))
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  if (!acceptsGzip(request)) return reply.send(page.plain(nonce))
  return reply.header('content-encoding', 'gzip').send(page.gzip(nonce))
}

interface PageSources {
  publicUrl: string
  /** The version whose figures customers see. */
  catalogueVersion: () => Promise<string>
  /** Pages show the frame of a CAPTCHA provider. */
  hasFrames?: boolean
}

/** The language of an address whose only parameter is `lang`; filters need the app. */
function plainLanguage(query: unknown): Language | undefined {
  const parameters = Object.entries(query ?? {})
  if (parameters.length === 0) return defaultLanguage

  const [[name, value] = []] = parameters
  return parameters.length === 1 && name === 'lang' ? languages.find((language) => language === value) : undefined
}

/** The prerendered screens, each composed and compressed at its first use. There are a few hundred. */
class Screens {
  readonly #appPage: string
  readonly #prerendered: PrerenderedPages
  readonly #sources: PageSources
  readonly #pages = new Map<string, NoncedPage>()

  constructor(appPage: string, prerendered: PrerenderedPages, sources: PageSources) {
    this.#appPage = appPage
    this.#prerendered = prerendered
    this.#sources = sources
  }

  /**
   * The screen of an address. None while another catalogue version is in force, because its figures
   * differ, or if the version cannot be read.
   */
  async find(request: FastifyRequest): Promise<NoncedPage | undefined> {
    const { publicUrl, catalogueVersion } = this.#sources
    const path = `/${new URL(request.url, publicUrl).pathname.slice(basePath.length)}`
    const language = plainLanguage(request.query)
    const screen = language && this.#compose(path, language)
    if (!screen) return undefined

    const version = await catalogueVersion().catch(() => undefined)
    return version === this.#prerendered.catalogueVersion ? screen : undefined
  }

  #compose(path: string, language: Language): NoncedPage | undefined {
    const known = this.#pages.get(`${language} ${path}`)
    if (known) return known

    const { publicUrl } = this.#sources
    const page = withPrerenderedPage(this.#appPage, this.#prerendered, { path, language, publicUrl })
    if (page === undefined) return undefined

    const screen = new NoncedPage(page, noncePlaceholder)
    this.#pages.set(`${language} ${path}`, screen)
    return screen
  }
}

function cachingOf(path: string): string {
  if (path.includes('/assets/')) return cacheForever
  return serviceWorker.test(path) ? 'no-cache' : cacheForADay
}

/** Serves the web app: hashed assets cached forever, other files a day, its page elsewhere. */
export async function serveWebApp(app: FastifyInstance, distDir: string, sources: PageSources): Promise<void> {
  // A page with one missing script is broken, while a call of the API is repeated.
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(basePath)) route.config = { ...route.config, load: 'shed-last' }
  })

  app.get('/', async (_request, reply) => reply.redirect(basePath, 302))
  app.get('/manufacture', async (_request, reply) => reply.redirect(basePath, 302))

  const pageFile = join(distDir, 'index.html')
  if (!existsSync(pageFile)) return

  const appPage = readFileSync(pageFile, 'utf8')
  const homePage = new NoncedPage(appPage, noncePlaceholder)
  const screenPage = new NoncedPage(screenPageOf(appPage), noncePlaceholder)
  const staffPage = new NoncedPage(staffPageOf(appPage), noncePlaceholder)
  const prerendered = readPrerenderedPages(distDir)
  const screens = prerendered && new Screens(appPage, prerendered, sources)

  await app.register(fastifyStatic, {
    root: distDir,
    prefix: basePath,
    // One route per file of the build, because all other paths are screens of the app.
    wildcard: false,
    globIgnore: ['index.html', prerenderedFile, '**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    index: false,
    cacheControl: false,
    // Kept without asking again, so what a browser would ask with is 100 bytes of each file for nothing.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path))
      if (workerScript.test(path)) reply.header('content-security-policy', workerScriptPolicy)
      if (serviceWorker.test(path)) reply.header('content-security-policy', serviceWorkerPolicy)
    },
  })

  // A page of an older release requests missing assets: getting the app's page would break it.
  app.get(`${basePath}assets/*`, async (_request, reply) => reply.callNotFound())
  for (const path of ['staff', 'staff/*'])
    app.get(`${basePath}${path}`, async (request, reply) => sendPage(request, reply, staffPage, sources))
  app.get(`${basePath}*`, async (request, reply) => {
    const { pathname } = new URL(request.url, sources.publicUrl)
    const page = homeAddress.test(pathname) ? homePage : ((await screens?.find(request)) ?? screenPage)
    return sendPage(request, reply, page, sources)
  })
}
