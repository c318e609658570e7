import type { TrayView } from '@cotation/contracts'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/gateway/api-error.ts'
import { memoryStorage } from './memory-storage.fixture.ts'
import { type QueuedTrayReport, type SendTrayReport, TrayQueue, type TrayWork } from './tray-queue.ts'

const ada = 'ada'
const contents = [{ stepId: 'step', quantity: 4 }]
const start: TrayWork = { report: 'start', contents }
const done: TrayWork = { report: 'done', lost: [], reason: null }
const refusal = (message: string) => new ApiError({ code: 'TRAY_CHANGED', status: 409, message })

/** A queue whose server can be switched off, and that records what arrives. */
function aQueue(storage = memoryStorage()) {
  const sent: { report: QueuedTrayReport; agoSeconds: number }[] = []
  const server = { isAway: false, clock: 0, refuse: (_report: QueuedTrayReport): Error | null => null }
  const send: SendTrayReport = async (report, agoSeconds) => {
    if (server.isAway) throw new ApiError({ code: 'NETWORK', status: 0, message: '' })
    const refused = server.refuse(report)
    if (refused) throw refused
    sent.push({ report, agoSeconds })
    return { tray: { code: report.code } as TrayView, remakes: [] }
  }

  const queue = new TrayQueue({ storage, send, now: () => server.clock })
  const only = (): QueuedTrayReport => {
    const [report] = queue.store.get()
    if (!report) throw new Error('nothing waits')
    return report
  }
  return {
    queue,
    sent,
    server,
    storage,
    only,
    arrived: () => sent.map(({ report }) => `${report.code} ${report.report}`),
  }
}

/** A start that the server has refused, with the end of the same tray behind it. */
async function aRefusedStart() {
  const tablet = aQueue()
  tablet.server.refuse = ({ code, report }) => (code === 'P100001' && report === 'start' ? refusal('changed') : null)
  await tablet.queue.add(ada, 'P100001', start)
  await tablet.queue.add(ada, 'P100001', done)
  return tablet
}

describe('the reports about trays', () => {
  it('a report is sent at once while online, and its answer is shown', async () => {
    const { queue, arrived } = aQueue()
    const shown: string[] = []
    queue.onAnswer = ({ tray }) => shown.push(tray.code)
    await queue.add(ada, 'P100001', start)
    expect(arrived()).toEqual(['P100001 start'])
    expect(shown).toEqual(['P100001'])
    expect(queue.store.get()).toEqual([])
  })

  it('reports wait while offline, and arrive in their sequence with their age', async () => {
    const { queue, sent, server, arrived } = aQueue()
    server.isAway = true
    await queue.add(ada, 'P100001', { report: 'take-out', contents: [{ stepId: 'step', quantity: 3 }] })
    await queue.add(ada, 'P100001', start)
    server.clock = 3_600_000
    await queue.add(ada, 'P100001', done)
    expect(sent).toEqual([])

    server.isAway = false
    server.clock = 3_660_000
    await queue.flush(ada)
    expect(arrived()).toEqual(['P100001 take-out', 'P100001 start', 'P100001 done'])
    expect(sent.map(({ agoSeconds }) => agoSeconds)).toEqual([3660, 3660, 60])
    expect(queue.store.get()).toEqual([])
  })

  it('a report survives a reload with its key, so that a repeat counts once', async () => {
    const first = aQueue()
    first.server.isAway = true
    await first.queue.add(ada, 'P100001', {
      report: 'done',
      lost: [{ stepId: 'step', quantity: 1 }],
      reason: 'surface',
    })
    const waiting = first.only()

    const second = aQueue(first.storage)
    expect(second.queue.store.get()).toEqual([waiting])
    await second.queue.flush(ada)
    expect(second.sent.map(({ report }) => report)).toEqual([waiting])
  })

  it('an end stays here while the start of its tray is refused, and other trays are reported', async () => {
    const { queue, arrived } = await aRefusedStart()
    await queue.add(ada, 'P100002', start)
    expect(arrived()).toEqual(['P100002 start'])
    expect(queue.store.get()).toMatchObject([
      { report: 'start', refusal: 'changed' },
      { report: 'done', refusal: null },
    ])
  })

  it('a refused start is sent again under its key with what the person sees now, then the end', async () => {
    const { queue, sent, server, arrived } = await aRefusedStart()
    const [refused] = queue.store.get()
    if (!refused) throw new Error('nothing is refused')
    server.refuse = () => null
    server.clock = 60_000
    await queue.retry(refused, [{ stepId: 'step', quantity: 2 }])

    expect(arrived()).toEqual(['P100001 start', 'P100001 done'])
    expect(sent[0]).toMatchObject({
      report: { key: refused.key, contents: [{ stepId: 'step', quantity: 2 }] },
      agoSeconds: 60,
    })
  })

  it('a start that is withdrawn takes what follows it along, not other trays', async () => {
    const { queue, server } = await aRefusedStart()
    server.isAway = true
    await queue.add(ada, 'P100002', start)
    await queue.add('grace', 'P100001', done)
    const [refused] = queue.store.get()
    if (!refused) throw new Error('nothing is refused')
    expect(queue.following(refused).map(({ report }) => report)).toEqual(['done'])

    queue.withdraw(refused)
    expect(queue.store.get().map(({ memberId, code }) => `${memberId} ${code}`)).toEqual([
      'ada P100002',
      'grace P100001',
    ])
  })

  it('a report does not wait for that of a colleague about the same tray', async () => {
    const { queue, server, arrived } = aQueue()
    server.isAway = true
    await queue.add('grace', 'P100001', start)
    server.isAway = false
    await queue.add(ada, 'P100001', done)
    expect(arrived()).toEqual(['P100001 done'])
    expect(queue.store.get().map(({ memberId }) => memberId)).toEqual(['grace'])
  })
})
