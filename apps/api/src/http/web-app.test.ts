import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { securityHeaders } from '#http/security-headers.ts'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { rawExchange } from '#test/servers/raw-http.ts'
import { until } from '#test/until.ts'
import type { PrerenderedPages } from './prerendered-pages.ts'
import { serveWebApp } from './web-app.ts'

const screenOf = (title: string) => ({ title, description: `${title} "&"`, body: `<h1>${title}</h1>` })

const prerendered: PrerenderedPages = {
  catalogueVersion: '2026-11-17.2',
  styles: ['/manufacture/assets/material-a1b2.css'],
  pages: { '/materials/peek': { fr: screenOf('PEEK usiné'), en: screenOf('PEEK') } },
}

let version = prerendered.catalogueVersion
const sources = { publicUrl: 'https://shop.example', catalogueVersion: async () => version }

let folder: string
let dist: string
let server: TestHttpServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotation-web-'))

  dist = join(folder, 'dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), 'canary')
  await writeFile(
    join(dist, 'index.html'),
    '<!doctype html><html lang="fr"><title>Home</title><meta name="description" content="home">' +
      '<link rel="preload" href="/manufacture/assets/archivo-latin.woff2" nonce="__CSP_NONCE__">' +
      '<link rel="preload" href="/manufacture/assets/inter-latin.woff2" nonce="__CSP_NONCE__">' +
      '<script nonce="__CSP_NONCE__">1</script><p>app</p><!--landing--><div id="landing">home</div><!--/landing-->',
  )
  await writeFile(join(dist, 'prerendered.json'), JSON.stringify(prerendered))
  await writeFile(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(dist, 'assets/app-a1b2.js'), 'export {}')
  await writeFile(join(dist, 'assets/app-a1b2.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(dist, 'assets/part.worker-c3d4.js'), 'export {}')
  await writeFile(join(dist, 'assets/part.worker-c3d4.js.br'), brotliCompressSync('export {}'))
  await mkdir(join(dist, 'staff'))
  await writeFile(join(dist, 'staff/work-shell.js'), 'addEventListener("fetch", () => {})')
  await writeFile(join(dist, 'staff/work-shell.js.br'), brotliCompressSync('addEventListener("fetch", () => {})'))
  server = await startHttpServer((app) => serveWebApp(app, dist, sources))
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

describe("the web app's page", () => {
  it.each(['/manufacture/', '/manufacture/login', '/manufacture/user/order-history?page=2'])(
    'answers at %s',
    async (path) => {
      const answer = await fetch(server.url + path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('<p>app</p>')
    },
  )

  it('has a new nonce in policy and script, and is not cached', async () => {
    const nonceOf = async () => {
      const answer = await fetch(`${server.url}/manufacture/`)
      const nonce = /nonce="([^"]+)"/.exec(await answer.text())?.[1]
      expect(answer.headers.get('content-security-policy')).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(Object.fromEntries(answer.headers)).toMatchObject(securityHeaders)
      return nonce
    }
    expect(await nonceOf()).not.toBe(await nonceOf())
  })

  it.each([
    ['gzip, deflate, br, zstd', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('has the same content for a client that accepts %s', async (accepted, encoding) => {
    const answer = await fetch(`${server.url}/manufacture/`, { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(await answer.text()).toContain('<p>app</p>')
  })

  it.each(['/', '/manufacture'])('is the target of the redirect from %s', async (path) => {
    const answer = await fetch(server.url + path, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/manufacture/')
  })
})

describe('the page of the staff side', () => {
  it.each(['/staff', '/staff/today', '/staff/orders/42?lang=en'])(
    'is the app without the quote home at %s',
    async (path) => {
      const page = await (await fetch(`${server.url}/manufacture${path}`)).text()
      expect(page).toContain('<html lang="fr" data-staff>')
      expect(page).toContain('<p>app</p>')
      expect(page).toContain('inter-latin')
      expect(page).not.toContain('archivo-latin')
      expect(page).not.toContain('home</div>')
      expect(page).not.toContain('__CSP_NONCE__')
    },
  )

  it('has the font of headings for customers, also at an address that only begins like it', async () => {
    for (const path of ['/login', '/staffordshire']) {
      const page = await (await fetch(`${server.url}/manufacture${path}`)).text()
      expect(page).toContain('<html lang="fr">')
      expect(page).toContain('archivo-latin')
    }
  })
})

describe('the quote home', () => {
  const read = async (path: string) => (await fetch(`${server.url}/manufacture${path}`)).text()

  it.each(['/', '/home', '/quote', '/quote/?technology=cnc'])('is in the page at %s', async (path) => {
    expect(await read(path)).toContain('<div id="landing">home</div>')
  })

  it.each(['/login', '/quote/018d1fe2-3b8b-4329-abd1-13279772f028', '/homer'])(
    'is not in the page at %s, which says what it needs',
    async (path) => {
      const page = await read(path)
      expect(page).not.toContain('home</div>')
      expect(page).toContain('<p lang="en">This page needs JavaScript.</p>')
    },
  )
})

describe('a prerendered page', () => {
  const read = async (path: string) => (await fetch(`${server.url}/manufacture${path}`)).text()

  it.each([
    ['/materials/peek', 'fr', 'PEEK usiné', 'https://shop.example/manufacture/materials/peek'],
    ['/materials/peek?lang=en', 'en', 'PEEK', 'https://shop.example/manufacture/materials/peek?lang=en'],
  ])(
    'is sent at %s in its language, with its title and canonical address',
    async (path, language, title, canonical) => {
      const page = await read(path)
      expect(page).toContain(`<html lang="${language}" data-prerendered`)
      expect(page).toContain(`<title>${title}</title>`)
      expect(page).toContain(`content="${title} &quot;&amp;&quot;"`)
      expect(page).toContain(`<link rel="canonical" href="${canonical}">`)
      expect(page).toContain('hreflang="en" href="https://shop.example/manufacture/materials/peek?lang=en"')
      expect(page).toContain('<link rel="stylesheet" href="/manufacture/assets/material-a1b2.css">')
      expect(page).toContain(`<div id="landing"><h1>${title}</h1></div>`)
      expect(page).not.toContain('home')
      expect(page).not.toContain('__CSP_NONCE__')
    },
  )

  it.each(['/materials/unobtainium', '/materials/peek?process=sla', '/materials/peek?lang=xx', '/constructor'])(
    'is not sent at %s',
    async (path) => {
      expect(await read(path)).not.toContain('id="landing"')
    },
  )

  it('is not sent while another catalogue version is in force', async () => {
    version = '2026-12-01.1'
    expect(await read('/materials/peek')).not.toContain('id="landing"')
    version = prerendered.catalogueVersion
  })

  it('is not available as a file', async () => {
    expect(await read('/prerendered.json')).toContain('<p>app</p>')
  })
})

describe('a file of the web app', () => {
  it('is compressed and cached forever if its name has a hash', async () => {
    const answer = await fetch(`${server.url}/manufacture/assets/app-a1b2.js`, { headers: { 'accept-encoding': 'br' } })
    expect(await answer.text()).toBe('export {}')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Object.fromEntries(answer.headers)).toMatchObject(securityHeaders)
  })

  it.each([
    ['part.worker-c3d4.js', 'identity', true],
    ['part.worker-c3d4.js', 'br', true],
    ['app-a1b2.js', 'br', false],
  ])('%s (%s) may load modules and run WebAssembly: %s', async (file, encoding, may) => {
    const answer = await fetch(`${server.url}/manufacture/assets/${file}`, { headers: { 'accept-encoding': encoding } })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy.includes("script-src 'self' 'wasm-unsafe-eval'")).toBe(may)
    expect(policy.includes('sandbox')).toBe(!may)
    expect(policy).not.toContain("'unsafe-eval'")
  })

  it.each(['identity', 'br'])(
    'is requested again and may only fetch if it is the service worker (%s)',
    async (encoding) => {
      const answer = await fetch(`${server.url}/manufacture/staff/work-shell.js`, {
        headers: { 'accept-encoding': encoding },
      })
      expect(await answer.text()).toContain('addEventListener')
      expect(answer.headers.get('content-type')).toContain('javascript')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none'; connect-src 'self';/)
      expect(policy).not.toMatch(/sandbox|script-src/)
    },
  )

  it('is served as itself without a hash, not as the page', async () => {
    const answer = await fetch(`${server.url}/manufacture/favicon.svg`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(await answer.text()).toContain('<svg')
  })

  it('gives 404 and not the page if it is missing, so that a stale page fails visibly', async () => {
    const answer = await fetch(`${server.url}/manufacture/assets/gone-c3d4.js`)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  const ways = [
    '../../secret.txt',
    '..%2f..%2fsecret.txt',
    '%2e%2e/%2e%2e/secret.txt',
    '..%5c..%5csecret.txt',
    '..%252f..%252fsecret.txt',
    '....//secret.txt',
    '..%00/secret.txt',
    '/etc/passwd',
  ]
  it.each(ways)('cannot be reached outside the build by %s (UPL-1)', async (way) => {
    const answer = await rawExchange(
      server.url,
      `GET /manufacture/assets/${way} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    )
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).not.toMatch(/canary|root:/)
  })
})

it('serves pages and scripts while calls of the API are refused, since a page without a script is broken', async () => {
  let calls = 0
  const released = Promise.withResolvers<void>()
  const busy = await startHttpServer(
    async (app) => {
      app.get('/call', async () => {
        calls++
        await released.promise
        return {}
      })
      await serveWebApp(app, dist, sources)
    },
    { load: { maxRequests: 4, maxDelayMs: 60_000 } },
  )
  // The maximum that one network may have in progress.
  const held = Array.from({ length: 3 }, () => fetch(`${busy.url}/call`))
  await until(async () => calls === 3 || undefined, 'the calls in their handlers')

  expect((await fetch(`${busy.url}/call`)).status).toBe(503)
  for (const path of ['/manufacture/', '/manufacture/assets/app-a1b2.js'])
    expect((await fetch(busy.url + path)).status).toBe(200)

  released.resolve()
  await Promise.all(held)
  await busy.close()
})
