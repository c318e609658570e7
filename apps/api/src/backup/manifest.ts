import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** A backup that cannot be made, read or restored; the message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const manifest = z.strictObject({
  format: z.literal(1),
  /** The moment of the database's snapshot. */
  takenAt: z.iso.datetime(),
  /** Applied migrations with their SHA-256. The release that restores it has these, and perhaps newer ones. */
  migrations: z.record(z.string(), digest),
  jobQueueVersion: z.int(),
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int(), sha256: digest })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  files: z.strictObject({ count: z.int(), bytes: z.int(), sha256: digest }),
  /** The last entry of the audit, with which a later state can be compared; null if there was none. */
  audit: z.strictObject({ position: z.int(), hash: digest }).nullable().default(null),
  /** Files that the snapshot names and the product removed while the backup was taken. */
  removed: z.array(z.string()).default([]),
  /** Files that the installation itself has lost: missing, or damaged in its store. */
  lost: z.array(z.string()).default([]),
})
export type Manifest = z.output<typeof manifest>

const fileEntry = z.strictObject({ key: z.string(), bytes: z.int(), sha256: digest, contentType: z.string() })
export type FileEntry = z.output<typeof fileEntry>

/** Complete uploads that wait to be stored lie outside of the file store. */
export const waitingPrefix = 'uploads/'

/** One row as JSON per line, compressed. */
export const tableFileOf = (folder: string, name: string) => join(folder, 'database', `${name}.jsonl.gz`)
export const fileListOf = (folder: string) => join(folder, 'files.jsonl')
export const fileOf = (folder: string, key: string) => join(folder, 'files', `${key}.bin`)
/** Written last: a folder without it is an interrupted backup. */
export const manifestOf = (folder: string) => join(folder, 'manifest.json')

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestOf(folder), 'utf8').catch(() => null)
  if (text === null) throw new BackupError(`${folder} is no complete backup: it has no manifest.json.`)

  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new BackupError(`${manifestOf(folder)} is damaged or of another release.`)
  return parsed.data
}

export async function readFileList(folder: string): Promise<FileEntry[]> {
  const text = await readFile(fileListOf(folder), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => fileEntry.parse(JSON.parse(line)))
}
