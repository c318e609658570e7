import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { requestCookies } from './cookies.ts'

const secret = 'x'.repeat(43)
let server: TestHttpServer
afterEach(() => server.close())

/** What the server sees of a cookie, and what it sets. */
async function exchange(cookie: string, secure: boolean) {
  const add = (app: FastifyInstance) =>
    void app.get('/device', async (request, reply) => {
      const cookies = requestCookies(request, reply, secure)
      cookies.set('device', secret, 60)
      return { seen: cookies.get('device') ?? null }
    })
  server = await startHttpServer(add)
  const answer = await fetch(`${server.url}/device`, { headers: { cookie } })
  return { ...((await answer.json()) as { seen: string | null }), set: answer.headers.getSetCookie()[0] }
}

it('binds cookies to the host with https', async () => {
  const { seen, set } = await exchange(`__Host-device=${secret}`, true)
  expect(seen).toBe(secret)
  expect(set).toBe(`__Host-device=${secret}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict`)
})

it('ignores a cookie with https that another host of the domain could have set', async () => {
  expect((await exchange(`device=${secret}`, true)).seen).toBeNull()
})

it.each(['', 'short', 'x'.repeat(44), 'x'.repeat(4000), `${'x'.repeat(42)}.`])(
  'ignores a value that it did not issue: %s',
  async (value) => {
    expect((await exchange(`device=${value}`, false)).seen).toBeNull()
  },
)
