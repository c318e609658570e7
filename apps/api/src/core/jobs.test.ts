import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MailError } from '#adapters/mail.ts'
import { type Db, openDatabase } from '#db/database.ts'
import { allJobs } from '#src/app.ts'
import { silentLog } from '#test/silent-log.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { until } from '#test/until.ts'
import { useSharedApp } from '#test/use-app.ts'
import { createJobs, type JobDefinition, type Jobs, mailRetries } from './jobs.ts'
import { runInRequest } from './request-scope.ts'

const app = useSharedApp()
let url: string
let db: Db
let processes: Jobs[]

beforeEach(async () => {
  url = await copyDatabase()
  db = openDatabase(url)
  processes = []
})

afterEach(async () => {
  await Promise.all(processes.map((jobs) => jobs.stop()))
  await db.destroy()
})

/** The job queue of one process. */
async function aProcess(...definitions: JobDefinition<never>[]): Promise<Jobs> {
  const jobs = await createJobs(url, silentLog, { superviseSeconds: 1 })
  processes.push(jobs)
  await jobs.declare(definitions)
  return jobs
}

async function statesOf(name: string) {
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = ${name}`.execute(db)
  return rows.map((row) => row.state)
}

/** Makes retries due at once. */
const skipWaiting = () => sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db)

/** A job that fails `failures` times and records its payloads. */
function aJob(name: string, failures = 0, settings: Partial<JobDefinition<never>> = {}) {
  const seen: unknown[] = []
  const run = async (payload: object) => {
    seen.push(payload)
    if (seen.length <= failures) throw new Error('it does not work yet')
  }
  return { seen, definition: { name, run, ...settings } as JobDefinition<never> }
}

describe('enqueue', () => {
  it('creates no job if its transaction is rolled back', async () => {
    const jobs = await aProcess(aJob('note').definition)
    const change = db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, 'note', { text: 'never' })
      throw new Error('changed my mind')
    })

    await expect(change).rejects.toThrow('changed my mind')

    await jobs.enqueue(db, 'note', { text: 'kept' })
    expect(await statesOf('note')).toEqual(['created'])
  })

  it('creates a job that is invisible until its transaction commits', async () => {
    const job = aJob('note')
    const jobs = await aProcess(job.definition)
    await jobs.work()
    await db.transaction().execute(async (trx) => {
      await jobs.enqueue(trx, 'note', { text: 'soon' })
      expect(await statesOf('note')).toEqual([])
    })
    await until(async () => job.seen[0], 'the job')

    expect(job.seen).toEqual([{ text: 'soon' }])
  })
})

describe('a job that may wait', () => {
  it('starts in the enqueuing process long before the next poll', async () => {
    const job = aJob('letter', 0, { mayWait: true })
    const jobs = await aProcess(job.definition)
    await jobs.work()

    for (let count = 1; count <= 10; count++) {
      await jobs.enqueue(db, 'letter', { count })
      await until(async () => job.seen[count - 1], `job ${count}`)
    }
    // Ten times two seconds would be over the limit of the test.
  }, 15_000)

  it('can run in another process', async () => {
    const leaves = aJob('letter', 0, { mayWait: true })
    const works = aJob('letter', 0, { mayWait: true })
    const jobs = await aProcess(leaves.definition)
    await (await aProcess(works.definition)).work()
    await jobs.enqueue(db, 'letter', { text: 'found' })
    await until(async () => works.seen[0], 'the job')

    expect(leaves.seen).toEqual([])
  })
})

describe('a job that fails', () => {
  it('is retried with the same payload until it succeeds', async () => {
    const job = aJob('flaky', 2)
    const jobs = await aProcess(job.definition)
    await jobs.work()
    await jobs.enqueue(db, 'flaky', { id: 7 })
    await until(async () => {
      await skipWaiting()
      return (await statesOf('flaky'))[0] === 'completed' ? true : undefined
    }, 'success')

    expect(job.seen).toEqual([{ id: 7 }, { id: 7 }, { id: 7 }])
    expect(await statesOf('dead-letter')).toEqual([])
  })

  it('becomes a dead letter after the last attempt', async () => {
    const job = aJob('hopeless', Number.POSITIVE_INFINITY, { retryLimit: 1 })
    const jobs = await aProcess(job.definition)
    await jobs.work()
    await jobs.enqueue(db, 'hopeless', { id: 8 })
    await until(async () => {
      await skipWaiting()
      return (await statesOf('dead-letter')).length > 0 ? true : undefined
    }, 'the dead letter')

    const { rows } = await sql`select data from pgboss.job where name = 'dead-letter'`.execute(db)
    expect(rows).toEqual([{ data: { id: 8 } }])
    expect(job.seen).toHaveLength(2)
  })

  it('is logged with its cause, its subject and the request, without personal data (B28)', async () => {
    const lines: unknown[] = []
    const write = (level: string) => (facts: object, text: string) => void lines.push({ level, text, ...facts })
    const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
    const seen: unknown[] = []
    const run = async (payload: object) => {
      seen.push(payload)
      throw new MailError({ kind: 'order', temporary: true, code: 'ESOCKET', detailCode: 'self-signed-certificate' })
    }

    const jobs = await createJobs(url, log, { superviseSeconds: 1 })
    processes.push(jobs)
    await jobs.declare([{ name: 'letter', retryLimit: 1, run }])
    const payload = { orderId: '7d3f8a52-6a0e-4c53-9a58-0d4cf64e7a10', to: 'zoe@example.com' }
    await new Promise<void>((resolve, reject) => {
      runInRequest(
        { requestId: 'abc123', network: '192.0.2.1' },
        () => void jobs.enqueue(db, 'letter', payload).then(resolve, reject),
      )
    })
    await jobs.work()
    await until(async () => {
      await skipWaiting()
      return lines.length === 2 ? true : undefined
    }, 'both attempts')

    const facts = {
      job: 'letter',
      jobId: expect.any(String),
      reason: 'MailError',
      code: 'ESOCKET',
      detailCode: 'self-signed-certificate',
      subject: { orderId: payload.orderId },
      requestId: 'abc123',
    }
    expect(lines).toEqual([
      { level: 'warn', text: 'job failed', ...facts },
      { level: 'error', text: 'job given up', ...facts },
    ])
    expect(seen).toEqual([payload, payload])
  })

  it('does nothing by the calendar while the clock of its machine is wrong (B36)', async () => {
    const lines: unknown[] = []
    const log = { ...silentLog, error: (facts: object, text: string) => void lines.push({ ...facts, text }) }
    const fifteenDays = 15 * 86_400_000
    const wrong = await createJobs(url, log, { superviseSeconds: 1, now: () => Date.now() + fifteenDays })
    processes.push(wrong)
    const expiry = aJob('expiry', 0, { everySeconds: 3600 })
    const letter = aJob('letter')

    await wrong.declare([expiry.definition, letter.definition])
    await wrong.work()
    await wrong.enqueue(db, 'letter', { id: 1 })
    await until(async () => (lines.length > 0 && letter.seen.length > 0 ? true : undefined), 'the refusal')
    expect(lines[0]).toEqual({ minutesAhead: 21_600, text: "the clock of this machine differs from the database's" })
    expect(expiry.seen).toEqual([])

    await wrong.stop()
    const right = await aProcess(expiry.definition)
    await right.work()
    await until(async () => {
      await skipWaiting()
      return expiry.seen.length > 0 ? true : undefined
    }, 'the job on a machine with the right time')
  })

  it('tries to send mails for hours (B37)', () => {
    const seconds = mailRetries.retryLimit * mailRetries.retryDelayMax
    expect(seconds).toBeGreaterThan(24 * 3600)

    const enqueuedOnes = allJobs(app.deps).filter(({ schedule, everySeconds }) => !schedule && !everySeconds)
    const mailJobs = enqueuedOnes.filter(({ name }) => /mail|contact|warning|invitation/.test(name))
    expect(mailJobs.length).toBeGreaterThan(8)
    for (const { name, retryLimit = 5, retryDelayMax = 600 } of mailJobs)
      expect([name, retryLimit * retryDelayMax >= 12 * 3600]).toEqual([name, true])
  })
})

describe('one process', () => {
  it('runs exactly `concurrency` jobs of a kind at the same time', async () => {
    let running = 0
    let most = 0
    const bothRun = Promise.withResolvers<void>()
    const run = async () => {
      running++
      most = Math.max(most, running)
      if (running === 2) bothRun.resolve()
      await bothRun.promise
      running--
    }
    const jobs = await aProcess({ name: 'side-by-side', concurrency: 2, run } as JobDefinition<never>)

    await jobs.work()
    await db.transaction().execute(async (trx) => {
      for (let id = 0; id < 6; id++) await jobs.enqueue(trx, 'side-by-side', { id })
    })
    await until(
      async () => ((await statesOf('side-by-side')).every((state) => state === 'completed') ? true : undefined),
      'all of it',
    )

    expect(most).toBe(2)
  })
})

describe('jobs that run in batches', () => {
  it('are taken together and settled one by one', async () => {
    const batches: number[][] = []
    let refusals = 1
    const run = async (payloads: readonly { id: number }[]) => {
      batches.push(payloads.map(({ id }) => id))
      return Promise.allSettled(
        payloads.map(async ({ id }) => {
          if (id === 2 && refusals-- > 0) throw new Error('it does not work yet')
        }),
      )
    }
    const definition = { name: 'letters', mayWait: true, run: async () => undefined, batch: { size: 4, run } }
    const jobs = await aProcess(definition as JobDefinition<never>)

    await db.transaction().execute(async (trx) => {
      for (let id = 0; id < 6; id++) await jobs.enqueue(trx, 'letters', { id })
    })
    await jobs.work()
    await until(async () => {
      // A retry that is due at once would join the second batch.
      if (batches.length >= 2) await skipWaiting()
      return (await statesOf('letters')).every((state) => state === 'completed') ? true : undefined
    }, 'all of it')

    expect(batches.map((batch) => batch.length).slice(0, 2)).toEqual([4, 2])
    expect(batches.flat().sort((a, b) => a - b)).toEqual([0, 1, 2, 2, 3, 4, 5])
  })

  it('fail one by one if the batch fails as a whole, without the words of its error', async () => {
    const run = async () => {
      throw new TypeError('the address of zoe@example.com')
    }
    const definition = { name: 'failing-letters', mayWait: true, run: async () => undefined, batch: { size: 4, run } }
    const jobs = await aProcess(definition as unknown as JobDefinition<never>)

    await db.transaction().execute(async (trx) => {
      for (let id = 0; id < 2; id++) await jobs.enqueue(trx, 'failing-letters', { id })
    })
    await jobs.work()
    const outputs = () =>
      sql<{
        output: unknown
      }>`select output from pgboss.job where name = 'failing-letters' and output is not null`.execute(db)
    await until(async () => ((await outputs()).rows.length === 2 ? true : undefined), 'both failures')

    expect((await outputs()).rows).toEqual([{ output: { reason: 'TypeError' } }, { output: { reason: 'TypeError' } }])
  })
})

describe('several processes', () => {
  it('can start at the same time', async () => {
    const definitions = [aJob('one').definition, aJob('two', 0, { schedule: '17 * * * *' }).definition]
    await Promise.all(Array.from({ length: 5 }, async () => (await aProcess(...definitions)).work()))
    const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(db)
    expect(rows).toEqual([{ name: 'two', cron: '17 * * * *', timezone: 'UTC' }])
  })

  it('run each job once', async () => {
    const job = aJob('shared')
    const first = await aProcess(job.definition)
    const second = await aProcess(job.definition)

    await first.work()
    await second.work()
    await db.transaction().execute(async (trx) => {
      for (let id = 0; id < 20; id++) await first.enqueue(trx, 'shared', { id })
    })
    await until(
      async () => ((await statesOf('shared')).every((state) => state === 'completed') ? true : undefined),
      'all of it',
    )

    expect(job.seen.map((payload) => (payload as { id: number }).id).sort((a, b) => a - b)).toEqual([
      ...Array(20).keys(),
    ])
  })

  it('take over the jobs of one that stops', async () => {
    const job = aJob('inherited')
    const first = await aProcess(job.definition)
    await first.enqueue(db, 'inherited', { id: 1 })
    await first.stop()
    processes.length = 0

    const second = await aProcess(job.definition)
    await second.work()
    await until(async () => job.seen[0], 'the job')

    expect(job.seen).toEqual([{ id: 1 }])
  })

  it('run an interval job once at their start', async () => {
    // A day, so that the test never reaches the end of the interval.
    const job = aJob('clockwork', 0, { everySeconds: 86_400 })
    await Promise.all(Array.from({ length: 3 }, async () => (await aProcess(job.definition)).work()))
    await until(async () => job.seen[0], 'the job')
    expect(await statesOf('clockwork')).toHaveLength(1)
  })

  it('run an interval job again in the next interval', async () => {
    const job = aJob('tick', 0, { everySeconds: 1 })
    await (await aProcess(job.definition)).work()
    await until(async () => job.seen[1], 'the job for the second time')
  })

  it('update the retry limit of an existing queue', async () => {
    await aProcess(aJob('changed', 0, { retryLimit: 8 }).definition)
    await aProcess(aJob('changed', 0, { retryLimit: 2 }).definition)
    const { rows } = await sql`select retry_limit from pgboss.queue where name = 'changed'`.execute(db)
    expect(rows).toEqual([{ retry_limit: 2 }])
  })

  it('retry the job of a killed process', async () => {
    const job = aJob('orphaned')
    const first = await aProcess(job.definition)
    await first.enqueue(db, 'orphaned', { id: 1 })
    await sql`
      update pgboss.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute'
      where name = 'orphaned'
    `.execute(db)

    const second = await aProcess(job.definition)
    await second.work()
    await until(async () => {
      await skipWaiting()
      return job.seen[0]
    }, 'the job')

    expect(job.seen).toEqual([{ id: 1 }])
  })
})
