import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drainConnections } from './drain-connections.ts'

let server: Server
let port: number

beforeEach(async () => {
  server = createServer((_request, response) => response.setHeader('connection', 'close').end('served'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterEach(() => void server.close())

/** A connection that the server has accepted. */
async function aConnection(): Promise<Socket> {
  const accepted = once(server, 'connection')
  const socket = connect(port, '127.0.0.1')
  await accepted
  return socket
}

it('answers the next request on a connection that a proxy has kept open, then ends it', async () => {
  const kept = await aConnection()
  const drained = drainConnections(server)
  while (server.listening) await setImmediate()

  kept.write('POST /gateway HTTP/1.1\r\nhost: devis.example.com\r\ncontent-length: 0\r\n\r\n')
  const answer = await text(kept)
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer).toMatch(/served/)
  await drained
})

it('takes no new connections, so that a proxy turns to another server', async () => {
  const kept = await aConnection()
  const drained = drainConnections(server)
  while (server.listening) await setImmediate()

  const [error] = await once(connect(port, '127.0.0.1'), 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })

  // The proxy closes an idle connection itself.
  kept.end()
  await drained
})
