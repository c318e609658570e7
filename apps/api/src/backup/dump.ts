import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { DigestStream, type FileStore, type ListedFile } from '#adapters/files.ts'
import { BackupError, type FileEntry, fileListOf, fileOf, type Manifest, manifestOf, tableFileOf } from './manifest.ts'

/** Rows per round trip. */
const pageSize = 100

/** Unfinished uploads are not part of a backup: their senders send them again. */
const isKept = ({ key }: ListedFile) => !key.startsWith('uploads/')

/** Tables of the product and of its job queue; partitions belong to their tables. */
const tablesQuery = `
  select format('%I.%I', namespace.nspname, class.relname) as name
  from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace
  where namespace.nspname in ('public', 'pgboss') and class.relkind in ('r', 'p') and not class.relispartition
    and (namespace.nspname, class.relname) not in (('public', 'migration'), ('pgboss', 'version'))
  order by 1`

interface Sources {
  connectionString: string
  files: FileStore
}

/**
 * Writes database and files of one moment to an empty folder, while servers run. Files are copied
 * before the snapshot of the database, and those that came meanwhile after it: a file that the
 * snapshot names is there, even if it is removed while the backup runs.
 */
export async function takeBackup({ connectionString, files }: Sources, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Choose a new folder.`)

  const copied = new Map<string, FileEntry & { modifiedAt: number }>()
  await copyNewFiles(files, folder, copied)

  const client = new pg.Client({ connectionString, application_name: 'cotation', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()

  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows } = await client.query<{ at: Date }>('select now() as at')
    const takenAt = (rows[0]?.at ?? new Date()).toISOString()

    await copyNewFiles(files, folder, copied)
    const database = await dumpDatabase(client, folder)
    const manifest: Manifest = { format: 1, takenAt, ...database, files: await writeFileList(folder, copied) }

    const unfinished = `${manifestOf(folder)}.new`
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(unfinished, manifestOf(folder))
    return manifest
  } finally {
    await client.end()
  }
}

async function copyNewFiles(
  files: FileStore,
  folder: string,
  copied: Map<string, FileEntry & { modifiedAt: number }>,
): Promise<void> {
  for await (const listed of files.list('')) {
    if (!isKept(listed)) continue
    const modifiedAt = listed.modifiedAt.getTime()
    if (copied.get(listed.key)?.modifiedAt === modifiedAt) continue

    const stored = await files.get(listed.key)
    // Removed since it was listed: no snapshot after this moment names it.
    if (!stored) continue

    const path = fileOf(folder, listed.key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const digest = new DigestStream()
    await pipeline(stored.body, digest, createWriteStream(path, { mode: 0o600, flush: true }))
    copied.set(listed.key, { key: listed.key, ...digest.result, contentType: stored.contentType, modifiedAt })
  }
}

async function writeFileList(folder: string, copied: Map<string, FileEntry>): Promise<Manifest['files']> {
  const entries = [...copied.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
  const lines = entries.map(({ key, bytes, sha256, contentType }) =>
    JSON.stringify({ key, bytes, sha256, contentType }),
  )
  const text = lines.map((line) => `${line}\n`).join('')
  await writeFile(fileListOf(folder), text, { mode: 0o600, flush: true })

  return {
    count: entries.length,
    bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: createHash('sha256').update(text).digest('hex'),
  }
}

async function dumpDatabase(client: pg.Client, folder: string) {
  await mkdir(join(folder, 'database'), { mode: 0o700 })
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration order by 1',
  )
  const version = await client.query<{ version: number }>('select version from pgboss.version')
  const names = await client.query<{ name: string }>(tablesQuery)
  const sequences = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname in ('public', 'pgboss') and last_value is not null order by 1`,
  )

  const tables: Manifest['tables'] = []
  for (const { name } of names.rows) tables.push(await dumpTable(client, folder, name))

  return {
    migrations: Object.fromEntries(migrations.rows.map(({ name, sha256 }) => [name, sha256])),
    jobQueueVersion: version.rows[0]?.version ?? 0,
    tables,
    sequences: sequences.rows,
  }
}

async function dumpTable(client: pg.Client, folder: string, name: string): Promise<Manifest['tables'][number]> {
  let rows = 0

  // Rows stay the database's own text: JavaScript's numbers cannot hold every bigint.
  async function* lines(): AsyncGenerator<string> {
    await client.query(`declare dumped no scroll cursor for select to_json(stored)::text as line from ${name} stored`)
    for (;;) {
      const page = await client.query<{ line: string }>(`fetch ${pageSize} from dumped`)
      if (page.rows.length === 0) break
      rows += page.rows.length
      yield page.rows.map(({ line }) => `${line.replaceAll('\n', ' ')}\n`).join('')
    }
    await client.query('close dumped')
  }

  const path = tableFileOf(folder, name)
  const digest = new DigestStream()
  await pipeline(Readable.from(lines()), createGzip(), digest, createWriteStream(path, { mode: 0o600, flush: true }))
  return { name, rows, sha256: digest.result.sha256 }
}
