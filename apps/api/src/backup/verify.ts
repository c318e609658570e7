import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { secretFile } from '#core/installation-secret.ts'
import { partKey } from '#features/upload/records/storage-keys.ts'
import {
  fileListOf,
  fileOf,
  type Manifest,
  readFileList,
  readManifest,
  sha256OfFile,
  tableFileOf,
  waitingPrefix,
} from './manifest.ts'

/** The rows of a table of a backup, each as the JSON text of the database. */
export async function* tableLines(folder: string, name: string): AsyncGenerator<string> {
  const unpacked = createGunzip().setEncoding('utf8')
  const reading = pipeline(createReadStream(tableFileOf(folder, name)), unpacked)
  // The loop below gets the error too.
  reading.catch(() => undefined)

  // Not readline, which also splits at the separators U+2028 and U+2029 inside texts.
  let rest = ''
  for await (const text of unpacked) {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  await reading
}

/** Every fault of a backup as one line each; empty if it is sound. Reads all of it. */
export async function verifyBackup(folder: string): Promise<{ manifest: Manifest; faults: string[] }> {
  const manifest = await readManifest(folder)
  const faults: string[] = []

  for (const { name, sha256 } of manifest.tables) {
    const found = await sha256OfFile(tableFileOf(folder, name)).catch(() => null)
    if (found === null) faults.push(`The table ${name} is missing.`)
    else if (found !== sha256) faults.push(`The table ${name} is damaged.`)
  }

  const listDigest = await sha256OfFile(fileListOf(folder)).catch(() => null)
  if (listDigest !== manifest.files.sha256) return { manifest, faults: [...faults, 'The list of files is damaged.'] }

  const files = await readFileList(folder)
  for (const { key, bytes, sha256 } of files) {
    const path = fileOf(folder, key)
    const size = await stat(path).then(
      (found) => found.size,
      () => null,
    )
    if (size === null) faults.push(`The file ${key} is missing.`)
    else if (size !== bytes || (await sha256OfFile(path)) !== sha256) faults.push(`The file ${key} is damaged.`)
  }

  if (faults.length === 0) faults.push(...(await listMissing(folder, manifest, new Set(files.map(({ key }) => key)))))
  return { manifest, faults }
}

interface UploadLine {
  id: string
  state: string
  sha256: string | null
}

/**
 * Original files, waiting uploads and the installation's secret that the database needs and the
 * backup lacks. Meshes, pictures and photos are not looked for.
 */
async function listMissing(folder: string, manifest: Manifest, keys: ReadonlySet<string>): Promise<string[]> {
  const known = new Set([...keys, ...manifest.removed, ...manifest.lost])
  const missing: string[] = []
  if (!known.has(secretFile)) missing.push(secretFile)

  /** Contents whose bytes are still in an upload that waits to be stored. */
  const waiting = new Set<string>()
  for await (const line of tableLines(folder, 'public.upload')) {
    const { id, state, sha256 }: UploadLine = JSON.parse(line)
    if (state !== 'received') continue

    const isKnown = known.has(`${waitingPrefix}${id}`)
    if (isKnown && sha256 !== null) waiting.add(sha256)
    if (!isKnown && (sha256 === null || !known.has(partKey(sha256)))) missing.push(`${waitingPrefix}${id}`)
  }

  for await (const line of tableLines(folder, 'public.file_content')) {
    const { sha256, removed_at }: { sha256: string; removed_at: string | null } = JSON.parse(line)
    if (removed_at === null && !known.has(partKey(sha256)) && !waiting.has(sha256)) missing.push(partKey(sha256))
  }

  return missing.map((key) => `The database needs a file that the backup lacks: ${key}`)
}
