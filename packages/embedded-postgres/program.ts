import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { isOpenTo, type ServerAccount } from './account.ts'
import { DataFolderError } from './error.ts'

/** The log of the server and its tools. */
export function logFileOf(dataDir: string): string {
  return join(dataDir, 'postgres.log')
}

/** Our environment holds secrets the server does not need. LC_ALL=C: we parse its messages. */
function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  const inherited = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(inherited), LC_ALL: 'C' }
}

export function spawnProgram(
  program: string,
  args: readonly string[],
  options: { cwd: string; account: ServerAccount | undefined; stdio: StdioOptions; detached: boolean },
): ChildProcess {
  return spawn(program, args, {
    cwd: options.cwd,
    stdio: options.stdio,
    detached: options.detached,
    env: programEnvironment(),
    windowsHide: true,
    ...(options.account && { uid: options.account.uid, gid: options.account.gid }),
  })
}

export async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  account: ServerAccount | undefined,
): Promise<{ status: number | null; output: string }> {
  const child = spawnProgram(program, args, { cwd, account, stdio: ['ignore', 'pipe', 'pipe'], detached: false })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  await once(child, 'close')

  return { status: child.exitCode, output }
}

/**
 * The folder's name for PostgreSQL, which starts with that folder as its working directory. Under a
 * closed home (usually root's) the account cannot reach the folder by its path, but the working
 * directory is entered before root privileges are dropped, and all server processes stay in it.
 */
export async function folderArgument(folder: string, account: ServerAccount | undefined): Promise<string> {
  if (await isOpenTo(folder, account)) return folder
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new DataFolderError(
    folder,
    'is under a folder that is closed to the account of the database',
    'start as an ordinary user, or choose another data folder',
  )
}
