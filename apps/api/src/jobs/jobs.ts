import { setTimeout as pause } from 'node:timers/promises'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Log } from '#adapters/log.ts'
import { applicationName, type Db, type Trx } from '#db/database.ts'

/** A kind of work: its queue, how it is retried, and when it comes by itself. */
export interface JobDefinition<Payload extends object> {
  name: string
  retryLimit?: number
  /** The longest wait between two tries; ten minutes where nothing is said. */
  retryDelayMax?: number
  /**
   * Is begun a moment later by this process, or when a worker of another one looks next: those who leave it then need not wait for each
   * other. PostgreSQL tells of new jobs in the order of commits, under a lock that each holds until its commit is on the disk.
   */
  mayWait?: boolean
  /** Cron in UTC. */
  schedule?: string
  /** Comes by itself when a process begins and so often from then on, once for all processes: for what may not wait for a minute. */
  everySeconds?: number
  /** How many of them run at once in one process; one where nothing is said. */
  concurrency?: number
  run: (payload: Payload) => Promise<void>
}

export interface Jobs {
  /** Makes the queues. Every process declares all jobs, since any of them may enqueue any. */
  declare(definitions: readonly JobDefinition<never>[]): Promise<void>
  /** Leaves work in the caller's transaction: it exists if and only if the transaction commits. */
  enqueue(db: Db | Trx, name: string, payload: object): Promise<void>
  /** Starts the workers and schedules of this process. */
  work(): Promise<void>
  stop(): Promise<void>
}

const deadLetter = 'dead-letter'

/** In which jobs that run come to their end when the process stops. */
const drainMs = 10_000

/** How often a worker looks by itself: nobody calls it when the waiting of a retry is over. */
const pollSeconds = 2

/** When this process looks for a job that it has left and that may wait: the transaction that leaves it is over by then as a rule. */
const momentMs = 100

/**
 * After which a job whose worker shows no sign of life is somebody else's: it was killed, or lost the database before it could say that
 * the job is done.
 */
const heartbeatSeconds = 10

/**
 * Durable jobs on the product's own database. `superviseSeconds`: how often a process looks for jobs whose worker has
 * shown no sign of life, because it was killed.
 */
export async function createJobs(connectionString: string, log: Log, superviseSeconds = 5): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    application_name: applicationName,
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => log.warn({ reason: error.name }, 'job queue: database trouble'))
  await boss.start()
  await boss.createQueue(deadLetter)
  const declared: JobDefinition<never>[] = []
  const clocks: NodeJS.Timeout[] = []
  const workers = new Map<string, string[]>()
  const looks = new Map<string, NodeJS.Timeout>()

  /** Once for all that come until then. */
  const lookSoon = (name: string) => {
    const ids = workers.get(name)
    if (!ids || looks.has(name)) return
    const look = () => {
      looks.delete(name)
      for (const id of ids) boss.notifyWorker(id)
    }
    looks.set(name, setTimeout(look, momentMs).unref())
  }

  return {
    async declare(definitions) {
      for (const job of definitions) {
        const options = {
          retryLimit: job.retryLimit ?? 5,
          retryDelay: 2,
          retryBackoff: true,
          retryDelayMax: job.retryDelayMax ?? 600,
          expireInSeconds: 300,
          heartbeatSeconds,
          deadLetter,
          notify: !job.mayWait,
        }
        await boss.createQueue(job.name, options)

        // The queue may be an older version's: creating it again changes nothing.
        await boss.updateQueue(job.name, options)
        declared.push(job)
      }
    },
    async enqueue(db, name, payload) {
      await boss.send(name, payload, { db: fromKysely(db) })
      if (declared.find((job) => job.name === name)?.mayWait) lookSoon(name)
    },
    async work() {
      for (const job of declared) {
        const ids: string[] = []
        for (let i = 0; i < (job.concurrency ?? 1); i++) ids.push(await startWorker(boss, job, log))
        workers.set(job.name, ids)
        if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
        if (job.everySeconds) clocks.push(await startClock(boss, job.name, job.everySeconds))
      }
    },
    async stop() {
      for (const clock of clocks) clearInterval(clock)
      for (const look of looks.values()) clearTimeout(look)
      // The library itself looks only twice a second whether its workers have come to an end.
      const end = Promise.all([...workers.keys()].map((name) => boss.offWork(name)))
      workers.clear()
      await Promise.race([end, pause(drainMs, undefined, { ref: false })])
      await boss.stop({ graceful: true, close: true, timeout: 1000 })
    },
  }
}

/** Leaves the job once in each slot of time, however many processes do so; a database that is gone is told by the queue itself. */
async function startClock(boss: PgBoss, name: string, seconds: number): Promise<NodeJS.Timeout> {
  const leave = () => boss.send(name, {}, { singletonSeconds: seconds })
  await leave()
  return setInterval(() => void leave().catch(() => undefined), seconds * 1000).unref()
}

/** A worker of its own for each that may run at once: the library's own ones are woken one for all. */
async function startWorker(boss: PgBoss, job: JobDefinition<never>, log: Log): Promise<string> {
  const worker: Promise<string> = boss.work(
    job.name,
    { batchSize: 1, pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds },
    async ([item]: Job<never>[]) => {
      // There may be more: a hundred jobs of one transaction wake the worker once.
      boss.notifyWorker(await worker)
      await runJob(job, item, log)
    },
  )
  return worker
}

/** A failure is told by its kind alone (its message may hold an address) and left to the queue to retry. */
async function runJob(job: JobDefinition<never>, item: Job<never> | undefined, log: Log): Promise<void> {
  if (!item) return
  try {
    await job.run(item.data)
  } catch (error) {
    log.warn({ job: job.name, jobId: item.id, reason: error instanceof Error ? error.name : 'unknown' }, 'job failed')
    throw error
  }
}
