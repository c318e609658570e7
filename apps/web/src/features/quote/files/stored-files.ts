/**
 * Files waiting for upload, stored by the browser so that a reload of the page does not lose them.
 */
export interface StoredFiles {
  /** Returns false if the browser refuses: private mode, or quota exceeded. */
  save(uploadId: string, file: File): Promise<boolean>
  find(uploadId: string): Promise<File | undefined>
  /** The ids of the uploads whose files are stored. */
  listIds(): Promise<readonly string[]>
  remove(uploadId: string): Promise<void>
}

interface StoredFile {
  file: File
  keptAt: number
}

const databaseName = 'quote-files'
const storeName = 'files'

/** Uploads older than a week are abandoned: their space is freed. */
const maxAgeMs = 7 * 86_400_000

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // A file that exceeds the quota fails at commit, not at `put`.
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)

  const database = await resultOf(request)
  await removeOldFiles(database)

  return database
}

async function removeOldFiles(database: IDBDatabase): Promise<void> {
  const transaction = database.transaction(storeName, 'readwrite')
  const cursorRequest = transaction.objectStore(storeName).openCursor()

  cursorRequest.onsuccess = () => {
    const cursor = cursorRequest.result
    if (!cursor) return
    if (Date.now() - (cursor.value as StoredFile).keptAt > maxAgeMs) cursor.delete()
    cursor.continue()
  }

  await completed(transaction)
}

let opening: Promise<IDBDatabase> | undefined

async function openStore(mode: IDBTransactionMode): Promise<{ files: IDBObjectStore; done: Promise<void> }> {
  opening ??= openDatabase()
  const transaction = (await opening).transaction(storeName, mode)

  const done = completed(transaction)
  // Readers do not wait for completion; without this, its failure would be an unhandled rejection.
  done.catch(() => {})

  return { files: transaction.objectStore(storeName), done }
}

/** Backed by IndexedDB. If it fails, the upload continues without it. */
export const browserStoredFiles: StoredFiles = {
  async save(uploadId, file) {
    try {
      const { files, done } = await openStore('readwrite')
      files.put({ file, keptAt: Date.now() } satisfies StoredFile, uploadId)
      await done
      return true
    } catch {
      return false
    }
  },

  async find(uploadId) {
    try {
      const { files } = await openStore('readonly')
      const stored = (await resultOf(files.get(uploadId))) as StoredFile | undefined
      return stored?.file
    } catch {
      return undefined
    }
  },

  async listIds() {
    try {
      const { files } = await openStore('readonly')
      return (await resultOf(files.getAllKeys())).map(String)
    } catch {
      return []
    }
  },

  async remove(uploadId) {
    try {
      const { files, done } = await openStore('readwrite')
      files.delete(uploadId)
      await done
    } catch {
      // Removed after a week.
    }
  },
}
