import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OpenSpan, Tracer } from '#core/tracing.ts'

/** Streams stay open for minutes; their span ends when the first bytes are sent. */
const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream')

/**
 * Records each request as a span, named by the pattern of its route: URLs contain ids and keys. It
 * continues the trace of a caller that sends `traceparent`.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<object, OpenSpan>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request
    const route = routeOptions.url ?? 'unknown'
    const parent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined
    const attributes = { 'http.request.method': method, 'http.route': route, 'cotation.request_id': id }
    const span = tracer.start({ name: `${method} ${route}`, kind: 'server', attributes, parent })

    spans.set(request, span)
    span.within(done)
  })

  const end = (request: object, statusCode: number) => {
    const span = spans.get(request)
    span?.add({ 'http.response.status_code': statusCode })
    if (statusCode >= 500) span?.fail()
    span?.end()
  }

  app.addHook('onSend', async (request, reply) => {
    if (isStream(reply)) end(request, reply.statusCode)
  })
  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))
  app.addHook('onRequestAbort', async (request) => spans.get(request)?.end())
}
