import type { LiveEvent } from '@cotation/contracts'

/** The events of a stream one by one; undefined once the server has ended it. */
export class LiveEvents {
  readonly #reader: ReadableStreamDefaultReader<string>
  #text = ''

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader()
  }

  async next(): Promise<LiveEvent | undefined> {
    while (true) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        if (block.startsWith('data: ')) return JSON.parse(block.slice('data: '.length))
        continue
      }

      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += value
    }
  }

  close = () => this.#reader.cancel()
}
