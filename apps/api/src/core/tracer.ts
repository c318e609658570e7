import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { SpanExporter } from '#adapters/span-exporter.ts'
import { type OpenSpan, type SpanAttributes, type SpanStart, spanKinds, type Tracer, traced } from './tracing.ts'

interface SpanContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

/** Version 00 of W3C Trace Context. Ids of zeros only are not valid. */
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

function parseTraceparent(header: string | undefined): SpanContext | null {
  const parts = traceparentPattern.exec(header ?? '')
  if (!parts) return null

  const [, traceId = '', spanId = '', flags = ''] = parts
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** The same decision in every process of a trace. The last 7 bytes of an id are random. */
const isChosen = (traceId: string, ratio: number) => Number.parseInt(traceId.slice(-14), 16) < ratio * 2 ** 56

/** Microseconds: nanoseconds since 1970 do not fit into a number. */
const nanosecondsNow = () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n

/** The verb and the first table of a statement; its text may be long, and its values may be personal data. */
function statementName(text: string): { operation: string; table: string | null } {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?([a-z_][a-z_0-9.]*)"?/i.exec(text)?.[1] ?? null
  return { operation, table }
}

class RecordedSpan implements OpenSpan {
  readonly context: SpanContext
  readonly #tracer: CollectorTracer
  readonly #parentSpanId: string | null
  readonly #kind: SpanStart['kind']
  readonly #startedAt = nanosecondsNow()
  #name: string
  #attributes: SpanAttributes
  #hasFailed = false
  #isEnded = false

  constructor(tracer: CollectorTracer, context: SpanContext, parentSpanId: string | null, start: SpanStart) {
    this.#tracer = tracer
    this.context = context
    this.#parentSpanId = parentSpanId
    this.#name = start.name
    this.#kind = start.kind
    this.#attributes = start.attributes ?? {}
  }

  rename(name: string): void {
    this.#name = name
  }

  add(attributes: SpanAttributes): void {
    this.#attributes = { ...this.#attributes, ...attributes }
  }

  fail(): void {
    this.#hasFailed = true
  }

  end(): void {
    if (this.#isEnded || !this.context.isSampled) return
    this.#isEnded = true

    this.#tracer.exporter.add({
      traceId: this.context.traceId,
      spanId: this.context.spanId,
      parentSpanId: this.#parentSpanId,
      name: this.#name,
      kind: spanKinds[this.#kind],
      startedAt: this.#startedAt,
      endedAt: nanosecondsNow(),
      attributes: this.#attributes,
      hasFailed: this.#hasFailed,
    })
  }

  within<T>(run: () => T): T {
    return this.#tracer.current.run(this.context, run)
  }
}

/** Loaded only if a collector is configured. `ratio`: the share of traces that are recorded. */
export class CollectorTracer implements Tracer {
  readonly exporter: SpanExporter
  readonly current = new AsyncLocalStorage<SpanContext>()
  readonly #ratio: number

  constructor(exporter: SpanExporter, ratio: number) {
    this.exporter = exporter
    this.#ratio = ratio
  }

  start(start: SpanStart): OpenSpan {
    const parent = parseTraceparent(start.parent) ?? this.current.getStore() ?? null
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    // Our share applies to traces of others too. A caller can still choose an id that is sampled.
    const isSampled = (parent?.isSampled ?? true) && isChosen(traceId, this.#ratio)

    const context = { traceId, spanId: randomBytes(8).toString('hex'), isSampled }
    return new RecordedSpan(this, context, parent?.spanId ?? null, start)
  }

  /** Statements outside of requests and jobs belong to the start and to health checks. */
  statement<T>(text: string, run: () => Promise<T>): Promise<T> {
    if (!this.current.getStore()?.isSampled) return run()

    const { operation, table } = statementName(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    if (table === null) return traced(this, { name: operation, kind: 'client', attributes }, run)

    const name = `${operation} ${table}`
    return traced(this, { name, kind: 'client', attributes: { ...attributes, 'db.collection.name': table } }, run)
  }

  traceparent(): string | undefined {
    const context = this.current.getStore()
    return context && `00-${context.traceId}-${context.spanId}-${context.isSampled ? '01' : '00'}`
  }

  close(): Promise<void> {
    return this.exporter.close()
  }
}
