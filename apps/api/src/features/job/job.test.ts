import { languages } from '@cotation/domain'
import { loadMessages } from '@cotation/messages'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useStaff } from '#test/builders.ts'
import { rowsOf } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { useApp } from '#test/use-app.ts'
import { aGivenUpJob } from '#test/waiting-tasks.ts'

const app = useApp()
const staff = useStaff(app)

const retry = (jobId: string) => staff.call('POST /global/staff/job/{jobId}/retry', { params: { jobId } })

async function queue(name: string) {
  const { data } = await staff.call('GET /global/staff/job', {})
  return data.queues.find((one) => one.name === name)
}

describe('the queues', () => {
  it('have their schedules, and the interval of those that run more often', async () => {
    expect(await queue('mailbox-sweep')).toMatchObject({ schedule: '29 4 * * *', everySeconds: null })
    expect(await queue('order-mail')).toMatchObject({ schedule: null, everySeconds: null, failed: 0 })
    const { data } = await staff.call('GET /global/staff/job', {})
    expect(data.queues.some(({ everySeconds }) => everySeconds !== null)).toBe(true)
  })

  it.each(languages)(
    'have a name in the language %s, and no text is left of a queue that is gone',
    async (language) => {
      const { queues: texts = {} } = await loadMessages(language, 'staff-job')
      const names = app.deps.jobs.schedules().map(({ name }) => name)
      expect(Object.keys(texts).sort()).toEqual(names.toSorted())
    },
  )

  it('count what waits and say when they ran last', async () => {
    await sql`insert into pgboss.job (name, data, start_after)
      values ('store-upload', '{}', now() + interval '1 day')`.execute(app.deps.db)
    expect(await queue('store-upload')).toMatchObject({ waiting: 1, retrying: 0, active: 0 })
    await sql`delete from pgboss.job where name = 'store-upload'`.execute(app.deps.db)

    await app.deps.jobs.enqueue(app.deps.db, 'mailbox-sweep', {})
    const lastRun = await until(async () => (await queue('mailbox-sweep'))?.lastRun ?? undefined, 'the run')
    expect(lastRun.hasFailed).toBe(false)
  })
})

describe('a job that was given up', () => {
  it('is listed with its error and what it is about, without other values of its payload', async () => {
    const orderId = crypto.randomUUID()
    const id = await aGivenUpJob(app, 'order-mail')
    const payload = JSON.stringify({ orderId, email: 'zoe@example.com' })
    await sql`update pgboss.job set data = ${payload} where id = ${id}`.execute(app.deps.db)

    const { data } = await staff.call('GET /global/staff/job', {})
    const job = data.failed.find((one) => one.id === id)
    expect(job).toMatchObject({ queue: 'order-mail', error: 'ECONNREFUSED', about: [{ name: 'orderId', id: orderId }] })
    expect(JSON.stringify(data)).not.toContain('zoe@example.com')
    expect((await queue('order-mail'))?.failed).toBe(1)
  })

  it('runs again, once, and leaves the list', async () => {
    const id = await aGivenUpJob(app, 'mailbox-sweep')
    expect((await retry(id)).status).toBe(200)
    expect((await retry(id)).status).toBe(404)

    const { data } = await staff.call('GET /global/staff/job', {})
    expect(data.failed.some((job) => job.id === id)).toBe(false)
    expect(await rowsOf(app, 'audit_entry', { action: 'job.retried', subject_id: id })).toHaveLength(1)
  })

  it('cannot run again if its queue no longer exists', async () => {
    const id = await aGivenUpJob(app, 'queue-of-an-old-release')
    expect((await retry(id)).status).toBe(404)
  })
})
