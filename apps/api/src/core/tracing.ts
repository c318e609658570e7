/** OpenTelemetry's kinds of spans, by the numbers of its protocol. */
export const spanKinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const

/**
 * What a span says about its work. Collectors keep it for weeks and show it to many: no personal data,
 * no ids of customers, no addresses with parameters.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  name: string
  kind: keyof typeof spanKinds
  attributes?: SpanAttributes
  /** A W3C `traceparent` from another process; without it, the current span is the parent. */
  parent?: string | undefined
}

export interface OpenSpan {
  /** Replaces the name, if it is known only later. */
  rename(name: string): void
  add(attributes: SpanAttributes): void
  /** Marks the work as failed. */
  fail(): void
  /** Only the first call counts. */
  end(): void
  /** Runs a callback whose work belongs to this span. */
  within<T>(run: () => T): T
}

/** Records what requests and jobs spend their time on, for a collector of OpenTelemetry. */
export interface Tracer {
  start(span: SpanStart): OpenSpan
  /** Runs a statement as a span, if it belongs to one. */
  statement<T>(text: string, run: () => Promise<T>): Promise<T>
  /** The current span as a W3C `traceparent`, for a job that continues the work later. */
  traceparent(): string | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

/** Runs work as a span; without a tracer, it only runs it. */
export async function traced<T>(tracer: Tracer | null, start: SpanStart, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work()

  const span = tracer.start(start)
  try {
    return await span.within(work)
  } catch (error) {
    span.fail()
    throw error
  } finally {
    span.end()
  }
}
