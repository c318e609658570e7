import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const FIXTURE = fileURLToPath(new URL('./embedded-postgres.fixture.ts', import.meta.url))

export interface Report {
  connectionString?: string
  startedHere?: boolean
  written?: boolean
  stopped?: boolean
  error?: string
}

/** An application process on the embedded database, driven line by line. */
export class AppProcess {
  readonly child: ChildProcess
  readonly #reports: AsyncIterator<string>

  constructor(dataDir: string, account?: { uid: number; gid: number }) {
    const stdio = ['pipe', 'pipe', 'inherit'] as const
    this.child = spawn(process.execPath, [FIXTURE, dataDir], { stdio: [...stdio], ...account })
    if (!this.child.stdout) throw new Error('the process has no output')
    this.#reports = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  async report(): Promise<Report> {
    const { value, done } = await this.#reports.next()
    if (done) throw new Error('the process ended without a report')
    return JSON.parse(value)
  }

  async tell(line: string): Promise<Report> {
    this.child.stdin?.write(`${line}\n`)
    return await this.report()
  }

  async kill(): Promise<void> {
    const exit = once(this.child, 'exit')
    this.child.kill('SIGKILL')
    await exit
  }
}
