import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'

/** Longer than the sample configuration of nginx keeps an idle connection. */
const maxIdleMs = 5000

const quietTurns = 5
const maxBusyMs = 1000

/**
 * Lets the connections of a reverse proxy end before the server closes: a proxy does not repeat a POST
 * on a connection that ends without an answer. First no new connections: the proxy opens them to another
 * server. Those that it keeps open go on, until an answer with `connection: close` ends them or the
 * proxy does, because they are idle.
 */
export async function drainConnections(server: Server): Promise<void> {
  await untilQuiet(server)

  // Not the method of the HTTP server, which also closes idle connections.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve())
  })
  const late = new AbortController()
  await Promise.race([closed, pause(maxIdleMs, undefined, { signal: late.signal })])
  late.abort()
}

/** Connections that the kernel holds for a busy server would be lost if it stopped listening now. */
async function untilQuiet(server: Server): Promise<void> {
  let quiet = 0
  const onConnection = () => {
    quiet = 0
  }
  server.on('connection', onConnection)

  const deadline = performance.now() + maxBusyMs
  while (quiet < quietTurns && performance.now() < deadline) {
    await setImmediate()
    quiet++
  }
  server.off('connection', onConnection)
}
