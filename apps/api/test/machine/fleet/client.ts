import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'

export interface Call {
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** A client with an address of its own: on Linux all of 127.0.0.0/8 is this machine. */
export class Client {
  readonly #url: URL
  readonly #agent: Agent

  constructor(url: string, localAddress: string) {
    this.#url = new URL(url)
    // An address, because a host name would lead to ::1 first.
    const options = { host: '127.0.0.1', servername: 'localhost' }
    this.#agent = new Agent({ keepAlive: true, maxSockets: 4, localAddress, ...options })
  }

  async call({ method = 'GET', path, headers = {}, body }: Call): Promise<{ status: number; body: string }> {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const contentHeaders = sent === '' ? {} : { 'content-type': 'application/json' }

    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: this.#url.port,
        servername: 'localhost',
        path,
        method,
        headers: { ...contentHeaders, 'content-length': Buffer.byteLength(sent), ...headers },
        agent: this.#agent,
      })
      outgoing.once('error', reject)
      outgoing.once('response', (answer) => {
        text(answer).then((received) => resolve({ status: answer.statusCode ?? 0, body: received }), reject)
      })
      outgoing.end(sent)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
