import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { binaryStl, sphere } from '@cotation/geometry/solids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startApp, type TestApp } from '#test/app.ts'
import { aVisitor } from '#test/builders.ts'
import { aProject } from '#test/quote/quotes.ts'
import { sendBytes } from '#test/quote/uploads.ts'
import { until } from '#test/until.ts'

const attribute = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
})

const nanoseconds = z.string().regex(/^\d{19}$/)

/** The JSON of OTLP, as strict as a collector reads it. */
const exportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().regex(/^([0-9a-f]{16})?$/),
              name: z.string().min(1),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: nanoseconds,
              endTimeUnixNano: nanoseconds,
              attributes: z.array(attribute),
              status: z.strictObject({ code: z.literal(2).optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
})

type Span = z.output<typeof exportRequest>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

const spans: Span[] = []
const received: { path: string | undefined; headers: IncomingHttpHeaders; text: string }[] = []

const collector = createServer(async (request, response) => {
  const body = await json(request)
  received.push({ path: request.url, headers: request.headers, text: JSON.stringify(body) })
  const { resourceSpans } = exportRequest.parse(body)
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  response.end('{}')
})

let app: TestApp

const startTraced = async (env: Record<string, string> = {}) => {
  const { port } = collector.address() as AddressInfo
  return startApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=atelier%20un',
    OTEL_SERVICE_NAME: 'devis',
    ...env,
  })
}

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    collector.listen(0, '127.0.0.1', resolve)
  })
  app = await startTraced()
})

afterAll(async () => {
  await app.close()
  collector.close()
})

const spanOf = (traceId: string, name: string) =>
  until(async () => spans.find((span) => span.traceId === traceId && span.name === name), `the span "${name}"`)

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callersSpan = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${callersSpan}-01`

const textOf = ({ attributes }: Span, wanted: string) => {
  const value = attributes.find(({ key }) => key === wanted)?.value
  return value && Object.values(value)[0]
}

describe('traces for a collector of OpenTelemetry', () => {
  it('follow an uploaded part from its requests over the jobs to its analysis', async () => {
    const visitor = await aVisitor(app)
    const { id: projectId } = await aProject(visitor)
    const part = Buffer.from(binaryStl(sphere(10, 20)))
    const announced = await visitor.call('POST /global/project/{projectId}/lines', {
      params: { projectId },
      body: { files: [{ name: 'secret-part.stl', bytes: part.length }] },
    })
    const uploadId = announced.data.lines[0]?.upload.id ?? ''
    const authorization = `Bearer ${visitor.token}`
    await sendBytes(visitor, uploadId, part, { headers: { authorization, traceparent } })

    const request = await spanOf(traceId, 'POST /gateway/upload')
    expect(request).toMatchObject({ parentSpanId: callersSpan, kind: 2 })
    expect(textOf(request, 'http.response.status_code')).toBe('201')
    expect(textOf(request, 'http.route')).toBe('/gateway/upload')

    const stored = await spanOf(traceId, 'job store-upload')
    expect(stored.kind).toBe(5)
    const analysis = await spanOf(traceId, 'analyse part')
    expect(textOf(analysis, 'cotation.file_bytes')).toBe(String(part.length))
    expect(BigInt(analysis.endTimeUnixNano)).toBeGreaterThan(BigInt(analysis.startTimeUnixNano))

    const statement = spans.find((span) => span.parentSpanId === stored.spanId && span.name.startsWith('select '))
    expect(statement).toMatchObject({ traceId, kind: 3 })
  })

  it('say which service sent them, with the headers that the collector asks for', async () => {
    await spanOf(traceId, 'analyse part')
    const [first] = received
    expect(first?.path).toBe('/v1/traces')
    expect(first?.headers).toMatchObject({ 'x-team': 'atelier un', 'content-type': 'application/json' })
    expect(first?.text).toContain('{"key":"service.name","value":{"stringValue":"devis"}}')
  })

  it('hold neither parameters of addresses nor what customers enter', async () => {
    const trace = 'a'.repeat(32)
    await app.browser().fetch('/gateway/global/account/referral/code?code=geheim-42', {
      headers: { traceparent: `00-${trace}-${callersSpan}-01` },
    })
    await spanOf(trace, 'GET /gateway/global/account/referral/code')

    const everything = received.map(({ text }) => text).join()
    expect(everything).not.toMatch(/geheim-42|secret-part|127\.0\.0\.1/)
  })

  it('are not recorded if the caller has not sampled the trace, or beyond the configured share', async () => {
    const few = await startTraced({ OTEL_TRACES_SAMPLER_ARG: '0' })
    const unsampled = 'b'.repeat(32)
    const beyond = 'c'.repeat(32)
    const visit = ({ browser }: TestApp, header: string) =>
      browser().fetch('/gateway/global/common/index', { headers: { traceparent: header } })
    await visit(app, `00-${unsampled}-${callersSpan}-00`)
    await visit(few, `00-${beyond}-${callersSpan}-01`)
    await few.close()

    const last = 'd'.repeat(32)
    await visit(app, `00-${last}-${callersSpan}-01`)
    await spanOf(last, 'GET /gateway/global/common/index')
    expect(spans.filter((span) => [unsampled, beyond].includes(span.traceId))).toEqual([])
  })
})
