import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { dataHeaders } from './security-headers.ts'

const statusByCode: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers a malformed, oversized or slow request head, unseen by Fastify, with our headers. */
export function refuseRawRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return

  const status = statusByCode[error.code ?? ''] ?? '400 Bad Request'
  const headers = Object.entries({ ...dataHeaders, 'content-length': '0', connection: 'close' })
  socket.end(`HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}

/** Without a listener Node answers an unknown `Expect` itself, without our security headers. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...dataHeaders, 'content-length': '0', connection: 'close' }).end()
  })
}
