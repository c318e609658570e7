import type { RunView } from '@cotation/contracts'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { memoryStorage } from './memory-storage.fixture.ts'
import { type QueuedReport, ReportQueue, type SendReport } from './report-queue.ts'
import { reportsKey } from './stored-work.ts'

const ada = 'ada'
const start = { report: 'start', good: 0, rework: 0, scrap: 0, reason: null } as const
const done = { ...start, report: 'done', good: 10 } as const
const offline = () => new ApiError({ code: 'NETWORK', status: 0, message: '' })

/** A queue whose server can be switched off, and that records what arrives. */
function aQueue(storage = memoryStorage()) {
  const sent: [key: string, report: string, agoSeconds: number][] = []
  const server = { isAway: false, clock: 0, refuse: (_report: QueuedReport): Error | null => null }
  const send: SendReport = async (report, agoSeconds) => {
    if (server.isAway) throw offline()
    const refusal = server.refuse(report)
    if (refusal) throw refusal
    sent.push([report.key, report.report, agoSeconds])
    return { run: {} as RunView, remake: null }
  }
  const queue = new ReportQueue({ storage, send, now: () => server.clock })
  return { queue, sent, server, storage }
}

describe('the reports of an operator', () => {
  it('a report is sent at once while online', async () => {
    const { queue, sent } = aQueue()
    await queue.add(ada, 'F100001', 'step', start)
    expect(sent.map(([, report]) => report)).toEqual(['start'])
    expect(queue.store.get()).toEqual([])
  })

  it('reports wait while offline, and arrive in their sequence with their age', async () => {
    const { queue, sent, server } = aQueue()
    server.isAway = true
    await queue.add(ada, 'F100001', 'step', start)
    server.clock = 600_000
    await queue.add(ada, 'F100001', 'step', done)
    expect(queue.store.get().map(({ report }) => report)).toEqual(['start', 'done'])

    server.isAway = false
    server.clock = 660_000
    await queue.flush(ada)
    expect(sent.map(([, report, ago]) => [report, ago])).toEqual([
      ['start', 660],
      ['done', 60],
    ])
    expect(queue.store.get()).toEqual([])
  })

  it('a report survives a reload with its key, so that a repeat counts once', async () => {
    const first = aQueue()
    first.server.isAway = true
    await first.queue.add(ada, 'F100001', 'step', start)
    const [waiting] = first.queue.store.get()

    const second = aQueue(first.storage)
    expect(second.queue.store.get()).toEqual([waiting])
    await second.queue.flush(ada)
    expect(second.sent.map(([key]) => key)).toEqual([waiting?.key])
  })

  it('a refused report stays with its reason, and the others are sent', async () => {
    const { queue, sent, server } = aQueue()
    server.refuse = ({ report }) =>
      report === 'start' ? new ApiError({ code: 'STEP_REPORTED', status: 409, message: 'Noé started it' }) : null
    await queue.add(ada, 'F100001', 'step', start)
    await queue.add(ada, 'F100001', 'step', done)

    expect(sent.map(([, report]) => report)).toEqual(['done'])
    expect(queue.store.get()).toMatchObject([{ report: 'start', refusal: 'Noé started it' }])
    queue.discard(queue.store.get()[0]?.key ?? '')
    expect(queue.store.get()).toEqual([])
  })

  it('a report waits after an answer that decides nothing', async () => {
    for (const status of [401, 429, 503]) {
      const { queue, server } = aQueue()
      server.refuse = () => new ApiError({ code: 'BUSY', status, message: '' })
      await queue.add(ada, 'F100001', 'step', start)
      expect(queue.store.get()).toMatchObject([{ refusal: null }])
    }
  })

  it('a report is not sent under the name of a colleague', async () => {
    const { queue, sent, server } = aQueue()
    server.isAway = true
    await queue.add(ada, 'F100001', 'step', start)
    server.isAway = false
    await queue.flush('grace')
    expect(sent).toEqual([])
    expect(queue.store.get()).toHaveLength(1)
  })

  it('a report whose sending fails unexpectedly stays as refused, and the others are sent', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const { queue, sent, server } = aQueue()
    const bug = new TypeError('run is undefined')
    server.refuse = ({ report }) => (report === 'start' ? bug : null)
    await queue.add(ada, 'F100001', 'step', start)
    await queue.add(ada, 'F100001', 'step', done)

    expect(sent.map(([, report]) => report)).toEqual(['done'])
    expect(queue.store.get()).toMatchObject([{ report: 'start', refusal: '' }])
    expect(reported).toHaveBeenCalledWith(bug)
  })

  it('an entry that does not fit is left out, and the others are sent', async () => {
    const first = aQueue()
    first.server.isAway = true
    await first.queue.add(ada, 'F100001', 'step', start)
    const [waiting] = first.queue.store.get()
    const ofOlderVersion = { ...waiting, key: 'older', report: 'begin' }
    first.storage.set(reportsKey, JSON.stringify([null, ofOlderVersion, waiting]))

    const second = aQueue(first.storage)
    await second.queue.flush(ada)
    expect(second.sent.map(([key]) => key)).toEqual([waiting?.key])
    expect(second.queue.store.get()).toEqual([])
  })
})
