import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { type Limits, limitedCommand } from './limits.ts'
import { answerPipe } from './protocol/answer-pipe.ts'
import { outOfMemoryWord, watchdogEnvironment } from './watchdog.ts'

const root = realpathSync(join(import.meta.dirname, '..', '..'))

/** All that the child may read: code. Neither the data folder nor the configuration; a file's bytes come through a pipe. */
const readable = ['packages', 'node_modules', 'package.json'].map((name) => join(root, name))
const rememberedStderr = 4096

export type Ending = 'out-of-memory' | 'deadline' | 'kernel-failed'

export interface LimitedProcess {
  pid: number | undefined
  /** Its standard input. */
  input: Writable
  answers: Readable
  /** Resolves once when the process is gone, with the reason as far as it can be told. */
  ended: Promise<Ending>
  kill(): void
}

/**
 * Starts a program of this package under limits: no environment (secrets stay with the parent), no files but the product's own
 * code, no child processes, bytes in through one pipe, answers out through another.
 */
export function startLimited(entry: string, limits: Limits): LimitedProcess {
  const allowed = readable.map((path) => `--allow-fs-read=${path}`)
  const [command, args] = limitedCommand(
    process.execPath,
    ['--permission', ...allowed, '--allow-worker', '--no-warnings', entry],
    limits,
  )
  const child: ChildProcess = spawn(command, args, {
    cwd: root,
    env: watchdogEnvironment(limits),
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  })

  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-rememberedStderr)
  })

  // Without descriptors left, the system starts nothing and there are no pipes; that too is told by `ended`.
  const input = child.stdin ?? new PassThrough().destroy()
  const answers = (child.stdio?.[answerPipe] ?? new PassThrough().destroy()) as Readable

  // A child that dies while bytes are on their way breaks the pipe; how it ended is told by `ended`.
  for (const stream of [input, answers]) stream.on('error', () => {})

  const ended = new Promise<Ending>((resolve) => {
    // Not `once`: an error that nobody hears ends the host.
    child.on('error', () => resolve('kernel-failed'))
    child.once('close', (_code, signal) => resolve(endingOf(stderr, signal)))
  })

  return { pid: child.pid, input, answers, ended, kill: () => void child.kill('SIGKILL') }
}

/** V8 writes its own last words when its heap is full or the system gives no more. */
function endingOf(stderr: string, signal: NodeJS.Signals | null): Ending {
  if (signal === 'SIGXCPU') return 'deadline'
  const full = stderr.includes(outOfMemoryWord) || /out of memory|allocation failed|bad_alloc/i.test(stderr)
  return full || (signal === 'SIGTRAP' && stderr === '') ? 'out-of-memory' : 'kernel-failed'
}
