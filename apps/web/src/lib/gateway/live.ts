import type { LiveEvent } from '@cotation/contracts'
import { ApiError } from './api-error.ts'
import { session } from './session.ts'

/** What a page shows and follows. `link` is a payment link, by its key; `today` a kind of staff task. */
export type Topic = `${'project' | 'order' | 'reload' | 'link' | 'today'}:${string}` | 'production'

/** Called when the thing may have changed; `revision` is null if it is not known. */
type Listener = (revision: number | null) => void

/** Streams events about the topics until the signal aborts. `undefined` is a heartbeat. */
export type OpenStream = (topics: readonly Topic[], signal: AbortSignal) => AsyncIterable<LiveEvent | undefined>

/** Screens that open together share one stream. */
const openDelayMs = 50

const retrySeconds = [1, 5, 15, 30, 60]

/** Two heartbeats: a laptop that slept has a connection that never ends. */
const silenceMs = 45_000

/** The first failure may be a restart of the server; after the second, pages poll. */
const maxFailures = 2

/** Refused because the session has ended or the topic belongs to another customer. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status)

/**
 * One stream of changes for everything that this tab shows. It is closed while the tab is hidden,
 * because a browser has few connections, and every opening reports all topics: changes may have
 * been missed.
 */
export class LiveUpdates {
  readonly #listeners = new Map<Topic, Set<Listener>>()
  #open: OpenStream | undefined
  #stream: AbortController | undefined
  /** The topics of the stream. */
  #followed: ReadonlySet<Topic> = new Set()
  #isOpen = false
  #failures = 0
  /** The caller may not follow these topics: asking again would be refused again. */
  #isRefused = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Follows nothing before this call, so that screens can be rendered without a server, nor after a
   * call of the returned function.
   */
  start(open: OpenStream): () => void {
    const stopped = new AbortController()
    const { signal } = stopped

    this.#open = open
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal })
    window.addEventListener('pagehide', () => this.#close(), { signal })
    window.addEventListener(
      'pageshow',
      ({ persisted }) => {
        if (persisted) this.#openIn(openDelayMs)
      },
      { signal },
    )
    window.addEventListener('online', () => this.reopen(), { signal })
    signal.addEventListener(
      'abort',
      session.subscribe(() => this.reopen()),
    )
    this.#openIn(openDelayMs)

    return () => {
      stopped.abort()
      this.#close()
      this.#open = undefined
    }
  }

  /** Calls the listener at each change until the returned function is called. */
  follow(topic: Topic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    listeners.add(listener)
    this.#listeners.set(topic, listeners)
    if (!this.#followed.has(topic)) this.#openIn(openDelayMs)

    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(topic)
      if (this.#listeners.size === 0) this.#close()
    }
  }

  /** Whether changes of the topic are reported, so that polling is only a precaution. */
  isFollowing(topic: Topic): boolean {
    return this.#isOpen && this.#followed.has(topic)
  }

  /** Opens another stream: the session is another one, or the network is back. */
  reopen(): void {
    this.#failures = 0
    this.#close()
    this.#openIn(openDelayMs)
  }

  #onVisibility(): void {
    if (document.visibilityState === 'hidden') this.#close()
    else this.#openIn(0)
  }

  #openIn(ms: number): void {
    clearTimeout(this.#timer)
    const isWanted = this.#open && this.#listeners.size > 0 && document.visibilityState !== 'hidden'
    if (isWanted) this.#timer = setTimeout(() => void this.#run(), ms)
  }

  #close(): void {
    clearTimeout(this.#timer)
    this.#stream?.abort()
    this.#stream = undefined
    this.#followed = new Set()
    this.#isOpen = false
  }

  async #run(): Promise<void> {
    if (!this.#open) return

    this.#stream?.abort()
    const stream = new AbortController()
    const topics = [...this.#listeners.keys()]
    this.#stream = stream
    this.#isRefused = false
    this.#followed = new Set(topics)

    const endIfSilent = () => setTimeout(() => stream.abort(), silenceMs)
    let silence = endIfSilent()

    try {
      for await (const event of this.#open(topics, stream.signal)) {
        clearTimeout(silence)
        silence = endIfSilent()
        if (this.#stream === stream && event) this.#report(event)
      }
    } catch (error) {
      // Other failures are handled like a stream that the server has ended.
      if (this.#stream === stream && isRefusal(error)) this.#isRefused = true
    } finally {
      clearTimeout(silence)
    }

    if (this.#stream === stream) this.#retry()
  }

  #report({ topic, revision }: LiveEvent): void {
    if (topic === null) {
      this.#isOpen = true
      this.#failures = 0
      this.#reportAll()
      return
    }

    for (const [name, listeners] of this.#listeners) {
      // The server does not repeat the secret key of a link.
      const isMeant = name === topic || (topic === 'link' && name.startsWith('link:'))
      if (isMeant) for (const listener of listeners) listener(revision)
    }
  }

  #reportAll(): void {
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(null)
  }

  #retry(): void {
    const wasOpen = this.#isOpen
    const failures = this.#failures++

    this.#stream = undefined
    if (this.#failures >= maxFailures || this.#isRefused) this.#isOpen = false
    if (!this.#isRefused) this.#openIn(1000 * (retrySeconds[failures] ?? 60))

    // Their polls are far apart until they are asked for the next interval.
    if (wasOpen && !this.#isOpen) this.#reportAll()
  }
}

export const live = new LiveUpdates()
