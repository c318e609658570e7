import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawAnswer {
  /** 0 when the connection ended without an answer. */
  status: number
  headers: Headers
  body: string
}

/** Sends bytes that no HTTP client would send and reads until the server closes the connection. */
export async function rawExchange(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))

  // The server may close while we are still writing: what it said before counts.
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')

  return parseAnswer(Buffer.concat(chunks).toString('latin1'))
}

function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end === -1 ? undefined : end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )

  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: end === -1 ? '' : text.slice(end + 4),
  }
}
