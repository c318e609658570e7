import type { Log } from './log.ts'

/** A finished span, with ids in hexadecimal and times in nanoseconds since 1970. */
export interface FinishedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  /** By OpenTelemetry's numbers. */
  kind: number
  startedAt: bigint
  endedAt: bigint
  attributes: Readonly<Record<string, string | number | boolean>>
  hasFailed: boolean
}

export interface Collector {
  /** Without the path `/v1/traces`. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
}

/** Some megabytes. Beyond it, spans are dropped: a collector that is down must not fill our memory. */
const maxWaiting = 4096
const maxPerRequest = 512
const sendEveryMs = 2000
const answerTimeoutMs = 10_000
const closeTimeoutMs = 2000

/** The status of a failed span in OpenTelemetry's protocol. */
const errorStatus = 2

function anyValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const attributesOf = (attributes: FinishedSpan['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))

function spanOf(span: FinishedSpan) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId ?? '',
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: String(span.startedAt),
    endTimeUnixNano: String(span.endedAt),
    attributes: attributesOf(span.attributes),
    status: span.hasFailed ? { code: errorStatus } : {},
  }
}

/**
 * Sends spans to a collector by OTLP over HTTP with JSON. Written by hand: the official packages add 28
 * megabytes to every installation for one request with a body of this form.
 */
export class SpanExporter {
  readonly #collector: Collector
  readonly #log: Log
  #waiting: FinishedSpan[] = []
  #dropped = 0
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()
  readonly #closing = new AbortController()

  constructor(collector: Collector, log: Log) {
    this.#collector = collector
    this.#log = log
  }

  add(span: FinishedSpan): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped++
      return
    }

    this.#waiting.push(span)
    this.#timer ??= setTimeout(() => void this.#sendWaiting(), sendEveryMs).unref()
  }

  /** Sends what waits, for two seconds at most: a collector that hangs must not delay the end. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#closing.abort(), closeTimeoutMs)
    await this.#sendWaiting()
    clearTimeout(timer)
  }

  /** One request after the other, so that a slow collector gets no more at once. */
  #sendWaiting(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined

    this.#sending = this.#sending.then(async () => {
      const { signal } = this.#closing
      while (this.#waiting.length > 0 && !signal.aborted) {
        const spans = this.#waiting.splice(0, maxPerRequest)
        const isSent = await this.#send(spans, AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]))
        if (!isSent) this.#dropped += spans.length
      }

      if (signal.aborted) this.#dropped += this.#waiting.splice(0).length
      this.#reportDropped()
    })
    return this.#sending
  }

  #reportDropped(): void {
    if (this.#dropped === 0) return
    this.#log.warn({ spans: this.#dropped }, 'traces could not be sent to the collector')
    this.#dropped = 0
  }

  async #send(spans: readonly FinishedSpan[], signal: AbortSignal): Promise<boolean> {
    const { endpoint, headers, serviceName } = this.#collector
    const body = {
      resourceSpans: [
        {
          resource: { attributes: attributesOf({ 'service.name': serviceName, 'process.pid': process.pid }) },
          scopeSpans: [{ scope: { name: 'cotation' }, spans: spans.map(spanOf) }],
        },
      ],
    }

    try {
      const answer = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }
}
