import { afterEach, expect, it } from 'vitest'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { rawExchange } from '#test/servers/raw-http.ts'

let server: TestHttpServer
afterEach(() => server.close())

async function statusFor(host: string, isLocalOnly: boolean): Promise<number> {
  server = await startHttpServer((app) => void app.get('/works', async () => ({})), {
    isLocalOnly,
    publicUrl: 'http://parts.test:8080',
  })
  return (await rawExchange(server.url, `GET /works HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
}

it.each(['localhost:8080', 'LOCALHOST', '127.0.0.1:1', '[::1]:8080', 'parts.test'])(
  'a local installation answers under its own name %s',
  async (host) => {
    expect(await statusFor(host, true)).toBe(200)
  },
)

it('a local installation refuses the name of a web site that leads to this machine', async () => {
  expect(await statusFor('attacker.example', true)).toBe(400)
})

it('a public installation leaves names to its reverse proxy', async () => {
  expect(await statusFor('attacker.example', false)).toBe(200)
})
