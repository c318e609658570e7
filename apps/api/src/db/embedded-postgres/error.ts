/** The embedded server cannot be had on this machine; the message is one line with cause and cure. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The data folder cannot be used as it is; the message is one line with cause and cure. */
export class DataFolderError extends EmbeddedPostgresError {
  override name = 'DataFolderError'

  constructor(folder: string, reason: string, cure: string, options?: ErrorOptions) {
    super(`${folder} ${reason}; ${cure}.`.replaceAll(/\s+/g, ' '), options)
  }
}

const FREE_SPACE = 'free some space on its disk and start again'
const RESTORE = 'restore the data folder from a backup'

const SYSTEM_FAULTS: Readonly<Record<string, readonly [reason: string, cure: string]>> = {
  ENOSPC: ['is on a full disk', FREE_SPACE],
  EDQUOT: ['is over its disk quota', FREE_SPACE],
  EROFS: ['is on a read-only disk', 'choose a data folder that can be written'],
  EACCES: ['is closed to this user', 'give this user the folder, or choose another data folder'],
  EPERM: ['is closed to this user', 'give this user the folder, or choose another data folder'],
  ENOTDIR: ['is not a folder', 'move that file away, or choose another data folder'],
  EEXIST: ['is not a folder', 'move that file away, or choose another data folder'],
  EIO: ['is on a failing disk', RESTORE],
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Turns an operating system's refusal into a sentence for the person at the terminal; leaves every other error alone. */
export function explainSystemFault(folder: string, error: unknown): unknown {
  if (error instanceof EmbeddedPostgresError) return error
  const fault = SYSTEM_FAULTS[errorCode(error) ?? '']
  if (!fault || !(error instanceof Error) || !('syscall' in error)) return error
  const path = 'path' in error && typeof error.path === 'string' ? error.path : folder
  return new DataFolderError(path, fault[0], fault[1], { cause: error })
}

/** The line of PostgreSQL's output that says why it gave up, without time stamp: the first one, the rest are its consequences. */
function decisiveLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const verdict = lines.find((line) => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1)
  if (!verdict) return 'it left no message'
  return verdict.replace(/^.*?(FATAL|PANIC|ERROR|LOG):\s+/, '').trim()
}

/** In this order: the first pattern that PostgreSQL's verdict fits names the cure. */
const SERVER_FAULTS: readonly (readonly [pattern: RegExp, cure: string])[] = [
  [/No space left|wrote only|disk full|quota/i, FREE_SPACE],
  [/configuration (file|parameter)|parameter "/i, 'correct that setting in postgresql.conf'],
  [/password authentication/i, 'restore its file cotation-password from a backup'],
  [/Permission denied|wrong ownership|invalid permissions/i, 'give the folder back to the user that created it'],
  [/shared memory|semaphore|could not fork|out of memory/i, 'give the machine more memory, or set DATABASE_URL'],
  [
    /checkpoint|does not exist|could not (open|read|access|locate|find|stat)|invalid|corrupt|checksum|No such file/i,
    RESTORE,
  ],
]

/** Why PostgreSQL gave up, from what it wrote while it tried. */
export function explainServerFailure(folder: string, output: string, logFile: string): DataFolderError {
  const line = decisiveLine(output)
  const known = SERVER_FAULTS.find(([pattern]) => pattern.test(line))
  const cure = known?.[1] ?? 'set DATABASE_URL to another server'
  return new DataFolderError(folder, `cannot be opened by PostgreSQL ("${line}")`, `${cure} (details in ${logFile})`)
}
