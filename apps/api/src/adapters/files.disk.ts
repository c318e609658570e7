import { randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as finished } from 'node:stream/promises'
import type { FileMeta, FileStore, ListedFile, StoredFile } from './files.ts'
import { assertFileKey, assertFilePrefix, DigestStream, FileIntegrityError, whenMissing } from './files.ts'

/**
 * Each file is stored as two: `<key>.json` describes it and names `<key>.<id>.bin`, its content.
 * Renaming the first makes a new or replaced file visible atomically, even if the process dies.
 */
interface Description {
  content: string
  bytes: number
  sha256: string
  contentType: string
}

const temporaryFolder = '.tmp'

export class DiskFileStore implements FileStore {
  readonly #folder: string
  readonly #temporary: string

  constructor(folder: string) {
    this.#folder = folder
    this.#temporary = join(folder, temporaryFolder)
  }

  async put(key: string, body: Readable | Buffer, meta: FileMeta) {
    assertFileKey(key)

    const path = this.#pathOf(key)
    return this.#write(path, body, meta, async (description) => {
      const previous = await describe(path)
      await rename(description, `${path}.json`)
      await syncFolder(dirname(path))
      if (previous) await rm(join(dirname(path), previous.content), { force: true })
    })
  }

  async create(key: string, body: Buffer, meta: FileMeta): Promise<boolean> {
    assertFileKey(key)

    const path = this.#pathOf(key)
    let isCreated = true
    await this.#write(path, body, meta, async (description, content) => {
      // Unlike a rename, a link fails if its target exists.
      await link(description, `${path}.json`).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        isCreated = false
      })
      if (!isCreated) await rm(content, { force: true })
      await syncFolder(dirname(path))
    })

    return isCreated
  }

  /** Writes content and description; `publish` makes the description visible under its name. */
  async #write(
    path: string,
    body: Readable | Buffer,
    meta: FileMeta,
    publish: (description: string, content: string) => Promise<void>,
  ) {
    await mkdir(this.#temporary, { recursive: true, mode: privateMode })
    await makeDurableFolder(dirname(path), this.#folder)

    const id = randomUUID()
    const temporary = join(this.#temporary, id)
    const description = join(this.#temporary, `${id}.json`)
    const contentName = `${basename(path)}.${id}.bin`
    const content = join(dirname(path), contentName)

    try {
      const result = await writeDurably(temporary, body, meta.sha256)
      const text: Description = { content: contentName, contentType: meta.contentType, ...result }

      // Both are written before either is renamed, so that a full disk cannot separate them.
      await writeDurably(description, Buffer.from(JSON.stringify(text)))

      await rename(temporary, content)
      await publish(description, content)

      return result
    } finally {
      await Promise.all([rm(temporary, { force: true }), rm(description, { force: true })])
    }
  }

  async get(key: string): Promise<StoredFile | null> {
    assertFileKey(key)

    const path = this.#pathOf(key)
    const found = await openContent(path)
    if (!found) return null

    const { handle, description } = found
    const { bytes, sha256, contentType } = description
    const body = new DigestStream({ bytes, sha256 })

    // The reader sees every error on `body`; the callback only prevents a second throw.
    pipeline(handle.createReadStream(), body, () => undefined)
    return { body, bytes, contentType }
  }

  async remove(key: string): Promise<void> {
    assertFileKey(key)

    const path = this.#pathOf(key)
    await rm(`${path}.json`, { force: true })

    // Also removes contents left by a crash between the two renames: a deleted file must be gone.
    const isContent = (name: string) => name.startsWith(`${basename(path)}.`) && name.endsWith('.bin')
    const names = await readdir(dirname(path)).catch(whenMissing([]))
    await Promise.all(names.filter(isContent).map((name) => rm(join(dirname(path), name), { force: true })))
    if (names.length > 0) await syncFolder(dirname(path))
  }

  async *list(prefix: string): AsyncIterable<ListedFile> {
    assertFilePrefix(prefix)

    const start = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    for await (const key of keysBelow(this.#folder, start)) {
      if (!key.startsWith(prefix)) continue
      const [description, stats] = await Promise.all([
        describe(this.#pathOf(key)),
        stat(`${this.#pathOf(key)}.json`).catch(whenMissing(null)),
      ])
      if (description && stats) yield { key, bytes: description.bytes, modifiedAt: stats.mtime }
    }
  }

  /** Removes the leftovers of dead writers; `olderThan` protects the running ones. */
  async sweepTemporary(olderThan: Date): Promise<number> {
    let removed = 0
    for (const name of await readdir(this.#temporary).catch(whenMissing([]))) {
      const path = join(this.#temporary, name)
      const stats = await stat(path).catch(whenMissing(null))
      if (!stats || stats.mtime >= olderThan) continue
      await rm(path, { force: true })
      removed++
    }

    return removed
  }

  #pathOf(key: string): string {
    return join(this.#folder, ...key.split('/'))
  }
}

export function createDiskFileStore(folder: string): DiskFileStore {
  return new DiskFileStore(folder)
}

async function describe(path: string): Promise<Description | null> {
  const json = await readFile(`${path}.json`, 'utf8').catch(whenMissing(null))
  return json === null ? null : (JSON.parse(json) as Description)
}

/** Retries if the file was replaced between reading its description and opening its content. */
async function openContent(path: string): Promise<{ handle: FileHandle; description: Description } | null> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const description = await describe(path)
    if (!description) return null

    const handle = await open(join(dirname(path), description.content)).catch(whenMissing(null))
    if (handle) return { handle, description }
  }
  throw new FileIntegrityError('the content is missing')
}

async function writeDurably(path: string, body: Readable | Buffer, sha256?: string) {
  const digest = new DigestStream({ sha256 })
  const handle = await open(path, 'wx', 0o600)
  try {
    const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
    await finished(source, digest, (chunks) => writeFile(handle, chunks))
    await handle.sync()
  } finally {
    await handle.close()
  }

  return digest.result
}

/** Other users of the machine must not read customers' parts. */
const privateMode = 0o700

async function makeDurableFolder(path: string, root: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: privateMode })
  if (first === undefined) return

  // A new folder survives a power cut only if its parent folders are synced too.
  for (let parent = dirname(path); parent.startsWith(root); parent = dirname(parent)) await syncFolder(parent)
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders and does not need this.
  if (sep === '\\') return

  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* keysBelow(folder: string, start: string): AsyncIterable<string> {
  const entries = await readdir(join(folder, ...start.split('/')), { withFileTypes: true }).catch(whenMissing([]))
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name !== temporaryFolder) yield* keysBelow(folder, `${start}${entry.name}/`)
    else if (entry.isFile() && entry.name.endsWith('.json')) yield start + entry.name.slice(0, -'.json'.length)
  }
}
