import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface RunningProduct {
  url: string
  /** The data folder, for operator commands. */
  dataDir: string
  /** Its output, including the demo accounts. */
  said: string
  /** Waits until it has printed these words. */
  says(words: string): Promise<void>
  stop(): Promise<void>
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** On a busy machine the product is late too, and must not refuse the journeys for it. */
const patience = { LOOP_DELAY_MS: '60000' }

export const newDataDir = () => mkdtemp(join(tmpdir(), 'cotation-product-'))

/** Runs `npm start` and resolves when it is ready. The data folder is removed after its end. */
export async function startProduct(
  port: number,
  settings: Record<string, string> = {},
  givenDataDir?: string,
): Promise<RunningProduct> {
  const dataDir = givenDataDir ?? (await newDataDir())
  const product = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.mjs')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...patience, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => said.includes(words) && resolve()
      product.stdout.on('data', look)
      product.once('exit', () => reject(new Error(`the product has not said "${words}":\n${said}`)))
      look()
    })
  const listen = (chunk: Buffer) => {
    said += chunk.toString()
  }
  product.stdout.on('data', listen)
  product.stderr.on('data', listen)
  // The last of the accounts that it prints.
  await says('(administrator)')

  return {
    url: `http://localhost:${port}`,
    dataDir,
    said,
    says,
    async stop() {
      await new Promise((resolve) => {
        product.once('exit', resolve)
        product.kill('SIGTERM')
      })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const run = promisify(execFile)

/** Runs one scheduled job of the running installation by a clock that is some days ahead. */
export async function runJobInDays(days: number, job: string): Promise<void> {
  const settings = { DATA_DIR: process.env.PRODUCT_DATA ?? '', CLOCK_OFFSET_DAYS: String(days) }
  await run(process.execPath, [join(import.meta.dirname, '../apps/api/test/run-scheduled-job.ts'), job], {
    env: { ...process.env, ...settings },
  })
}

/**
 * Another server of the running installation whose clock is some days ahead: other journeys keep
 * theirs. It runs no jobs and no card simulator, which would expire the open card pages of all
 * journeys: they last a day.
 */
export async function startServerInDays(days: number): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const settings = {
    PORT: String(port),
    DATA_DIR: process.env.PRODUCT_DATA ?? '',
    CLOCK_OFFSET_DAYS: String(days),
    DEMO: 'accounts',
  }
  // Not `npm start`, which may build the web app again under the running product.
  const server = spawn(process.execPath, [join(import.meta.dirname, '../apps/api/src/main.ts')], {
    env: { ...process.env, ...settings, JOBS: 'off', PAYMENT_SIMULATOR: 'off', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let words = ''
    const listen = (chunk: Buffer) => {
      words += chunk.toString()
      if (words.includes('is ready:')) resolve()
    }
    server.stdout.on('data', listen)
    server.stderr.on('data', listen)
    server.once('exit', () => reject(new Error(`the server did not start:\n${words}`)))
  })

  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.once('exit', () => resolve())
        server.kill('SIGTERM')
      }),
  }
}
