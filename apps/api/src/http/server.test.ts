import { route } from '@cotation/contracts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { rawExchange } from '#test/servers/raw-http.ts'

const form = route({
  method: 'POST',
  path: '/global/test/form',
  access: 'public',
  summary: 'A form',
  body: z.strictObject({
    name: z.string().max(20, 'TOO_LONG'),
    count: z.int().max(100).optional(),
    list: z.array(z.int()).max(5).optional(),
  }),
  output: z.strictObject({ name: z.string(), network: z.string() }),
  errors: [],
})

let server: TestHttpServer
let received: unknown[] = []

const serveForm = () =>
  startHttpServer((_app, serve) => {
    serve(form, async ({ body }, { network }) => {
      received.push(body)
      return { name: body.name, network }
    })
  })

beforeAll(async () => {
  server = await serveForm()
})

afterAll(() => server.close())

beforeEach(() => {
  received = []
})

const post = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${server.url}/global/test/form`, { method: 'POST', body, headers })

describe('a content type', () => {
  const good = JSON.stringify({ name: 'Zoé' })
  const bad = JSON.stringify({ name: 5 })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
  ])('%s is parsed as JSON', async (type) => {
    expect((await post(good, { 'content-type': type })).status).toBe(200)
    expect((await post(bad, { 'content-type': type })).status).toBe(422)
  })

  // A form on another site can send these without a preflight (WEB-3).
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain;application/json'])(
    '%s is refused even if it holds JSON',
    async (type) => {
      const answer = await post(good, { 'content-type': type })
      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  it('is not parsed as JSON if it is of a multipart form', async () => {
    const body = new FormData()
    body.set('name', 'Zoé')
    const answer = await fetch(`${server.url}/global/test/form`, { method: 'POST', body })
    expect(answer.status).toBe(422)
    expect(received).toEqual([])
  })

  it('never lets a body pass without validation, however it is written (WEB-5)', async () => {
    const noise = fc.constantFrom(
      '',
      ' ',
      '\t',
      ';',
      ' ; ',
      '; charset=utf-8',
      ';\tcharset=utf-8',
      ',',
      '\t;',
      'x',
      '/',
      '+json',
      '"',
    )
    const type = fc.tuple(
      noise,
      fc.constantFrom(
        'application/json',
        'Application/JSON',
        'application/json ',
        'text/json',
        'application',
        '',
        'application/vnd.api+json',
        '*/*',
      ),
      noise,
    )

    const check = async ([before, middle, after]: string[]) => {
      const head = `POST /global/test/form HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${bad.length}\r\n`
      const { status } = await rawExchange(server.url, `${head}Content-Type: ${before}${middle}${after}\r\n\r\n${bad}`)
      expect([400, 415, 422]).toContain(status)
    }
    await fc.assert(fc.asyncProperty(type, check), { numRuns: 120, seed: 5 })

    expect(received).toEqual([])
  })

  it('is required', async () => {
    const head = `POST /global/test/form HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${good.length}\r\n\r\n`
    expect((await rawExchange(server.url, head + good)).status).toBe(415)
    expect(
      (await rawExchange(server.url, 'POST /global/test/form HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).status,
    ).toBe(422)
    expect(received).toEqual([])
  })
})

describe('a hostile body (ABU-2, INJ-2)', () => {
  const bodies: [string, string, number][] = [
    ['an array of 20,000 numbers', JSON.stringify({ name: 'a', list: Array(20_000).fill(1) }), 422],
    ['100,000 brackets', '['.repeat(100_000), 400],
    ['50,000 closed brackets', '['.repeat(50_000) + ']'.repeat(50_000), 422],
    ['10,000 nested objects', `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 422],
    ['a name of 90 kB', JSON.stringify({ name: 'a'.repeat(90_000) }), 422],
    ['a body of 200 kB', JSON.stringify({ name: 'a'.repeat(200_000) }), 413],
    ['a count of 1e9', '{"name":"a","count":1e9}', 422],
    ['a count of 1e999', '{"name":"a","count":1e999}', 422],
    ['a prototype', '{"name":"a","__proto__":{"isRecharge":true}}', 400],
    ['a prototype in other letters', '{"name":"a","\\u005f_proto__":{"isRecharge":true}}', 400],
    ["a constructor's prototype", '{"name":"a","constructor":{"prototype":{"isRecharge":true}}}', 400],
    ['an unknown key', '{"name":"a","isRecharge":true}', 422],
    ['nothing', '', 400],
    ['null', 'null', 422],
  ]
  it.each(bodies)('%s is answered with the expected status', async (_name, body, status) => {
    const answer = await post(body)
    expect(answer.status).toBe(status)
    expect((await answer.text()).length).toBeLessThan(10_000)
    expect(received).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'isRecharge')).toBe(false)
  })

  it('gets the names of unknown keys, at most fifty', async () => {
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`key${index}`, 1]))
    const answer = (await (await post(JSON.stringify({ name: 'a', ...keys }))).json()) as {
      issues: { path: string; code: string }[]
    }
    expect(answer.issues.length).toBeLessThanOrEqual(50)
    expect(answer.issues[0]).toMatchObject({ path: 'key0', code: 'UNKNOWN_FIELD' })
  })

  it('refuses an unknown query parameter', async () => {
    const answer = await fetch(`${server.url}/global/test/form?name[$ne]=1`, {
      method: 'POST',
      body: '{"name":"a"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(422)
  })
})

describe('another site (WEB-3)', () => {
  it('gets no permission from a preflight', async () => {
    const answer = await fetch(`${server.url}/global/test/form`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })

    expect(answer.status).toBe(404)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it('gets no permission to read an answer', async () => {
    const answer = await post('{"name":"a"}', { 'content-type': 'application/json', origin: 'https://evil.example' })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('a slow client (ABU-2)', () => {
  it('has limits on the time for headers, a request and an idle connection', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = server.app.server
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 15_000,
      // For a chunk of a file; other bodies have less (slow-bodies.test.ts).
      requestTimeout: 600_000,
      keepAliveTimeout: 10_000,
    })
  })

  it('gets 408 and its connection is closed', async () => {
    const tooSlow = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.app.server.once('connection', (socket) => server.app.server.emit('clientError', tooSlow, socket))
    expect((await rawExchange(server.url, 'GET / HT')).status).toBe(408)
  })
})

describe("the caller's IP address (ABU-3)", () => {
  let proxied: TestHttpServer
  afterEach(() => proxied.close())
  const networkSeen = async (trustProxy: string[] | null, forwarded = '6.6.6.6, 203.0.113.9') => {
    proxied = await startHttpServer(
      (_app, serve) => serve(form, async ({ body }, { network }) => ({ name: body.name, network })),
      { trustProxy },
    )

    const answer = await fetch(`${proxied.url}/global/test/form`, {
      method: 'POST',
      body: '{"name":"a"}',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    })

    return ((await answer.json()) as { data: { network: string } }).data.network
  }

  it('comes from the connection, whatever a header says', async () => {
    expect(await networkSeen(null)).toBe('127.0.0.1')
  })

  it('comes from the connection if the configured proxy is another one', async () => {
    expect(await networkSeen(['10.0.0.1'])).toBe('127.0.0.1')
  })

  it('comes from the configured proxy, not from what the caller wrote before it', async () => {
    expect(await networkSeen(['127.0.0.1'])).toBe('203.0.113.9')
  })

  it.each(['203.0.113.9:51234', '::ffff:cb00:7109', '[::ffff:203.0.113.9]:443'])(
    'is the same network when the proxy writes it as %s',
    async (forwarded) => {
      expect(await networkSeen(['127.0.0.1'], forwarded)).toBe('203.0.113.9')
    },
  )
})
