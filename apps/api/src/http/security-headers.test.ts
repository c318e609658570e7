import { CspEvaluator } from 'csp_evaluator'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { rawExchange } from '#test/servers/raw-http.ts'
import { dataPolicy, newNonce, plainPagePolicy, securityHeaders, webAppPolicy } from './security-headers.ts'

let server: TestHttpServer

beforeAll(async () => {
  server = await startHttpServer((app) => {
    app.get('/works', async () => ({ ok: true }))
    app.get('/breaks', async () => {
      throw new Error('a secret of the inside')
    })
    app.post('/form', async () => ({ ok: true }))
  })
})

afterAll(() => server.close())

function expectGuarded(headers: Headers): void {
  expect(Object.fromEntries(headers)).toMatchObject(securityHeaders)
  expect(headers.get('content-security-policy')).toBe(dataPolicy)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('server')).toBeNull()
  expect(headers.get('x-powered-by')).toBeNull()
}

const longHeader = `X-Long: ${'a'.repeat(20_000)}\r\n`

const answers: [string, string, number][] = [
  ['a success', 'GET /works HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 200],
  ['an unknown path', 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ['an unexpected failure', 'GET /breaks HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 500],
  [
    'a body that is not JSON',
    'POST /form HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{',
    400,
  ],
  ['an address that cannot be decoded', 'GET /%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ['a malformed request line', 'NONSENSE\r\n\r\n', 400],
  ['a header of 20 kB', `GET /works HTTP/1.1\r\nHost: a\r\n${longHeader}\r\n`, 431],
  ['no host', 'GET /works HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'an expectation it does not know',
    'GET /works HTTP/1.1\r\nHost: a\r\nExpect: magic\r\nConnection: close\r\n\r\n',
    417,
  ],
  ['a TRACE', 'TRACE /works HTTP/1.1\r\nHost: a\r\nCookie: secret=1\r\nConnection: close\r\n\r\n', 404],
  [
    'a length and a transfer encoding at once',
    'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['two lengths', 'POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{"a"', 400],
  ['a hidden transfer encoding', 'POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n', 400],
  ['two hosts', 'GET /works HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  [
    'an unknown transfer encoding',
    'POST /form HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked, chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a header line folded over two', 'GET /works HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\nConnection: close\r\n\r\n', 400],
]

describe('the security headers (WEB-2, WEB-6)', () => {
  it.each(answers)('are on %s', async (_name, bytes, status) => {
    const answer = await rawExchange(server.url, bytes)
    expect(answer.status).toBe(status)
    expectGuarded(answer.headers)
    expect(answer.body).not.toContain('secret')
  })

  it('does not pass a smuggled request to the next one', async () => {
    const smuggled = 'GET /works HTTP/1.1\r\nHost: a\r\n\r\n'
    const answer = await rawExchange(
      server.url,
      `POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    )
    expect(answer.status).toBe(400)
    expect(answer.body).not.toContain('HTTP/1.1')
  })
})

describe('the content security policies', () => {
  const policies = { 'web app': webAppPolicy(newNonce()), 'plain page': plainPagePolicy(newNonce()), data: dataPolicy }
  it.each(Object.entries(policies))('have no weakness for the evaluator: %s', (_name, policy) => {
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    expect(findings.filter((finding) => finding.severity < 60).map((finding) => finding.description)).toEqual([])
  })

  it('have a weakness for the evaluator without a nonce', () => {
    const weak = webAppPolicy('x').replace(/script-src [^;]+/, "script-src 'unsafe-inline'")
    expect(new CspEvaluator(new CspParser(weak).csp).evaluate().some((finding) => finding.severity < 60)).toBe(true)
  })

  it('allow frames of the product only, and only with a CAPTCHA provider', () => {
    expect(webAppPolicy('x')).toContain("frame-src 'none'")
    expect(webAppPolicy('x', { hasFrames: true })).toContain("frame-src 'self'")
  })

  it('never use a nonce twice', () => {
    expect(new Set(Array.from({ length: 100 }, newNonce)).size).toBe(100)
  })
})
