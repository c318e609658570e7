/** The embedded server cannot run here. The message is one line with the cause and the fix. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The data folder cannot be used; the message is one line with the cause and the fix. */
export class DataFolderError extends EmbeddedPostgresError {
  override name = 'DataFolderError'

  constructor(folder: string, reason: string, fix: string, options?: ErrorOptions) {
    super(`${folder} ${reason}; ${fix}.`.replaceAll(/\s+/g, ' '), options)
  }
}

const freeSpace = 'free some space on its disk and start again'
const restore = 'restore the data folder from a backup'

const systemFaults: Readonly<Record<string, readonly [reason: string, fix: string]>> = {
  ENOSPC: ['is on a full disk', freeSpace],
  EDQUOT: ['is over its disk quota', freeSpace],
  EROFS: ['is on a read-only disk', 'choose a data folder that can be written'],
  EACCES: ['is closed to this user', 'give this user the folder, or choose another data folder'],
  EPERM: ['is closed to this user', 'give this user the folder, or choose another data folder'],
  ENOTDIR: ['is not a folder', 'move that file away, or choose another data folder'],
  EEXIST: ['is not a folder', 'move that file away, or choose another data folder'],
  EIO: ['is on a failing disk', restore],
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Turns a system error into a sentence for the operator; returns other errors unchanged. */
export function explainSystemFault(folder: string, error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError) return error
  const fault = systemFaults[errorCode(error) ?? '']
  if (!fault || !(error instanceof Error) || !('syscall' in error)) return error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : folder
  return new DataFolderError(path, fault[0], fault[1], { cause: error })
}

/** The first fatal row of PostgreSQL's output (the others follow from it), without time stamp. */
function findCause(output: string): string {
  const rows = output.split('\n').filter((row) => row.trim() !== '')
  const verdict = rows.find((row) => /(FATAL|PANIC|error):/.test(row)) ?? rows.at(-1)
  if (!verdict) return 'it left no message'
  return verdict.replace(/^.*?(FATAL|PANIC|ERROR|LOG):\s+/, '').trim()
}

/** The first pattern that matches names the fix. */
const serverFaults: readonly (readonly [pattern: RegExp, fix: string])[] = [
  [/No space left|wrote only|disk full|quota/i, freeSpace],
  [/configuration (file|parameter)|parameter "/i, 'correct that setting in postgresql.conf'],
  [/password authentication/i, 'restore its file *-password from a backup'],
  [/Permission denied|wrong ownership|invalid permissions/i, 'give the folder back to the user that created it'],
  [/shared memory|semaphore|could not fork|out of memory/i, 'give the machine more memory, or set DATABASE_URL'],
  [
    /checkpoint|does not exist|could not (open|read|access|locate|find|stat)|invalid|corrupt|checksum|No such file/i,
    restore,
  ],
]

/** Explains from PostgreSQL's output why it gave up. */
export function explainServerFailure(folder: string, output: string, logFile: string): DataFolderError {
  const cause = findCause(output)
  const known = serverFaults.find(([pattern]) => pattern.test(cause))
  const fix = known?.[1] ?? 'set DATABASE_URL to another server'
  return new DataFolderError(folder, `cannot be opened by PostgreSQL ("${cause}")`, `${fix} (details in ${logFile})`)
}
