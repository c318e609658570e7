import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import {
  DigestStream,
  FileIntegrityError,
  type FileStore,
  type ListedFile,
  type StoredFile,
  whenMissing,
} from '#adapters/files.ts'
import type { UploadStore } from '#adapters/uploads.ts'
import { connectWithoutLimits } from '#db/connect-client.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import {
  BackupError,
  type FileEntry,
  fileListOf,
  fileOf,
  type Manifest,
  manifestOf,
  tableFileOf,
  waitingPrefix,
} from './manifest.ts'

/** Rows per round trip. */
const pageSize = 100

/** Uploads that wait to be stored are copied by themselves; senders of unfinished ones go on later. */
const isKept = ({ key }: ListedFile) => !key.startsWith(waitingPrefix)

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
  uploads: Pick<UploadStore, 'read'>
}

/** What is written so far. */
interface Progress {
  folder: string
  copied: Map<string, FileEntry & { modifiedAt: number }>
  removed: Set<string>
  lost: Set<string>
}

/**
 * Writes database and files of one moment to an empty folder, while servers run. Files are copied
 * before the snapshot of the database, because some are removed later, and those that came meanwhile
 * after it. The product registers a content before it stores the bytes, and removes them before it
 * commits: what is still missing at the end is looked for once more.
 */
export async function takeBackup({ connectionString, files, uploads }: Sources, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new BackupError(`${folder} is not empty. Choose a new folder.`)

  const progress: Progress = { folder, copied: new Map(), removed: new Set(), lost: new Set() }
  await copyNewFiles(files, progress)

  const snapshot = await connectWithoutLimits(connectionString)
  // Sees what has changed since the snapshot.
  const current = await connectWithoutLimits(connectionString)

  try {
    await snapshot.query('begin transaction isolation level repeatable read read only')
    const { rows } = await snapshot.query<{ at: Date }>('select now() as at')
    const takenAt = (rows[0]?.at ?? new Date()).toISOString()

    await copyWaitingUploads({ snapshot, current, files, uploads }, progress)
    await copyNewFiles(files, progress)
    const database = await dumpDatabase(snapshot, folder)
    await copyMissingContents({ snapshot, current, files }, progress)

    const manifest: Manifest = {
      format: 1,
      takenAt,
      ...database,
      files: await writeFileList(folder, progress.copied),
      removed: [...progress.removed].sort(),
      lost: [...progress.lost].sort(),
    }
    const unfinished = `${manifestOf(folder)}.new`
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(unfinished, manifestOf(folder))
    return manifest
  } finally {
    await Promise.all([snapshot.end(), current.end()])
  }
}

async function copyNewFiles(files: FileStore, progress: Progress): Promise<void> {
  for await (const listed of files.list('')) {
    if (!isKept(listed)) continue
    const modifiedAt = listed.modifiedAt.getTime()
    if (progress.copied.get(listed.key)?.modifiedAt === modifiedAt) continue

    await copyFile(progress, listed.key, () => files.get(listed.key), modifiedAt)
  }
}

/** Copies a file; false if it is missing. One that is damaged in its store must not stop the rest. */
async function copyFile(
  { folder, copied, lost }: Progress,
  key: string,
  open: () => Promise<Pick<StoredFile, 'body' | 'contentType'> | null>,
  modifiedAt = 0,
): Promise<boolean> {
  const path = fileOf(folder, key)
  try {
    const stored = await open()
    if (!stored) return false

    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const digest = new DigestStream()
    await pipeline(stored.body, digest, createWriteStream(path, { mode: 0o600, flush: true }))

    copied.set(key, { key, ...digest.result, contentType: stored.contentType, modifiedAt })
    lost.delete(key)
  } catch (error) {
    await rm(path, { force: true })
    if (!(error instanceof FileIntegrityError)) throw error

    copied.delete(key)
    lost.add(key)
  }
  return true
}

interface Views {
  snapshot: pg.Client
  current: pg.Client
  files: FileStore
}

/** Their senders know that they have arrived, so the bytes belong to the backup. */
async function copyWaitingUploads(
  { snapshot, current, files, uploads }: Views & Pick<Sources, 'uploads'>,
  progress: Progress,
): Promise<void> {
  const waiting = await snapshot.query<{ id: string }>(`select id from upload where state = 'received' order by id`)
  for (const { id } of waiting.rows) {
    const key = `${waitingPrefix}${id}`
    const contentType = 'application/octet-stream'
    const isCopied = await copyFile(progress, key, async () => {
      const body = await uploads.read(id)
      return body && { body, contentType }
    }).catch(whenMissing(false))
    if (isCopied) continue

    // Stored since the snapshot: the same bytes have another name now.
    const { rows } = await current.query<{ sha256: string | null }>('select sha256 from upload where id = $1', [id])
    const sha256 = rows[0]?.sha256 ?? null
    if (sha256 !== null && (await copyFile(progress, key, () => files.get(partKey(sha256))))) continue

    if (rows.length === 0) progress.removed.add(key)
    else progress.lost.add(key)
  }
}

async function copyMissingContents({ snapshot, current, files }: Views, progress: Progress): Promise<void> {
  const named = await snapshot.query<{ sha256: string; is_waiting: boolean }>(
    `select sha256, exists (select from upload where upload.sha256 = content.sha256 and state = 'received') as is_waiting
     from file_content content where removed_at is null order by sha256`,
  )
  for (const { sha256, is_waiting } of named.rows) {
    const key = partKey(sha256)
    if (progress.copied.has(key) || progress.lost.has(key)) continue
    if (await copyFile(progress, key, () => files.get(key))) continue
    // Registered but not stored yet: the bytes are still in the upload.
    if (is_waiting) continue

    const kept = await current.query('select from file_content where sha256 = $1 and removed_at is null', [sha256])
    if (kept.rowCount === 0) progress.removed.add(key)
    else progress.lost.add(key)
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
    audit: await findAuditEnd(client),
  }
}

/** Null also for a database of a release without an audit. */
async function findAuditEnd(client: pg.Client): Promise<Manifest['audit']> {
  const table = await client.query<{ exists: boolean }>(`select to_regclass('audit_entry') is not null as exists`)
  if (!table.rows[0]?.exists) return null

  const { rows } = await client.query<{ position: number; hash: string }>(
    `select position::int, encode(hash, 'hex') as hash from audit_entry order by position desc limit 1`,
  )
  return rows[0] ?? null
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
