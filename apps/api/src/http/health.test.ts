import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { insertGivenUpJob } from '#test/given-up-job.ts'
import { useApp } from '#test/use-app.ts'

const app = useApp()

it('is not ready while the database answers but statements on our tables fail (B26)', async () => {
  const { db } = app.deps
  const statusOf = async (path: string) => (await app.browser().fetch(path)).status
  expect(await statusOf('/health/ready')).toBe(200)

  await sql`alter table migration rename to migration_away`.execute(db)
  expect(await statusOf('/health/ready')).toBe(503)
  expect(await statusOf('/health/live')).toBe(200)

  await sql`alter table migration_away rename to migration`.execute(db)
  expect(await statusOf('/health/ready')).toBe(200)
})

it('names mails that do not leave and stays ready, since a proxy would take all servers away (B28)', async () => {
  const { db } = app.deps
  const ready = async () => {
    // Beyond what is cached.
    app.clock.advance(30)
    const answer = await app.browser().fetch('/health/ready')
    expect(answer.status).toBe(200)
    return answer.json()
  }
  const aRetriedMail = (queue: string, minutesAgo: number) =>
    sql`insert into pgboss.job (name, data, state, created_on, start_after)
      values (${queue}, '{}', 'retry', now() - make_interval(mins => ${minutesAgo}), now() + interval '1 day')`.execute(
      db,
    )
  const removeJobs = () => sql`delete from pgboss.job where data = '{}'`.execute(db)

  await aRetriedMail('auth-mail', 4)
  await aRetriedMail('store-upload', 60)
  await insertGivenUpJob(db, 'store-upload', new Date())
  expect(await ready()).toEqual({ status: 'ready', storage: 'ok', mail: 'ok' })

  await aRetriedMail('auth-mail', 6)
  const cached = await app.browser().fetch('/health/ready')
  expect(await cached.json()).toMatchObject({ mail: 'ok' })
  expect(await ready()).toMatchObject({ status: 'ready', mail: 'failing' })

  await removeJobs()
  expect(await ready()).toMatchObject({ status: 'ready', mail: 'ok' })

  await insertGivenUpJob(db, 'order-mail', new Date())
  expect(await ready()).toMatchObject({ status: 'ready', mail: 'failing' })

  await removeJobs()
  await insertGivenUpJob(db, 'order-mail', new Date(Date.now() - 25 * 3_600_000))
  expect(await ready()).toMatchObject({ status: 'ready', mail: 'ok' })
  await removeJobs()
})
