import type { LiveEvent } from '@cotation/contracts'
import { onTestFinished, vi } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { live, type Topic } from '#lib/gateway/live.ts'

/** The first event of every stream. */
export const opened: LiveEvent = { topic: null, revision: null }

/** A stream that a test feeds. */
export class FakeStream {
  readonly topics: readonly Topic[]
  readonly signal: AbortSignal
  #queue: (LiveEvent | undefined)[] = []
  #end: 'open' | 'ended' | 'failed' | 'refused' = 'open'
  #wake: () => void = () => undefined

  constructor(topics: readonly Topic[], signal: AbortSignal) {
    this.topics = topics
    this.signal = signal
    signal.addEventListener('abort', () => this.#wake())
  }

  /** `undefined` is a heartbeat. */
  send(...events: (LiveEvent | undefined)[]): void {
    this.#queue.push(...events)
    this.#wake()
  }

  end(how: 'ended' | 'failed' | 'refused' = 'ended'): void {
    this.#end = how
    this.#wake()
  }

  async *[Symbol.asyncIterator]() {
    while (true) {
      for (const event of this.#queue.splice(0)) yield event
      if (this.#end === 'ended') return
      if (this.#end === 'refused') throw new ApiError({ code: 'NOT_FOUND', status: 404, message: '' })
      if (this.#end === 'failed' || this.signal.aborted) throw new Error('the stream broke')

      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

/** Starts the live updates of the tab for one test. Returns a function that reports a change. */
export async function stubLive(): Promise<(topic: Topic, revision?: number) => void> {
  const streams: FakeStream[] = []
  const stop = live.start((topics, signal) => {
    const stream = new FakeStream(topics, signal)
    streams.push(stream)
    return stream
  })
  onTestFinished(stop)

  await vi.waitFor(() => {
    if (streams.length === 0) throw new Error('nothing is followed')
  })
  streams.at(-1)?.send(opened)
  return (topic, revision) => streams.at(-1)?.send({ topic, revision: revision ?? null })
}
