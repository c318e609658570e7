import { once } from 'node:events'
import { type ClientRequest, createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A proxy between browser and product that throttles uploads and can break the connection. */
export interface SlowLine {
  server: string
  /** Uploaded bytes so far. */
  carriedBytes(): number
  setPace(bytesPerSecond: number): void
  /** Drops all connections and refuses new ones until `mend`. */
  breakDown(): void
  mend(): void
  close(): Promise<void>
}

const isFile = ({ method, url }: IncomingMessage) => method === 'PATCH' && url?.includes('/gateway/upload/') === true

/** Forwards requests to `product` only. */
export async function startSlowLine(product: string, firstPace: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let pace = firstPace
  let carried = 0
  let isBroken = false

  const carry = async (from: IncomingMessage, to: ClientRequest) => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      carried += chunk.byteLength
      to.write(chunk)
      // Not reading meanwhile slows down the browser's connection.
      if (Number.isFinite(pace)) await pause((1000 * chunk.byteLength) / pace)
    }
    to.end()
  }

  const server = createServer((asked, answer) => {
    const { method, url = '', headers } = asked
    if (!url.startsWith(product)) return answer.writeHead(502).end()

    const onward = forward(url, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    if (isFile(asked)) carry(asked, onward).catch(() => onward.destroy())
    else asked.pipe(onward)
  })
  server.on('connection', (socket) => {
    if (isBroken) return socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carriedBytes: () => carried,
    setPace(bytesPerSecond) {
      pace = bytesPerSecond
    },
    breakDown() {
      isBroken = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isBroken = false
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
