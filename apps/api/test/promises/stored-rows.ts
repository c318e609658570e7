import { sql } from 'kysely'
import type { TestApp } from '#test/app.ts'

/** What changes with time or with every call, and says nothing of anybody's belongings. */
const passing = ['captcha', 'rate_limit', 'session']

/**
 * A digest of every table, but for the passing ones, once all work in the background is done: a table of tomorrow is among them without
 * a word here.
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
