import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface BenchProduct {
  url: string
  stop(): Promise<void>
}

/** The product as `npm start` runs it, on a data folder of its own. */
export async function startProductForBench(port = 8099): Promise<BenchProduct> {
  await mkdir(new URL('../test-results', import.meta.url), { recursive: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'cotation-bench-'))
  const product = spawn(process.execPath, [join(import.meta.dirname, '../scripts/start.mjs')], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    product.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('is ready:') && resolve())
    product.once('exit', () => reject(new Error('the product did not start')))
  })
  return {
    url: `http://localhost:${port}`,
    async stop() {
      await new Promise((resolve) => {
        product.once('exit', resolve)
        product.kill('SIGTERM')
      })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
