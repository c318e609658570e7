import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

const ownSources = join(import.meta.dirname, '../src')

/** The company of a public server: it may not be that of the demo. */
export const ownBrandFile = join(import.meta.dirname, 'brand.json')

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Node's compile cache, which halves the time of a start. */
const { NODE_COMPILE_CACHE = '' } = process.env

interface Start {
  /** The folder of the program. */
  sources: string
  /** Flags of Node. */
  flags: readonly string[]
}

/** Tests send everything from one address, on a machine that other tests keep busy. */
const unlimitedLoad = { REQUESTS_AT_ONCE: '10000', LOOP_DELAY_MS: '60000' }

/** The real program in a child process, with the given environment and the compile cache only. */
export class ProductProcess {
  readonly child: ChildProcess
  readonly exitCode: Promise<number | null>
  stdout = ''
  stderr = ''

  private constructor(program: 'main' | 'worker', env: Record<string, string>, { sources, flags }: Start) {
    const args = [...flags, join(sources, `${program}.ts`)]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    this.child = child
    this.exitCode = once(child, 'close').then(([code]) => code as number | null)
  }

  /** Starts a program; its data folder is removed after its end. */
  static async start(
    program: 'main' | 'worker',
    env: Record<string, string>,
    { sources = ownSources, flags = [] }: Partial<Start> = {},
  ): Promise<ProductProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), 'cotation-process-'))
    const wholeEnv = { NODE_COMPILE_CACHE, HOST: '127.0.0.1', DATA_DIR: dataDir, ...unlimitedLoad, ...env }
    const product = new ProductProcess(program, wholeEnv, { sources, flags })
    product.exitCode.then(() => rm(dataDir, { recursive: true, force: true }))
    return product
  }

  /** Waits for a text on standard output; fails with standard error if the process ends first. */
  async says(words: string, withinMs?: number): Promise<void> {
    await until(
      async () => {
        if (this.stdout.includes(words)) return true
        if (this.child.exitCode !== null) throw new Error(`it ended with ${this.child.exitCode}: ${this.stderr}`)
        return undefined
      },
      `"${words}"`,
      withinMs,
    )
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.exitCode
  }
}
