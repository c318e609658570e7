import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Milliseconds from `npm start` to "is ready". Then stops the product in an orderly way. */
async function start(dataDir: string): Promise<number> {
  const began = performance.now()
  const product = spawn('npm', ['start', '--silent'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: '8098', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ms = await new Promise<number>((resolve) => {
    product.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('is ready:')) resolve(performance.now() - began)
    })
  })

  await new Promise((resolve) => {
    product.once('exit', resolve)
    process.kill(-(product.pid ?? 0), 'SIGTERM')
  })

  return ms
}

/** The peer: starting npm and an empty program. */
async function bareStart(): Promise<number> {
  const began = performance.now()
  const bare = spawn('npm', ['exec', '--silent', '--', 'node', '-e', '0'], { stdio: 'ignore' })
  await new Promise((resolve) => bare.once('exit', resolve))
  return performance.now() - began
}

const dataDir = await mkdtemp(join(tmpdir(), 'cotation-start-'))
const cold = await start(dataDir)
const warm = [await start(dataDir), await start(dataDir), await start(dataDir)].toSorted((a, b) => a - b)[1] ?? 0
const bare = await bareStart()
await rm(dataDir, { recursive: true, force: true })
console.log(`first start on an empty data folder: ${cold.toFixed(0)} ms`)

console.log(
  `second start: ${warm.toFixed(0)} ms, ${(warm / bare).toFixed(1)} times an empty program under npm (${bare.toFixed(0)} ms); goal under 3000 ms`,
)
