import { type FailedJobView, maxFailedJobs, type QueueView } from '@cotation/contracts'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import type { Deps } from '#core/deps.ts'
import { type JobSchedule, subjectOf } from '#core/jobs.ts'
import {
  countGivenUp,
  countJobs,
  type GivenUpRow,
  type LastRunRow,
  listGivenUp,
  listLastRuns,
  type QueueCounts,
} from './job.repository.ts'

/** Every declared queue, and the newest jobs that were given up. */
export async function listJobs({ db, jobs }: Pick<Deps, 'db' | 'jobs'>) {
  const counts = await countJobs(db)
  const givenUp = await countGivenUp(db)
  const lastRuns = await listLastRuns(db)
  const failed = await listGivenUp(db, maxFailedJobs)

  const queues = jobs.schedules().map((schedule) =>
    queueView(schedule, {
      counts: counts.find(({ name }) => name === schedule.name),
      failed: givenUp.find(({ name }) => name === schedule.name)?.failed ?? 0,
      lastRun: lastRuns.find(({ name }) => name === schedule.name),
    }),
  )
  return { queues: queues.sort((a, b) => a.name.localeCompare(b.name)), failed: failed.map(failedView) }
}

interface QueueFacts {
  counts: QueueCounts | undefined
  failed: number
  lastRun: LastRunRow | undefined
}

function queueView({ name, schedule, everySeconds }: JobSchedule, { counts, failed, lastRun }: QueueFacts): QueueView {
  return {
    name,
    waiting: counts?.waiting ?? 0,
    retrying: counts?.retrying ?? 0,
    active: counts?.active ?? 0,
    failed,
    schedule: schedule ?? null,
    everySeconds: everySeconds ?? null,
    lastRun: lastRun ? { at: lastRun.at.toISOString(), hasFailed: lastRun.hasFailed } : null,
  }
}

/** The codes of an error; messages are never stored with jobs, because they may hold personal data. */
function errorOf(output: object | null): string {
  const codes = ['reason', 'code', 'responseCode', 'detailCode'].map((name): unknown => Reflect.get(output ?? {}, name))
  return codes.filter((code) => code !== undefined).join(' ')
}

function failedView(row: GivenUpRow): FailedJobView {
  const about = Object.entries(subjectOf(row.data ?? {})).map(([name, id]) => ({ name, id }))
  return {
    id: row.id,
    queue: row.queue,
    enqueuedAt: row.enqueued_at.toISOString(),
    failedAt: row.failed_at.toISOString(),
    attempts: row.attempts,
    error: errorOf(row.output),
    about,
  }
}

/** Puts a job that was given up back into its queue. */
export async function retryJob({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, staffId: string, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const queue = await jobs.retryGivenUp(trx, id)
    if (queue === null) throw new AppError('NOT_FOUND')

    await recordAudit(trx, { staffId, action: 'job.retried', subject: { kind: 'job', id }, after: { queue } })
  })
}
