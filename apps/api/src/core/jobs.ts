import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { isUuid } from '@cotation/domain'
import { sql } from 'kysely'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { causeOf } from '#adapters/error-cause.ts'
import type { Log } from '#adapters/log.ts'
import { applicationName, type Db, type Trx } from '#db/database.ts'
import { currentRequestId } from './request-scope.ts'
import type { Tracer } from './tracing.ts'

/** A kind of job: its queue, retries, schedule and handler. */
export interface JobDefinition<Payload extends object> {
  name: string
  /** Default 5. */
  retryLimit?: number
  /** The longest delay between two attempts in seconds; default ten minutes. */
  retryDelayMax?: number
  /**
   * The job starts 100 ms later in this process, or at another's next poll, without a notification.
   * PostgreSQL sends notifications in commit sequence under a lock held until the commit is on
   * disk, so transactions with a notification wait for each other.
   */
  mayWait?: boolean
  /** How long one run may take; default five minutes. */
  maxSeconds?: number
  /** Cron in UTC. */
  schedule?: string
  /** Runs at start and then at this interval, once for all processes; finer than cron's minute. */
  everySeconds?: number
  /** How many run at the same time in one process; default 1. */
  concurrency?: number
  run: (payload: Payload) => Promise<void>
  /** For jobs that cost less together: workers take up to `size` of them and settle each by its result. */
  batch?: { size: number; run: (payloads: readonly Payload[]) => Promise<readonly PromiseSettledResult<void>[]> }
}

export interface Jobs {
  /** Creates the queues. Every process declares all jobs, because each may enqueue any of them. */
  declare(definitions: readonly JobDefinition<never>[]): Promise<void>
  /** Enqueues a job in the caller's transaction: it exists exactly if the transaction commits. */
  enqueue(db: Db | Trx, name: string, payload: object): Promise<void>
  /**
   * Removes all jobs, finished ones too, whose payload has a text as a value: they hold personal data
   * of a deleted customer. Throws while one of them runs, since its payload stays until its end.
   */
  removeMentions(db: Db | Trx, text: string): Promise<void>
  /** When the jobs of each declared queue run by themselves. */
  schedules(): readonly JobSchedule[]
  /**
   * Puts a job that was given up back into its queue, in the caller's transaction, and returns the name of
   * the queue. Null if there is no such job, or no such queue any more.
   */
  retryGivenUp(trx: Trx, id: string): Promise<string | null>
  /** Starts the workers and schedules of this process. */
  work(): Promise<void>
  stop(): Promise<void>
}

export type JobSchedule = Pick<JobDefinition<never>, 'name' | 'schedule' | 'everySeconds'>

/** Two days, ten minutes apart in the end: a mail server may be down for a night, or a weekend. */
export const mailRetries = { retryLimit: 300, retryDelayMax: 600 } as const

/** Jobs that were given up. Staff run them again on their screen; docs/operations.md has the command. */
const deadLetter = 'dead-letter'

/** How long running jobs may take to finish when the process stops. */
const drainMs = 10_000

/** A process also polls, because there is no notification when a retry is due. */
const pollSeconds = 2

/** pg-boss wants each worker to poll for itself too; the poll above has long found its jobs. */
const workerPollSeconds = 300

/** Delay of a job that may wait; the enqueuing transaction has usually committed by then. */
const wakeDelayMs = 100

/** A job without a heartbeat for this long is retried: its worker died or lost the database. */
const heartbeatSeconds = 10

interface JobsOptions {
  /** How often a process looks for jobs whose worker stopped sending heartbeats. */
  superviseSeconds?: number
  now?: () => number
  tracer?: Tracer | null
}

/** Durable jobs in the product's database. */
export async function createJobs(connectionString: string, log: Log, options: JobsOptions = {}): Promise<Jobs> {
  const { superviseSeconds = 5, now = Date.now, tracer = null } = options
  const boss = new PgBoss({
    connectionString,
    application_name: applicationName,
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => log.warn(causeOf(error), 'job queue: database error'))
  await boss.start()
  await boss.createQueue(deadLetter)

  const declared: JobDefinition<never>[] = []
  const intervals: NodeJS.Timeout[] = []
  const workers = new Map<string, string[]>()
  const wakeTimers = new Map<string, NodeJS.Timeout>()
  let pollTimer: NodeJS.Timeout | undefined

  const wake = (name: string) => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id)
  }

  /** Wakes the workers of a queue once for all jobs enqueued until then. */
  const wakeSoon = (name: string) => {
    if (!workers.has(name) || wakeTimers.has(name)) return

    const wakeNow = () => {
      wakeTimers.delete(name)
      wake(name)
    }
    wakeTimers.set(name, setTimeout(wakeNow, wakeDelayMs).unref())
  }

  /** Wakes the workers whose queues have a due job. */
  const pollAll = async () => {
    const due = await listDueQueues(boss).catch((error: unknown) => {
      log.warn(causeOf(error), 'due jobs could not be listed')
      return []
    })
    for (const name of due) wake(name)
    if (workers.size > 0) pollTimer = setTimeout(pollAll, pollSeconds * 1000).unref()
  }

  return {
    async declare(definitions) {
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))

      for (const job of definitions) {
        const options = {
          retryLimit: job.retryLimit ?? 5,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: job.retryDelayMax ?? 600,
          expireInSeconds: job.maxSeconds ?? 300,
          heartbeatSeconds,
          deadLetter,
          notify: !job.mayWait,
        }
        const queue = queues.get(job.name)
        if (!queue) await boss.createQueue(job.name, options)

        // createQueue does not change the options of a queue that an older release created.
        const isUpToDate = queue && isDeepStrictEqual({ ...queue, ...options }, queue)
        if (!isUpToDate) await boss.updateQueue(job.name, options)
        declared.push(job)
      }
    },

    async enqueue(db, name, payload) {
      const causes = { [requestIdKey]: currentRequestId(), [traceparentKey]: tracer?.traceparent() }
      const known = Object.entries(causes).filter(([, value]) => value !== undefined)
      await boss.send(name, { ...payload, ...Object.fromEntries(known) }, { db: fromKysely(db) })
      if (declared.find((job) => job.name === name)?.mayWait) wakeSoon(name)
    },

    async removeMentions(db, text) {
      const mentions = sql`strpos(data::text, ${JSON.stringify(text)}) > 0`
      await sql`delete from pgboss.job where state <> 'active' and ${mentions}`.execute(db)
      await sql`update pgboss.job set output = null
        where state <> 'active' and strpos(output::text, ${text}) > 0`.execute(db)

      const { rows } = await sql`select from pgboss.job where ${mentions} limit 1`.execute(db)
      if (rows.length > 0) throw new Error('A job that holds personal data is still running.')
    },

    schedules: () => declared,

    async retryGivenUp(trx, id) {
      const { rows } = await sql<{ queue: string; data: object }>`
        select source_name as queue, data from pgboss.job
        where name = ${deadLetter} and id = ${id} and state < 'active' for update`.execute(trx)
      const [job] = rows
      if (!job || !declared.some(({ name }) => name === job.queue)) return null

      await boss.send(job.queue, job.data, { db: fromKysely(trx) })
      await sql`delete from pgboss.job where name = ${deadLetter} and id = ${id}`.execute(trx)
      wakeSoon(job.queue)
      return job.queue
    },

    async work() {
      for (const job of declared) {
        const ids: string[] = []
        for (let i = 0; i < (job.concurrency ?? 1); i++)
          ids.push(await startWorker(boss, withClockCheck(job, boss, log, now), { log, tracer }))
        workers.set(job.name, ids)

        if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
        if (job.everySeconds) intervals.push(await startInterval(boss, job.name, job.everySeconds))
      }
      await pollAll()
    },

    async stop() {
      for (const interval of intervals) clearInterval(interval)
      for (const timer of wakeTimers.values()) clearTimeout(timer)
      clearTimeout(pollTimer)

      // Faster than leaving it to boss.stop(), which checks its workers only twice a second.
      const drained = Promise.all([...workers.keys()].map((name) => boss.offWork(name)))
      workers.clear()
      await Promise.race([drained, pause(drainMs, undefined, { ref: false })])
      await boss.stop({ graceful: true, close: true, timeout: 1000 })
    },
  }
}

/** Enqueues the job once per interval for all processes. The queue logs a lost database. */
async function startInterval(boss: PgBoss, name: string, seconds: number): Promise<NodeJS.Timeout> {
  const enqueue = () => boss.send(name, {}, { singletonSeconds: seconds })
  await enqueue()
  return setInterval(() => void enqueue().catch(() => undefined), seconds * 1000).unref()
}

/** In the stored payload: the request that enqueued the job. */
const requestIdKey = '_requestId'

/** In the stored payload: the span that enqueued the job, so that its trace goes on in another process. */
const traceparentKey = '_traceparent'

/** The ids in a payload: what the job is about. Other values may be personal data. */
export function subjectOf(data: object): Record<string, string> {
  const ids = Object.entries(data).filter(([, value]) => typeof value === 'string' && isUuid(value))
  return Object.fromEntries(ids)
}

/** The payload as it was enqueued. */
function payloadOf({ data }: JobWithMetadata<never>): never {
  const { [requestIdKey]: _requestId, [traceparentKey]: _traceparent, ...payload } = data as Record<string, unknown>
  return payload as never
}

/**
 * The queues with a job that may start now. One query for all of them: their workers would ask one
 * by one, which keeps an idle server and its database busy.
 */
async function listDueQueues(boss: PgBoss): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(`
    select name from pgboss.queue where exists (
      select from pgboss.job
        where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
    )
  `)
  return rows.map(({ name }) => name)
}

/** Beyond it, a job of the calendar could expire what is not due. */
const maxDriftMs = 60_000

class ClockDriftError extends Error {
  override readonly name = 'ClockDriftError'
}

/**
 * Jobs of the calendar expire payments and write to customers about it. They do not run on a machine
 * whose clock differs from the database's; the queue retries them, perhaps on another machine.
 */
function withClockCheck(job: JobDefinition<never>, boss: PgBoss, log: Log, now: () => number): JobDefinition<never> {
  if (!job.schedule && !job.everySeconds) return job

  const run = async (payload: never) => {
    const { rows } = await boss.getDb().executeSql('select extract(epoch from clock_timestamp())::float8 as seconds')
    const driftMs = now() - Number(rows[0]?.seconds) * 1000
    if (Math.abs(driftMs) > maxDriftMs) {
      const minutesAhead = Math.round(driftMs / 60_000)
      log.error({ minutesAhead }, "the clock of this machine differs from the database's")
      throw new ClockDriftError()
    }

    await job.run(payload)
  }
  return { ...job, run }
}

/** One pg-boss worker per concurrent job: a notification wakes only one job of a worker. */
async function startWorker(
  boss: PgBoss,
  job: JobDefinition<never>,
  { log, tracer }: { log: Log; tracer: Tracer | null },
): Promise<string> {
  const runEach = (payloads: readonly never[]) => Promise.allSettled(payloads.map((payload) => job.run(payload)))
  const { size, run } = job.batch ?? { size: 1, run: runEach }
  const worker: Promise<string> = boss.work(
    job.name,
    {
      batchSize: size,
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: workerPollSeconds,
      notifyPollingIntervalSeconds: workerPollSeconds,
    },
    async (items: JobWithMetadata<never>[]) => {
      // There may be more: a transaction that enqueues a hundred jobs wakes the worker once.
      if (items.length === size) boss.notifyWorker(await worker)
      const results = await tracedRun(tracer, job.name, items, () => settled(run, items.map(payloadOf)))
      return items.map((item, i) => jobResult(job, item, results[i], log))
    },
  )
  return worker
}

/** A span for the jobs that are run together; it continues the trace of the first. */
async function tracedRun(
  tracer: Tracer | null,
  name: string,
  items: readonly JobWithMetadata<never>[],
  run: () => Promise<readonly PromiseSettledResult<void>[]>,
): Promise<readonly PromiseSettledResult<void>[]> {
  if (!tracer) return run()

  const parent: unknown = Reflect.get(items[0]?.data ?? {}, traceparentKey)
  const attributes = { 'messaging.destination.name': name, 'messaging.batch.message_count': items.length }
  const start = { name: `job ${name}`, kind: 'consumer', attributes } as const
  const span = tracer.start(typeof parent === 'string' ? { ...start, parent } : start)

  const results = await span.within(run)
  if (results.some(({ status }) => status === 'rejected')) span.fail()
  span.end()
  return results
}

/** A batch that fails as a whole has failed for each of its jobs. */
async function settled<P>(
  run: (payloads: readonly P[]) => Promise<readonly PromiseSettledResult<void>[]>,
  payloads: readonly P[],
): Promise<readonly PromiseSettledResult<void>[]> {
  try {
    return await run(payloads)
  } catch (reason) {
    return payloads.map(() => ({ status: 'rejected', reason }))
  }
}

/** Logs codes and ids only: messages may contain personal data. The queue retries. */
function jobResult(
  job: JobDefinition<never>,
  { id, data, retryCount, retryLimit }: JobWithMetadata<never>,
  result: PromiseSettledResult<void> | undefined,
  log: Log,
): JobResult {
  if (result?.status === 'fulfilled') return { id, status: 'completed' }

  const cause = causeOf(result?.reason)
  const requestId: unknown = Reflect.get(data, requestIdKey)
  const facts = { job: job.name, jobId: id, ...cause, subject: subjectOf(data), ...(requestId ? { requestId } : {}) }
  if (retryCount < retryLimit) log.warn(facts, 'job failed')
  else log.error(facts, 'job given up')

  return { id, status: 'failed', output: cause }
}
