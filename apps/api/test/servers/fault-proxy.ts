import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** refuse: 503 · hang: no answer · cut: half an answer, then closed · stall: half, then silence */
export const faults = ['refuse', 'hang', 'cut', 'stall'] as const
export type Fault = (typeof faults)[number]

export interface FaultProxy {
  port: number
  /** Method and path of every request so far. */
  requests: string[]
  /** The fault for a request, given its method and path. */
  faultOf: (line: string) => Fault | null
  close(): Promise<void>
}

/** A proxy in front of a loopback server that injects faults. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`
    proxy.requests.push(line)
    const fault = proxy.faultOf(line)
    if (fault === 'hang') return void incoming.resume()
    if (fault === 'refuse') return void outgoing.writeHead(503).end()
    forward(targetPort, incoming, outgoing, fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    requests: [],
    faultOf: () => null,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  return proxy
}

function forward(port: number, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | null): void {
  const { method, url: path, headers } = incoming
  const target = request({ host: '127.0.0.1', port, method, path, headers }, async (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    if (!fault) return void answer.pipe(outgoing)
    const whole = Buffer.concat(await answer.toArray())
    outgoing.write(whole.subarray(0, whole.length / 2), () => {
      if (fault === 'cut') outgoing.destroy()
    })
  })
  target.on('error', () => outgoing.destroy())
  incoming.on('error', () => target.destroy())
  incoming.pipe(target)
}
