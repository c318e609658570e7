/** Files that wait to be sent, kept by the browser so that a reload of the page does not lose them. */
export interface StoredFiles {
  /** False where the browser refuses: private mode, no room. */
  keep(uploadId: string, file: File): Promise<boolean>
  find(uploadId: string): Promise<File | undefined>
  /** The uploads whose files are kept. */
  ids(): Promise<readonly string[]>
  forget(uploadId: string): Promise<void>
}

interface Kept {
  file: File
  keptAt: number
}

const database = 'quote-files'
const shelf = 'files'

/** Nobody comes back for an upload after a week: the room is given back. */
const keptForMs = 7 * 86_400_000

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const completed = (work: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    work.oncomplete = () => resolve()
    // A file that does not fit fails when the work is committed, not when it is asked for.
    work.onabort = () => reject(work.error)
    work.onerror = () => reject(work.error)
  })

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(shelf)

  const opened = await answered(request)
  const work = opened.transaction(shelf, 'readwrite')
  const walk = work.objectStore(shelf).openCursor()
  walk.onsuccess = () => {
    const cursor = walk.result
    if (!cursor) return
    if (Date.now() - (cursor.value as Kept).keptAt > keptForMs) cursor.delete()
    cursor.continue()
  }
  await completed(work)

  return opened
}

let opening: Promise<IDBDatabase> | undefined

async function store(mode: IDBTransactionMode): Promise<{ files: IDBObjectStore; done: Promise<void> }> {
  opening ??= open()
  const work = (await opening).transaction(shelf, mode)
  const done = completed(work)
  // Whoever only reads does not wait for the end.
  done.catch(() => {})
  return { files: work.objectStore(shelf), done }
}

/** The browser's own database. Whatever it refuses, the upload goes on without it. */
export const browserStoredFiles: StoredFiles = {
  async keep(uploadId, file) {
    try {
      const { files, done } = await store('readwrite')
      files.put({ file, keptAt: Date.now() } satisfies Kept, uploadId)
      await done
      return true
    } catch {
      return false
    }
  },
  async find(uploadId) {
    try {
      const { files } = await store('readonly')
      const kept = (await answered(files.get(uploadId))) as Kept | undefined
      return kept?.file
    } catch {
      return undefined
    }
  },
  async ids() {
    try {
      const { files } = await store('readonly')
      return (await answered(files.getAllKeys())).map(String)
    } catch {
      return []
    }
  },
  async forget(uploadId) {
    try {
      const { files, done } = await store('readwrite')
      files.delete(uploadId)
      await done
    } catch {
      // It goes after a week.
    }
  },
}
