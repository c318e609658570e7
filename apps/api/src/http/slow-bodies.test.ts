import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { bodyMs } from './slow-bodies.ts'

let server: TestHttpServer
let heard: number

beforeEach(async () => {
  heard = 0
  server = await startHttpServer((app) => {
    app.addHook('onRequest', async () => {
      heard++
    })
    app.addContentTypeParser('application/x-chunk', (_request, _payload, done) => done(null))
    app.post('/form', async () => ({}))
    app.post('/chunk', { config: { slowBody: true } }, async ({ raw }) => {
      let bytes = 0
      for await (const part of raw) bytes += (part as Buffer).length
      return { bytes }
    })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

/** A request whose body has begun and does not end. */
async function slow(path: string, type: string): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\n{"a"`)
  await waitFor(() => heard === 1)

  return { socket, text: () => text }
}

async function waitFor(isTrue: () => boolean) {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

describe('a slow body (ABU-2)', () => {
  it('is refused after 30 s in a form, with the usual headers', async () => {
    const { socket, text } = await slow('/form', 'application/json')
    vi.advanceTimersByTime(bodyMs - 1)
    expect(text()).toBe('')
    vi.advanceTimersByTime(1)
    await once(socket, 'close')
    expect(text()).toMatch(/^HTTP\/1\.1 408 /)
    expect(text()).toContain('x-content-type-options: nosniff')
  })

  it('is answered if it ends in time, and the connection stays open', async () => {
    const { socket, text } = await slow('/form', 'application/json')
    vi.advanceTimersByTime(bodyMs - 1)
    socket.write(':123}')
    await waitFor(() => text().includes('HTTP/1.1 200'))
    vi.advanceTimersByTime(bodyMs)
    socket.write('GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await waitFor(() => text().includes('HTTP/1.1 404'))
    socket.destroy()
  })

  it('has more time if it is a file', async () => {
    const { socket, text } = await slow('/chunk', 'application/x-chunk')
    vi.advanceTimersByTime(bodyMs + 5000)
    socket.write(':123}')
    await waitFor(() => text().includes('HTTP/1.1 200'))
    expect(text()).toContain('{"bytes":9}')
    socket.destroy()
  })
})
