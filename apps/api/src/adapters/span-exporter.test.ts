import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { silentLog } from '#test/silent-log.ts'
import type { Log } from './log.ts'
import { type FinishedSpan, SpanExporter } from './span-exporter.ts'

/** Null: the collector never answers. */
let status: number | null
let received: number
const warnings: object[] = []

const collector = createServer(async (request, response) => {
  const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: object[] }[] }[] }
  received += body.resourceSpans[0]?.scopeSpans[0]?.spans.length ?? 0
  if (status !== null) response.writeHead(status).end('{}')
})

const log: Log = { ...silentLog, warn: (facts) => void warnings.push(facts) }

const span: FinishedSpan = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: null,
  name: 'GET /',
  kind: 2,
  startedAt: 1_000n,
  endedAt: 2_000n,
  attributes: {},
  hasFailed: false,
}

function anExporter(): SpanExporter {
  const { port } = collector.address() as AddressInfo
  return new SpanExporter({ endpoint: `http://127.0.0.1:${port}/`, headers: {}, serviceName: 'devis' }, log)
}

beforeAll(
  () =>
    new Promise<void>((resolve) => {
      collector.listen(0, '127.0.0.1', resolve)
    }),
)

beforeEach(() => {
  status = 200
  received = 0
  warnings.length = 0
})

afterAll(() => {
  collector.close()
  collector.closeAllConnections()
})

it('sends all waiting spans when it is closed', async () => {
  const exporter = anExporter()
  for (let i = 0; i < 1000; i++) exporter.add(span)
  await exporter.close()
  expect(received).toBe(1000)
  expect(warnings).toEqual([])
})

it('keeps a bounded number of spans, and says how many it dropped', async () => {
  const exporter = anExporter()
  for (let i = 0; i < 5000; i++) exporter.add(span)
  await exporter.close()
  expect(received).toBe(4096)
  expect(warnings).toEqual([{ spans: 904 }])
})

it('drops spans that the collector refuses, with a warning', async () => {
  status = 503
  const exporter = anExporter()
  exporter.add(span)
  await exporter.close()
  expect(warnings).toEqual([{ spans: 1 }])
})

it('waits two seconds at most for a collector that does not answer', async () => {
  status = null
  const exporter = anExporter()
  for (let i = 0; i < 4096; i++) exporter.add(span)

  const closed = exporter.close()
  await vi.waitFor(() => expect(received).toBe(512))
  await closed
  expect(received).toBe(512)
  expect(warnings).toEqual([{ spans: 4096 }])
})
