import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolderError } from './error.ts'

const POLL_MS = 20
const SQLITE_BUSY = 5

/** Longer than the longest start (a recovery after a crash), so that a waiter does not give up on a healthy starter. */
const PATIENCE_MS = 180_000

const TAKE_FOLDER = 'give this user the data folder, or choose another'

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw new DataFolderError(file, 'cannot be created', TAKE_FOLDER, { cause: error })
  }
}

function tryLock(database: DatabaseSync, file: string): boolean {
  try {
    // In memory, or a full disk would stop us from stopping the server, and `kill -9` would leave a journal behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(file, `cannot be locked (${reason})`, TAKE_FOLDER, { cause: error })
  }
}

/**
 * Runs `work` while no other process does so for the same file. The lock is the operating system's own (Node gives
 * no other way to it than SQLite's), so `kill -9` frees it: a lock file with a process id would be left behind, and
 * telling it from a live one is a race. Nothing is ever written to the file, and nothing else may open it: closing any
 * other handle to it would free the lock of the whole process.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const database = openLockFile(file)
  try {
    const giveUpAt = performance.now() + PATIENCE_MS
    while (!tryLock(database, file)) {
      if (performance.now() > giveUpAt) {
        throw new DataFolderError(file, 'is held by another process', 'stop that process and start again')
      }
      await pause(POLL_MS)
    }

    return await work()
  } finally {
    database.close()
  }
}
