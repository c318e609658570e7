import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectWithoutLimits } from './connect-client.ts'

const packagedFolder = join(import.meta.dirname, 'migrations')

/** Any number, the same in every process. Without the lock, several starts at once fail. */
const lockKey = 7_230_184

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

interface Migration {
  name: string
  sql: string
  sha256: string
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Forward only: every applied migration must be packaged, unchanged. */
function pendingMigrations(packaged: Migration[], applied: { name: string; sha256: string }[]): Migration[] {
  for (const done of applied) {
    const known = packaged.find((migration) => migration.name === done.name)
    if (!known) {
      throw new MigrationError(
        `The database was made by a newer version (it has ${done.name}). Start that version, or restore a backup.`,
      )
    }

    if (known.sha256 !== done.sha256) {
      throw new MigrationError(
        `The migration ${done.name} was changed after it had been applied. Restore its text and add a new one.`,
      )
    }
  }

  const names = new Set(applied.map((migration) => migration.name))
  return packaged.filter((migration) => !names.has(migration.name))
}

interface MigrateOptions {
  /** The folder of the SQL files. */
  folder?: string
  /** Stops after this migration, to load data of an earlier release. */
  last?: string | undefined
}

/** Migrates the database, one transaction per migration; other processes wait for the lock. */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = packagedFolder, last } = options
  const client = await connectWithoutLimits(connectionString)
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )

    const applied = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
    const pending = pendingMigrations(await readMigrations(folder), applied.rows).filter(
      ({ name }) => last === undefined || name <= last,
    )
    for (const migration of pending) {
      await client.query('begin')
      await client.query(migration.sql)
      await client.query('insert into migration (name, sha256) values ($1, $2)', [migration.name, migration.sha256])
      await client.query('commit')
    }

    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}
