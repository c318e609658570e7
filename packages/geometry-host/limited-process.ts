import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { answerPipe } from './answer-pipe.ts'
import { type Limits, limitedCommand } from './limits.ts'
import { outOfMemoryMessage, outOfTimeMessage, watchdogEnvironment } from './watchdog.ts'

const root = realpathSync(join(import.meta.dirname, '..', '..'))

/** The child may read code, but neither data folder nor configuration. Files arrive by pipe. */
const readable = ['packages', 'node_modules', 'package.json'].map((name) => join(root, name))
const maxStderrLength = 4096

/**
 * WebAssembly stays as the baseline compiler made it: optimising the STEP kernel delays the first
 * files, saves little later, and leaves 200 MB resident. A small young generation keeps garbage
 * from becoming resident. docs/decisions/0021 has the figures.
 */
const nodeFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--max-semi-space-size=4']

/** glibc returns freed memory to the system at once, and threads share their reserves. */
const allocatorEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

export type Ending = 'out-of-memory' | 'deadline' | 'kernel-failed'

export interface LimitedProcess {
  pid: number | undefined
  /** Its standard input. */
  input: Writable
  answers: Readable
  /** Resolves when the process has ended, with the most likely reason. */
  ended: Promise<Ending>
  kill(): void
}

/**
 * Starts a program of this package under limits: no inherited environment (it may contain secrets),
 * no files except the product's code, no child processes, one pipe for input and one for answers.
 */
export function startLimited(entry: string, limits: Limits): LimitedProcess {
  const allowed = readable.map((path) => `--allow-fs-read=${path}`)
  const [command, args] = limitedCommand(
    process.execPath,
    ['--permission', ...allowed, '--allow-worker', '--no-warnings', ...nodeFlags, entry],
    limits,
  )
  const child: ChildProcess = spawn(command, args, {
    cwd: root,
    env: { ...watchdogEnvironment(limits), ...allocatorEnvironment },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })

  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-maxStderrLength)
  })

  // If the system is out of file descriptors there are no pipes; `ended` reports that too.
  const input = child.stdin ?? new PassThrough().destroy()
  const answers = (child.stdio?.[answerPipe] ?? new PassThrough().destroy()) as Readable

  // A child that dies breaks the pipe; `ended` reports how it ended.
  for (const stream of [input, answers]) stream.on('error', () => {})

  const ended = new Promise<Ending>((resolve) => {
    // Not `once`: an unhandled second error would end the host.
    child.on('error', () => resolve('kernel-failed'))
    child.once('close', (_code, signal) => resolve(endingOf(stderr, signal)))
  })

  return { pid: child.pid, input, answers, ended, kill: () => void child.kill('SIGKILL') }
}

/** The watchdog writes its reason to stderr, V8 that memory is exhausted; it may trap silently. */
function endingOf(stderr: string, signal: NodeJS.Signals | null): Ending {
  if (signal === 'SIGXCPU' || stderr.includes(outOfTimeMessage)) return 'deadline'

  const hasMessage = stderr.includes(outOfMemoryMessage) || /out of memory|allocation failed|bad_alloc/i.test(stderr)
  const isSilentTrap = signal === 'SIGTRAP' && stderr === ''
  return hasMessage || isSilentTrap ? 'out-of-memory' : 'kernel-failed'
}
