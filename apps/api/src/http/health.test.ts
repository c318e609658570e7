import { sql } from 'kysely'
import { expect, it } from 'vitest'
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
