import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'

/** Tables that change with time or with every call, such as rate limits. */
const passing = ['captcha', 'rate_limit', 'security_event', 'session']

/**
 * A digest of every other table after all background jobs have finished. It includes future tables
 * automatically.
 */
export async function storedRows(app: TestApp): Promise<Record<string, string>> {
  const { db } = app.deps
  await app.mails()

  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
  `.execute(db)
  const digests = tables
    .filter(({ name }) => !passing.includes(name))
    .map(
      ({ name }) => sql`select ${name}::text as name,
        count(*) || ' ' || md5(coalesce(string_agg(kept::text, '|' order by kept::text), '')) as digest
        from ${sql.table(name)} kept`,
    )
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(db)

  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
