import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analysePart } from '../packages/geometry/index.ts'
import { nodeKernels } from '../packages/geometry/step/step-kernel.node.ts'
import { warmUpFile } from '../packages/geometry-host/warm-up.ts'

/**
 * What an analysing process costs with different settings of V8 and of the allocator: processor
 * time and resident memory when it is ready, after its first STEP file and after many. Compares
 * processor time, not the clock, and alternates the variants, because other programs share the
 * machine. V8's defaults are the peer. Arguments: rounds, files after the first.
 */
const rounds = Number(process.argv[2] ?? 2)
const following = Number(process.argv[3] ?? 49)
const folder = join(import.meta.dirname, '../../shared/parts')

const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
const baseline = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

interface Variant {
  name: string
  flags: string[]
  env: Record<string, string>
  /** Whether a small file is analysed before the first one counts. */
  warmsUp: boolean
}

const variants: readonly Variant[] = [
  { name: 'defaults', flags: [], env: {}, warmsUp: false },
  { name: 'liftoff only', flags: ['--liftoff-only'], env: {}, warmsUp: false },
  { name: 'no lazy compilation', flags: ['--no-wasm-lazy-compilation'], env: {}, warmsUp: false },
  { name: 'tier-up ten times later', flags: ['--wasm-tiering-budget=130000000'], env: {}, warmsUp: false },
  { name: 'defaults, warmed up', flags: [], env: {}, warmsUp: true },
  { name: 'no tier-up, warmed up', flags: baseline, env: {}, warmsUp: true },
  { name: '+ small young generation', flags: [...baseline, '--max-semi-space-size=4'], env: {}, warmsUp: true },
  { name: '+ allocator (chosen)', flags: [...baseline, '--max-semi-space-size=4'], env: allocator, warmsUp: true },
]

interface Cost {
  readyCpu: number
  firstCpu: number
  firstMs: number
  followingCpu: number
  readyMiB: number
  oneMiB: number
  manyMiB: number
}

if (process.argv[4] === 'measure') {
  // Eager compilation runs in threads that do not keep the process alive.
  const alive = setInterval(() => undefined, 1000)
  process.send?.(await measure(process.argv[5] === 'warm-up'))
  clearInterval(alive)
} else {
  await compare()
}

/** Runs in a process of its own, under the flags of a variant. */
async function measure(warmsUp: boolean): Promise<Cost> {
  const kernels = nodeKernels()
  const files = listParts().map((name) => readFileSync(join(folder, name)))
  const watch = { mustStop: () => undefined, progress: () => undefined }
  const analyse = async (file: AsyncIterable<Uint8Array>) => {
    const request = { totalBytes: undefined, unit: undefined, kernels, watch }
    const verdict = await analysePart(file, { ...request, meshes: ['display', 'thumbnail'] })
    if (!verdict.ok) throw new Error(`A file was refused: ${verdict.refusal.code}`)
  }

  if (warmsUp) await analyse(warmUpFile())
  else kernels.release(await kernels.acquire())
  const ready = state()

  await analyse(chunksOf(files.at(-1)))
  const one = state()

  for (let i = 0; i < following; i++) await analyse(chunksOf(files[i % files.length]))
  const many = state()

  return {
    readyCpu: ready.cpu,
    firstCpu: one.cpu - ready.cpu,
    firstMs: one.ms - ready.ms,
    followingCpu: many.cpu - one.cpu,
    readyMiB: ready.rssMiB,
    oneMiB: one.rssMiB,
    manyMiB: many.rssMiB,
  }
}

function state() {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1e6, ms: performance.now(), rssMiB: process.memoryUsage.rss() / 2 ** 20 }
}

async function* chunksOf(file: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  if (file) yield file
}

function listParts(): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /\.ste?p$/i.test(name)) : []
}

async function costOf({ flags, env, warmsUp }: Variant): Promise<Cost> {
  const args = [String(rounds), String(following), 'measure', warmsUp ? 'warm-up' : '']
  const child = fork(import.meta.filename, args, { execArgv: ['--no-warnings', ...flags], env })

  // Both at once: a short process may end before its message is delivered.
  const [[cost]] = (await Promise.all([once(child, 'message'), once(child, 'exit')])) as [[Cost], unknown]
  return cost
}

async function compare(): Promise<void> {
  if (listParts().length === 0) throw new Error(`No STEP files in ${folder}`)

  const costs = new Map<Variant, Cost[]>(variants.map((variant) => [variant, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [variant, list] of costs) list.push(await costOf(variant))
  }

  const best = (variant: Variant | undefined, key: keyof Cost): number =>
    Math.min(...((variant && costs.get(variant)) ?? []).map((cost) => cost[key]))
  const [peer] = variants
  const cell = (variant: Variant, key: keyof Cost, digits: number): string => {
    const ratio = best(variant, key) / best(peer, key)
    return `${best(variant, key).toFixed(digits)} (${ratio.toFixed(2)})`.padStart(16)
  }

  const heads = ['ready s', 'first s', 'first ms', `next ${following} s`, 'ready MiB', 'one MiB', 'many MiB']
  console.log(`best of ${rounds}, in brackets the ratio to V8's defaults; s is processor time, ms the clock`)
  console.log(''.padEnd(26) + heads.map((head) => head.padStart(16)).join(''))
  for (const variant of variants) {
    const seconds = cell(variant, 'readyCpu', 2) + cell(variant, 'firstCpu', 2) + cell(variant, 'firstMs', 0)
    const memory = cell(variant, 'readyMiB', 0) + cell(variant, 'oneMiB', 0) + cell(variant, 'manyMiB', 0)
    console.log(variant.name.padEnd(26) + seconds + cell(variant, 'followingCpu', 1) + memory)
  }
}
