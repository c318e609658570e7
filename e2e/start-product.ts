import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface RunningProduct {
  url: string
  /** Where it keeps what it knows, for commands of the operator. */
  dataDir: string
  /** What it printed, the demo accounts among it. */
  said: string
  stop(): Promise<void>
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The product as `npm start` runs it, on a data folder of its own; resolves when it says that it is ready. */
export async function startProduct(port: number, settings: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cotation-product-'))
  const product = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.mjs')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = await new Promise<string>((resolve, reject) => {
    let words = ''
    const listen = (chunk: Buffer) => {
      words += chunk.toString()
      if (words.includes('achats@demo.example')) resolve(words)
    }
    product.stdout.on('data', listen)
    product.stderr.on('data', listen)
    product.once('exit', () => reject(new Error(`the product did not start:\n${words}`)))
  })

  return {
    url: `http://localhost:${port}`,
    dataDir,
    said,
    async stop() {
      await new Promise((resolve) => {
        product.once('exit', resolve)
        product.kill('SIGTERM')
      })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
