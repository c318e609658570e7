import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { serveApiPages } from './api-pages.ts'
import * as openapi from './openapi.ts'

// A spy: every call still does the real work.
vi.mock('./openapi.ts', { spy: true })

let server: TestHttpServer

beforeAll(async () => {
  server = await startHttpServer((app) => serveApiPages(app, 'Cotation'))
})

afterAll(() => server.close())

it.each(['/docs', '/openapi.json'])('renders %s once for all callers, compressed, with a tag', async (path) => {
  const first = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } })
  expect(first.headers.get('content-encoding')).toBe('br')
  const text = await first.text()
  expect(text).toContain('/global/project')

  vi.clearAllMocks()
  const again = await fetch(server.url + path, { headers: { 'accept-encoding': 'gzip' } })
  expect(await again.text()).toBe(text)
  expect(openapi.openApiDocument).not.toHaveBeenCalled()
  expect(openapi.schemaOf).not.toHaveBeenCalled()

  const etag = first.headers.get('etag') ?? ''
  const known = await fetch(server.url + path, { headers: { 'if-none-match': etag } })
  expect(known.status).toBe(304)
})
