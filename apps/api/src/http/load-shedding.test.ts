import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { until } from '#test/until.ts'

/** Requests that a test holds in their handlers. */
interface Held {
  server: TestHttpServer
  running(): number
  release(): void
}

let held: Held
let measure: (delayMs: number) => void
const delay = {
  recentMs: () => 0,
  onSample(listener: typeof measure) {
    measure = listener
  },
  close: () => undefined,
}

afterEach(async () => {
  held.release()
  await held.server.close()
})

/** 16 slots: 12 for each network. 8 once the event loop was late: 6 for each. */
async function startServer(): Promise<Held> {
  let running = 0
  const released = Promise.withResolvers<void>()
  const hold = async () => {
    running++
    await released.promise
    running--
    return { held: true }
  }

  const add = (app: FastifyInstance) => {
    app.get('/held', hold)
    app.post('/held', hold)
    app.post('/webhook', { config: { load: 'shed-last' } }, hold)
    app.get('/live', { config: { load: 'never-shed' } }, async () => ({ status: 'live' }))
  }
  const settings = { trustProxy: ['127.0.0.1'], load: { maxRequests: 16, maxDelayMs: 50 } }
  return {
    server: await startHttpServer(add, settings, delay),
    running: () => running,
    release: () => released.resolve(),
  }
}

interface Call {
  method?: string
  from?: string
  headers?: Record<string, string>
}

const call = (path: string, { method = 'GET', from = '192.0.2.1', headers = {} }: Call = {}) =>
  fetch(`${held.server.url}${path}`, { method, headers: { 'x-forwarded-for': from, ...headers } })

async function hold(count: number, from: string, path = '/held', method = 'GET') {
  const before = held.running()
  const calls = Array.from({ length: count }, () => call(path, { from, method }))
  await until(async () => held.running() === before + count || undefined, 'the requests in their handlers')
  return calls
}

it('refuses what exceeds the requests in progress, in both languages, and accepts again afterwards (FLT-8)', async () => {
  held = await startServer()
  const first = await hold(8, '192.0.2.1')
  const second = await hold(8, '192.0.2.2')

  const refused = await call('/held', { from: '192.0.2.3', headers: { 'accept-language': 'fr' } })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await refused.json()).toEqual({
    code: 'BUSY',
    message: 'Le système est occupé, veuillez réessayer plus tard.',
    requestId: refused.headers.get('x-request-id'),
  })

  const english = await call('/held', { from: '192.0.2.3', headers: { 'accept-language': 'en' } })
  expect(await english.json()).toMatchObject({ message: 'System is busy, please try again later' })

  held.release()
  for (const answer of await Promise.all([...first, ...second])) expect(answer.status).toBe(200)
  expect((await call('/held', { from: '192.0.2.3' })).status).toBe(200)
})

it('shows a page instead of JSON to a browser that opens an address', async () => {
  held = await startServer()
  await hold(8, '192.0.2.1')
  await hold(8, '192.0.2.2')

  const refused = await call('/held', { from: '192.0.2.3', headers: { accept: 'text/html', 'accept-language': 'fr' } })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.text()).toContain('Le système est occupé')
})

it('leaves a quarter of the slots to others while one network floods it (FLT-8)', async () => {
  held = await startServer()
  await hold(12, '192.0.2.1')

  expect((await call('/held', { from: '192.0.2.1' })).status).toBe(503)
  const [other] = await hold(1, '192.0.2.2')
  held.release()
  expect((await other)?.status).toBe(200)
})

it('always answers health checks, and refuses webhooks of payments after everything else', async () => {
  held = await startServer()
  await hold(8, '192.0.2.1')
  await hold(8, '192.0.2.2')

  expect((await call('/live')).status).toBe(200)
  const webhooks = await hold(4, '192.0.2.1', '/webhook', 'POST')
  expect((await call('/webhook', { method: 'POST' })).status).toBe(503)
  expect((await call('/live')).status).toBe(200)

  held.release()
  for (const answer of await Promise.all(webhooks)) expect(answer.status).toBe(200)
})

it('does not count what is refused last among the ordinary requests of its network (FLT-8)', async () => {
  held = await startServer()
  measure(51)
  const pictures = await hold(9, '192.0.2.1', '/webhook', 'POST')
  const calls = await hold(6, '192.0.2.1')
  expect((await call('/held')).status).toBe(503)
  expect((await call('/webhook', { method: 'POST' })).status).toBe(503)

  const others = await hold(2, '192.0.2.2')
  expect((await call('/held', { from: '192.0.2.3' })).status).toBe(503)

  held.release()
  for (const answer of await Promise.all([...pictures, ...calls, ...others])) expect(answer.status).toBe(200)
})

it('allows half as many requests once the event loop was late, and more again in time (FLT-8)', async () => {
  held = await startServer()
  measure(51)
  await hold(6, '192.0.2.1')
  expect((await call('/held', { from: '192.0.2.1' })).status).toBe(503)
  await hold(2, '192.0.2.2')

  expect((await call('/held', { from: '192.0.2.3' })).status).toBe(503)
  expect((await call('/live')).status).toBe(200)
  await hold(1, '192.0.2.3', '/webhook', 'POST')

  for (let i = 0; i < 24; i++) measure(50)
  const [later] = await hold(1, '192.0.2.3')
  held.release()
  expect((await later)?.status).toBe(200)
})

it('keeps the slot of a client that hung up until its handler has ended', async () => {
  held = await startServer()
  const gone = new AbortController()
  const calls = Array.from({ length: 12 }, () =>
    fetch(`${held.server.url}/held`, { headers: { 'x-forwarded-for': '192.0.2.1' }, signal: gone.signal }).catch(
      () => undefined,
    ),
  )
  await until(async () => held.running() === 12 || undefined, 'the requests in their handlers')
  gone.abort()
  await Promise.all(calls)

  expect((await call('/held')).status).toBe(503)
  held.release()
  await until(async () => (await call('/held')).status === 200 || undefined, 'free slots')
})

it('keeps no slot for a body that has not arrived', async () => {
  held = await startServer()
  const { hostname, port } = new URL(held.server.url)
  const sockets = Array.from({ length: 16 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.write('POST /held HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
    return socket
  })
  await Promise.all(sockets.map((socket) => new Promise((connected) => socket.once('connect', connected))))

  const [accepted] = await hold(1, '192.0.2.1')
  held.release()
  expect((await accepted)?.status).toBe(200)
  for (const socket of sockets) socket.destroy()
})
