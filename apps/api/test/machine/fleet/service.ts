import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { until } from '#test/until.ts'
import { patienceMs } from './parts.ts'
import { release, unitCommand } from './sample-files.ts'

/** A unit of systemd: its very command in the folder of the release, with nothing but its settings. */
export class Service {
  readonly #unit: 'cotation' | 'cotation-worker'
  readonly #settings: Record<string, string>
  #child: ChildProcess | null = null
  #output = ''

  constructor(unit: 'cotation' | 'cotation-worker', settings: Record<string, string>) {
    this.#unit = unit
    this.#settings = settings
  }

  async start(): Promise<void> {
    const [program = '', ...words] = unitCommand(this.#unit)
    const env = { PATH: process.env.PATH ?? '', ...this.#settings }
    const child = spawn(program, words, { cwd: release, env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    this.#child = child

    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`${this.#unit} ended with ${child.exitCode}: ${this.#output}`)
        return this.#output.includes('is ready') ? true : undefined
      },
      `the start of ${this.#unit}`,
      patienceMs,
    )
  }

  /** Stops it like systemd (`KillMode=mixed`): the signal goes to the launcher only. */
  async stop(): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null) return null

    const exited = once(child, 'close')
    child.kill('SIGTERM')
    const [code] = await exited
    return code as number | null
  }

  /** Kills the program below its launcher, as the kernel does without memory; the launcher ends too. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child?.pid) throw new Error('it does not run')

    const exited = once(child, 'close')
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
    process.kill(Number(children.trim().split(' ')[0]), 'SIGKILL')
    await exited
  }
}
