import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'
import { arrivedBytes, knownUpload, type UploadStore } from './uploads.ts'

/** `<id>` holds the bytes, `<id>.json` what is known of them. */
class DurableFileStore extends FileStore {
  /** A client that did not hear the first answer asks again, and goes on where it was: nothing that came is thrown away. */
  override async create(upload: Upload): Promise<Upload> {
    return (await knownUpload(this, upload)) ?? super.create(upload)
  }

  /** Bytes that were acknowledged must outlast a power cut. */
  override async write(...args: Parameters<FileStore['write']>): Promise<number> {
    const offset = await super.write(...args)
    const handle = await open(join(this.directory, args[1]), 'r+')
    try {
      await handle.datasync()
    } finally {
      await handle.close()
    }

    return offset
  }

  /** The library's own leaves the description where the bytes are gone already. */
  override async remove(id: string): Promise<void> {
    await rm(join(this.directory, id), { force: true })
    await rm(join(this.directory, `${id}.json`), { force: true })
  }
}

export async function createDiskUploads(directory: string): Promise<UploadStore> {
  // The library would make it as well, and end the process where it cannot.
  await mkdir(directory, { recursive: true, mode: 0o700 })

  const data = new DurableFileStore({ directory })

  return {
    data,
    keyOf: (uploadId) => uploadId,
    arrived: (uploadId) => arrivedBytes(data, uploadId),
    async read(uploadId) {
      const path = join(directory, uploadId)
      const found = await stat(path).catch(whenMissing(null))
      return found ? createReadStream(path) : null
    },
    remove: (uploadId) => data.remove(uploadId),
    async *ids() {
      const names = await readdir(directory).catch(whenMissing([]))
      yield* new Set(names.map((name) => name.replace(/\.json$/, '')))
    },
  }
}

function whenMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
