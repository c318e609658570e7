import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolderError } from './error.ts'

const pollMs = 20
const sqliteBusy = 5

/** Longer than the longest start (crash recovery), so that waiters do not give up too early. */
const lockTimeoutMs = 180_000

const takeFolder = 'give this user the data folder, or choose another'

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 })
  } catch (error) {
    throw new DataFolderError(file, 'cannot be created', takeFolder, { cause: error })
  }
}

function tryLock(database: DatabaseSync, file: string): boolean {
  try {
    // A journal on disk would make stopping fail on a full disk and would outlive `kill -9`.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataFolderError(file, `cannot be locked (${reason})`, takeFolder, { cause: error })
  }
}

/**
 * Runs `work` under an exclusive lock on the file. It is a lock of the operating system, which Node
 * offers only through SQLite, so `kill -9` frees it; a lock file with a process id would stay
 * behind, and telling stale from live is a race. Nothing is written to the file, and nothing else
 * may open it: closing another handle would free the lock of the whole process.
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const database = openLockFile(file)
  try {
    const giveUpAt = performance.now() + lockTimeoutMs
    while (!tryLock(database, file)) {
      if (performance.now() > giveUpAt) {
        throw new DataFolderError(file, 'is held by another process', 'stop that process and start again')
      }
      await pause(pollMs)
    }

    return await work()
  } finally {
    database.close()
  }
}
