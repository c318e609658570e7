import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStep } from '../packages/geometry/step/read-step.ts'
import { nodeKernels } from '../packages/geometry/step/step-kernel.node.ts'

/**
 * Reading and measuring STEP files (volume, area, boxes, triangles) with our kernel and with
 * Debian's native OpenCASCADE, best of several rounds. Ours also reads names, colours and units;
 * faces, edges and validity are measured separately.
 */
const rounds = Number(process.argv[2] ?? 15)
const folder = join(import.meta.dirname, '../../shared/parts')
const debianPackages = 'libocct-data-exchange-dev libocct-modeling-algorithms-dev libocct-ocaf-dev g++'
const libraries =
  'TKSTEP TKSTEPBase TKSTEPAttr TKXSBase TKMesh TKTopAlgo TKBRep TKGeomBase TKG3d TKG2d TKMath TKernel'.split(' ')

interface Times {
  ms: number
  volumeMm3: number
}

/** The peer's best time and peak memory for one file. */
function nativeTime(program: string, file: string): Times & { peakMiB: number } {
  const [row = '', peak = ''] = execFileSync(program, [String(rounds), file], { encoding: 'utf8' }).split('\n')
  const [, ms, volume] = row.split('\t')
  return { ms: Number(ms), volumeMm3: Number(volume), peakMiB: Number(peak.split('\t')[1]) / 1024 }
}

/** Compiles the peer into a temporary folder. Undefined without compiler or headers. */
function compiledPeer(target: string): string | undefined {
  const program = join(target, 'measure-step')
  const link = libraries.map((name) => `-l${name}`)
  const source = join(import.meta.dirname, 'measure-step.cpp')
  const flags = ['-O2', '-w', '-std=c++17', '-I/usr/include/opencascade', source, '-o', program, ...link]

  try {
    execFileSync('g++', flags, { stdio: 'ignore' })
    return program
  } catch {
    return undefined
  }
}

/** One run by stages: those the peer has too (reading, measuring) and the one it lacks (faces). */
function ourTime(kernel: Parameters<typeof readStep>[0], bytes: Uint8Array): Times & { facesMs: number } {
  const spent = new Map<string, number>()
  let stage = 'reading'
  let since = performance.now()
  const reached = (next: string): void => {
    const now = performance.now()
    spent.set(stage, (spent.get(stage) ?? 0) + now - since)
    stage = next
    since = now
  }

  const { volumeMm3 } = readStep(kernel, bytes, { watch: { mustStop: () => undefined, progress: reached } })

  reached('done')

  return {
    ms: (spent.get('reading') ?? 0) + (spent.get('measuring') ?? 0),
    facesMs: spent.get('faces') ?? 0,
    volumeMm3,
  }
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)

const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.ste?p$/i.test(name)) : []
if (files.length === 0) throw new Error(`No STEP files in ${folder}`)
const target = await mkdtemp(join(tmpdir(), 'cotation-step-'))
const peer = compiledPeer(target)
if (!peer) console.log(`No native peer here; it needs the Debian packages ${debianPackages}`)

const kernels = nodeKernels()
const began = performance.now()
const kernel = await kernels.acquire()
const coldStart = performance.now() - began
const ratios: number[] = []
let nativePeakMiB = 0
console.log('file                                       first ms   same work ms   + faces ms   native ms   ratio')

for (const name of files) {
  const bytes = readFileSync(join(folder, name))
  const runs = Array.from({ length: rounds }, () => ourTime(kernel, bytes))
  const first = runs[0] ?? { ms: 0, facesMs: 0 }
  const best = runs.reduce((least, run) => (run.ms < least.ms ? run : least))

  // Right after ours, so that both run under the same load.
  const theirs = peer ? nativeTime(peer, join(folder, name)) : undefined
  if (theirs) ratios.push(best.ms / theirs.ms)
  nativePeakMiB = Math.max(nativePeakMiB, theirs?.peakMiB ?? 0)

  const difference = theirs && Math.abs(best.volumeMm3 / theirs.volumeMm3 - 1)
  const columns = [
    name.slice(0, 41).padEnd(42),
    (first.ms + first.facesMs).toFixed(0).padStart(8),
    best.ms.toFixed(1).padStart(14),
    best.facesMs.toFixed(1).padStart(12),
    (theirs?.ms.toFixed(1) ?? '-').padStart(11),
    (theirs ? (best.ms / theirs.ms).toFixed(2) : '-').padStart(7),
  ]
  const warning = difference && difference > 1e-3 ? `  volumes differ by ${(difference * 100).toFixed(2)} %` : ''
  console.log(columns.join(' ') + warning)
}

await rm(target, { recursive: true, force: true })
if (peer) console.log(`same work, geometric mean: ${geometricMean(ratios).toFixed(2)} times native; goal at most 1`)

/** Time to get the next kernel instance (ms), one second after returning a broken one. */
const waits: number[] = []
let held = kernel

for (let i = 0; i < 5; i++) {
  held.broken = true
  kernels.release(held)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const askedAt = performance.now()
  held = await kernels.acquire()
  waits.push(performance.now() - askedAt)
}

console.log(
  `kernel: first start ${coldStart.toFixed(0)} ms; next one ready in ${Math.max(...waits).toFixed(2)} ms; goal under 50 ms`,
)

const peak = process.resourceUsage().maxRSS / 1024
console.log(`peak memory: ours ${peak.toFixed(0)} MiB with Node, native ${peer ? nativePeakMiB.toFixed(0) : '-'} MiB`)
kernels.dispose()
