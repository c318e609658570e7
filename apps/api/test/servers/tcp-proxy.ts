import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  port: number
  /** Ends every connection and refuses new ones, as a server that is gone does. */
  cut(): Promise<void>
  /** Keeps connections open but carries nothing, as a network that swallows packets does. */
  stall(): void
  restore(): Promise<void>
  /** Calls back with the number of bytes that all clients have sent so far. */
  onBytesSent(listener: (total: number) => void): void
  close(): Promise<void>
}

/** Stands between a client and a real loopback server, on one port for its whole life. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let stalled = false
  let bytesSent = 0
  let notify: (total: number) => void = () => undefined

  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    const pair: [Socket, Socket] = [client, target]
    pairs.add(pair)

    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        client.destroy()
        target.destroy()
      })
    }

    client.on('data', (chunk) => {
      bytesSent += chunk.length
      notify(bytesSent)
    })
    client.pipe(target)
    target.pipe(client)
    if (stalled) hold(pair)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)

  const { port } = server.address() as AddressInfo
  const cut = async () => {
    if (!server.listening) return

    const closed = once(server, 'close')
    server.close()

    for (const [client, target] of pairs) {
      client.destroy()
      target.destroy()
    }

    await closed
  }

  return {
    port,
    cut,
    stall() {
      stalled = true
      for (const pair of pairs) hold(pair)
    },
    async restore() {
      stalled = false
      for (const [client, target] of pairs) {
        client.pipe(target)
        target.pipe(client)
      }
      if (!server.listening) await listen(port)
    },
    onBytesSent(listener) {
      notify = listener
    },
    close: cut,
  }
}

function hold([client, target]: [Socket, Socket]): void {
  client.unpipe(target)
  target.unpipe(client)
  client.pause()
  target.pause()
}
