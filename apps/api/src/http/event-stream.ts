import { Readable } from 'node:stream'
import type { z } from 'zod'

/** Proxies close a connection that is silent for a minute; clients notice a lost one by it. */
const heartbeatMs = 20_000

/** The client opens another stream then, and its access is checked again. */
const maxOpenMs = 15 * 60_000

/** A client that reads nothing loses its stream: the events must not fill our memory. */
const maxBufferedBytes = 64 * 1024

/** The answer of a call that stays open: server-sent events with data of one schema. */
export class EventStream<S extends z.ZodType = z.ZodType> {
  readonly schema: S
  readonly body = new Readable({ read: () => undefined })
  /** Unlike `readableEnded`, also while a slow client still reads what came before the end. */
  #isEnded = false

  constructor(schema: S) {
    this.schema = schema

    const heartbeat = setInterval(() => this.#write(':\n\n'), heartbeatMs).unref()
    const end = setTimeout(() => this.end(), maxOpenMs).unref()
    this.onClose(() => {
      clearInterval(heartbeat)
      clearTimeout(end)
    })
  }

  send(event: z.output<S>): void {
    this.#write(`data: ${JSON.stringify(this.schema.parse(event))}\n\n`)
  }

  end(): void {
    if (this.body.destroyed || this.#isEnded) return
    this.#isEnded = true
    this.body.push(null)
  }

  /** Called when the server ends the stream or the client is gone. */
  onClose(listener: () => void): void {
    this.body.once('close', listener)
  }

  #write(text: string): void {
    if (this.body.destroyed || this.#isEnded) return
    if (this.body.readableLength > maxBufferedBytes) this.body.destroy()
    else this.body.push(text)
  }
}
