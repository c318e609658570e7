import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { ERRORS, type Upload } from '@tus/server'
import { isDiskFull } from './disk-space.ts'
import { whenMissing } from './files.ts'
import { findSameUpload, receivedBytes, type UploadStore } from './uploads.ts'

/** `<id>` holds the bytes, `<id>.json` the metadata. */
class DurableFileStore extends FileStore {
  /** Idempotent: a client that missed the first answer creates again and continues where it was. */
  override async create(upload: Upload): Promise<Upload> {
    return (await findSameUpload(this, upload)) ?? super.create(upload)
  }

  /**
   * Acknowledged bytes must survive a power cut. Not the method of the base class, which hides whether
   * the disk is full.
   */
  override async write(...[body, id, offset]: Parameters<FileStore['write']>): Promise<number> {
    const path = join(this.directory, id)
    const target = createWriteStream(path, { flags: 'r+', start: offset })
    try {
      await pipeline(body, target)
    } catch (error) {
      throw isDiskFull(error) ? error : ERRORS.FILE_WRITE_ERROR
    }

    const handle = await open(path, 'r+')
    try {
      await handle.datasync()
    } finally {
      await handle.close()
    }

    return offset + target.bytesWritten
  }

  /** The base class leaves the metadata if the bytes are already gone. */
  override async remove(id: string): Promise<void> {
    await rm(join(this.directory, id), { force: true })
    await rm(join(this.directory, `${id}.json`), { force: true })
  }
}

export async function createDiskUploads(directory: string): Promise<UploadStore> {
  // The library would create it too, but would end the process on failure.
  await mkdir(directory, { recursive: true, mode: 0o700 })

  const data = new DurableFileStore({ directory })

  return {
    data,
    keyOf: (uploadId) => uploadId,
    arrived: (uploadId) => receivedBytes(data, uploadId),
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
