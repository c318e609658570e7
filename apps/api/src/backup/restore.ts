import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import type pg from 'pg'
import type { FileStore } from '#adapters/files.ts'
import { createLog } from '#adapters/log.ts'
import { holdMails, mailsFolder } from '#adapters/mail.held.ts'
import type { UploadStore } from '#adapters/uploads.ts'
import { createJobs } from '#core/jobs.ts'
import { connectWithoutLimits } from '#db/connect-client.ts'
import { migrate } from '#db/migrate.ts'
import { erasedFolder } from '#features/personal-data/repeat-erasure.service.ts'
import { BackupError, type FileEntry, fileOf, type Manifest, readFileList, waitingPrefix } from './manifest.ts'
import { tableLines, verifyBackup } from './verify.ts'

/** Characters of rows per insert. */
const batchLength = 2_000_000

interface Target {
  connectionString: string
  files: FileStore
  uploads: Pick<UploadStore, 'data' | 'keyOf' | 'remove'>
}

/**
 * Restores a sound backup into an empty database and an empty file store. The database is filled in
 * one transaction, so that a restore that was interrupted before its end can be started again.
 */
export async function restoreBackup({ connectionString, files, uploads }: Target, folder: string): Promise<Manifest> {
  const { manifest, faults } = await verifyBackup(folder)
  if (faults.length > 0) throw new BackupError(`The backup is not sound, nothing was restored. ${faults.join(' ')}`)

  const client = await connectWithoutLimits(connectionString)
  try {
    await requireEmptyDatabase(client)
    await prepareTables(connectionString, manifest)
    await requireSameTables(client, manifest)

    await restoreFiles({ files, uploads }, folder)
    await holdMails(files)
    await restoreRows(client, folder, manifest)

    // The backup may be of an earlier release. If this is interrupted, the first start migrates.
    await migrate(connectionString)
    return manifest
  } finally {
    await client.end()
  }
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    `select to_regclass('public.catalogue_version') is not null as used`,
  )
  if (!rows[0]?.used) return

  // The first start of a server stores a catalogue; an interrupted restore does not.
  const { rowCount } = await client.query('select from catalogue_version limit 1')
  if (rowCount !== 0)
    throw new BackupError('The database is not empty. Restore into a new database, or a new DATA_DIR.')
}

const newestMigration = ({ migrations }: Manifest) => Object.keys(migrations).sort().at(-1)

/** Creates the tables as they were in the release that made the backup, and those of the job queue. */
async function prepareTables(connectionString: string, manifest: Manifest): Promise<void> {
  await migrate(connectionString, { last: newestMigration(manifest) })
  const jobs = await createJobs(connectionString, createLog('silent'))
  await jobs.stop()
}

/**
 * Refuses a backup of a newer release, and one of an earlier release with another version of the job
 * queue, whose tables the queue's library cannot create any more.
 */
async function requireSameTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const applied = await client.query<{ name: string; sha256: string }>('select name, sha256 from migration')
  const hasSameMigrations =
    applied.rows.length === Object.keys(manifest.migrations).length &&
    applied.rows.every(({ name, sha256 }) => manifest.migrations[name] === sha256)
  if (!hasSameMigrations)
    throw new BackupError(
      `The backup is of a newer or changed release (its newest migration is ${newestMigration(manifest)}). Restore it with that release.`,
    )

  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  const version = rows[0]?.version
  if (version === manifest.jobQueueVersion) return

  throw new BackupError(
    `The backup has version ${manifest.jobQueueVersion} of the job queue's tables, this release has ${version}. Restore it with the release that made it into an empty database of your own (DATABASE_URL), then upgrade.`,
  )
}

/**
 * What an empty store may hold: marks of customers who were erased after the backup, so that they are
 * erased again, and what an earlier attempt has left.
 */
const allowedPrefixes = [erasedFolder, mailsFolder, waitingPrefix]

/** Puts the same files again if an earlier attempt was interrupted. */
async function restoreFiles({ files, uploads }: Pick<Target, 'files' | 'uploads'>, folder: string): Promise<void> {
  const entries = await readFileList(folder)
  const known = new Set(entries.map(({ key }) => key))
  for await (const { key } of files.list(''))
    if (!known.has(key) && !allowedPrefixes.some((prefix) => key.startsWith(prefix)))
      throw new BackupError('The file store is not empty. Restore into a new DATA_DIR or bucket.')

  for (const entry of entries) {
    const body = createReadStream(fileOf(folder, entry.key))
    if (entry.key.startsWith(waitingPrefix)) await restoreWaiting(uploads, entry, body)
    else await files.put(entry.key, body, { contentType: entry.contentType, sha256: entry.sha256 })
  }
}

/** Back to where the job that stores it looks for it. */
async function restoreWaiting(uploads: Target['uploads'], { key, bytes }: FileEntry, body: Readable): Promise<void> {
  const uploadId = key.slice(waitingPrefix.length)
  await uploads.remove(uploadId)

  const id = uploads.keyOf(uploadId)
  await uploads.data.create(new Upload({ id, size: bytes, offset: 0 }))
  await uploads.data.write(body, id, 0)
}

/**
 * Meanwhile the tables have no triggers, which would refuse balances and old postings, and no foreign
 * keys, which can be mutual; these are checked when they come back.
 */
async function restoreRows(client: pg.Client, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  )

  await client.query('begin')
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name, rows } of tables) {
    const restored = await restoreTable(client, folder, name)
    if (restored !== rows) throw new BackupError(`The table ${name} has ${restored} rows instead of ${rows}.`)
  }
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, value } of sequences) await client.query('select setval($1::regclass, $2)', [name, value])
  await client.query('commit')
}

async function restoreTable(client: pg.Client, folder: string, name: string): Promise<number> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const columns = rows[0]?.columns ?? ''
  const insert = `insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, $1)`

  await client.query(`alter table ${name} disable trigger user`)
  // Migrations have filled some tables. Others may not be deleted from, even by their owner.
  const { rowCount } = await client.query(`select from ${name} limit 1`)
  if (rowCount !== 0) await client.query(`delete from ${name}`)

  let restored = 0
  for await (const batch of batchesOf(tableLines(folder, name))) {
    await client.query(insert, [`[${batch.join(',')}]`])
    restored += batch.length
  }
  await client.query(`alter table ${name} enable trigger user`)

  return restored
}

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  let length = 0
  for await (const line of lines) {
    batch.push(line)
    length += line.length
    if (length < batchLength) continue

    yield batch
    batch = []
    length = 0
  }

  if (batch.length > 0) yield batch
}
