import { causeOf } from '#adapters/error-cause.ts'
import type { Deps } from '#core/deps.ts'
import type { Reading, Sample } from '#core/metrics.ts'
import { poolUseOf } from '#db/database.ts'
import { getWorkCounts, listQueueUse, type QueueUse, type WorkCounts } from './metrics.repository.ts'

const recentMs = 5 * 60_000

type MetricsDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'storageRoom'>

/** The state of this process and of the installation's work. Without a database only of the process. */
export async function readMetrics(deps: MetricsDeps, loopDelayMs: number): Promise<Reading[]> {
  const readings = [...processReadings(deps, loopDelayMs), ...(await diskReadings(deps))]
  try {
    const queues = await listQueueUse(deps.db)
    const counts = await getWorkCounts(deps.db, deps.clock(), recentMs)
    return [
      ...readings,
      gauge('cotation_database_up', 'Whether the database answers', 1),
      ...workReadings(queues, counts),
    ]
  } catch (error) {
    deps.log.error(causeOf(error), 'metrics could not be read from the database')
    return [...readings, gauge('cotation_database_up', 'Whether the database answers', 0)]
  }
}

const gauge = (name: string, help: string, value: number): Reading => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
})

const gauges = (name: string, help: string, samples: readonly Sample[]): Reading => ({
  name,
  help,
  type: 'gauge',
  samples,
})

const counter = (name: string, help: string, value: number): Reading => ({
  name,
  help,
  type: 'counter',
  samples: [{ value }],
})

function processReadings({ db }: MetricsDeps, loopDelayMs: number): Reading[] {
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  const pool = poolUseOf(db)

  return [
    gauges('cotation_memory_bytes', 'Memory of this process', [
      { labels: { kind: 'resident' }, value: memory.rss },
      { labels: { kind: 'heap_used' }, value: memory.heapUsed },
      { labels: { kind: 'heap_total' }, value: memory.heapTotal },
      { labels: { kind: 'external' }, value: memory.external },
    ]),
    counter('cotation_cpu_seconds_total', 'CPU time of this process', (cpu.user + cpu.system) / 1e6),
    gauge('cotation_uptime_seconds', 'Time since the start of this process', process.uptime()),
    gauge('cotation_event_loop_delay_seconds', 'How late the event loop was in the last 0.1 s', loopDelayMs / 1000),
    gauges('cotation_database_connections', 'Connections of this process to the database', [
      { labels: { state: 'busy' }, value: pool.total - pool.idle },
      { labels: { state: 'idle' }, value: pool.idle },
    ]),
    gauge('cotation_database_waiting', 'Requests that wait for a connection', pool.waiting),
  ]
}

/** Empty if files are stored in a bucket, or if the disk cannot be read. */
async function diskReadings({ log, storageRoom }: MetricsDeps): Promise<Reading[]> {
  const free = await storageRoom.freeBytes().catch((error: unknown) => {
    log.error(causeOf(error), 'the free space could not be read')
    return Number.POSITIVE_INFINITY
  })
  if (!Number.isFinite(free)) return []

  return [gauge('cotation_disk_free_bytes', 'Free space for files and the embedded database', free)]
}

function workReadings(queues: readonly QueueUse[], counts: WorkCounts): Reading[] {
  const ofQueues = (value: (use: QueueUse) => number): Sample[] =>
    queues.map((use) => ({ labels: { queue: use.queue }, value: value(use) }))

  return [
    gauges(
      'cotation_jobs_waiting',
      'Jobs that are due and wait',
      ofQueues(({ waiting }) => waiting),
    ),
    gauges(
      'cotation_jobs_running',
      'Jobs that run',
      ofQueues(({ running }) => running),
    ),
    gauges(
      'cotation_jobs_oldest_seconds',
      'How long the oldest due job waits',
      ofQueues((use) => use.oldestSeconds),
    ),
    gauge('cotation_jobs_given_up', 'Jobs whose last attempt failed', counts.givenUpJobs),
    gauge('cotation_analyses_waiting', 'Files that wait for their analysis', counts.analysesWaiting),
    gauge('cotation_analyses_running', 'Files that are analysed', counts.analysesRunning),
    gauge('cotation_analyses_oldest_seconds', 'How long the oldest file waits', counts.oldestAnalysisSeconds),
    gauges('cotation_analyses_recent', 'Analyses that ended in the last five minutes', [
      { labels: { result: 'done' }, value: counts.analysesDone },
      { labels: { result: 'refused' }, value: counts.analysesRefused },
    ]),
    gauge('cotation_payments_open', 'Payments whose result is awaited from the provider', counts.paymentsOpen),
    gauges('cotation_payments_attention', 'Payments that wait for a person', [
      { labels: { state: 'held' }, value: counts.paymentsHeld },
      { labels: { state: 'disputed' }, value: counts.paymentsDisputed },
    ]),
    counter('cotation_payment_events_total', 'Facts about payments', counts.paymentEvents),
    counter('cotation_ledger_entries_total', 'Entries of the ledger', counts.ledgerEntries),
    counter('cotation_audit_entries_total', 'Entries of the audit', counts.auditEntries),
    gauge(
      'cotation_audit_broken',
      'Whether a change of the audit was found that no later verification of the same entries denies',
      Number(counts.auditBroken),
    ),
    gauge(
      'cotation_audit_verified_seconds',
      'Time since the last verification of the audit; infinite before the first one',
      counts.auditVerifiedSeconds ?? Number.POSITIVE_INFINITY,
    ),
  ]
}
