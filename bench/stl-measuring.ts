import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js'
import { bodiesOf } from '../packages/geometry/mesh/bodies.ts'
import { createMeshBuilder } from '../packages/geometry/mesh/mesh-builder.ts'
import { topologyOf } from '../packages/geometry/mesh/topology.ts'
import { unwatched } from '../packages/geometry/model/watch.ts'
import { createStlReader } from '../packages/geometry/reading/read-stl.ts'
import { verdict } from './orders/measures.ts'

/**
 * Measuring binary STL (volume, area, box, watertight, shells) against copying the bytes, native
 * admesh and three.js' STLLoader. Each runs in its own process for its peak memory; ours also
 * reports the cold first file. The argument is the number of rounds.
 */
const rounds = Math.max(1, Math.floor(Number(process.argv[2])) || 3)

/** Per contender and round, after the process's first file. Native programs have no warm-up. */
const warmRuns = 3
const chunkBytes = 2 << 20
const self = import.meta.filename

/** A bumpy torus of about `triangles` triangles, in rows or shuffled with a fixed seed. */
function writeTorus(path: string, triangles: number, shuffled: boolean): void {
  const across = Math.round(Math.sqrt(triangles / 2))
  const along = Math.round(triangles / 2 / across)
  const count = 2 * across * along
  const positions = new Float32Array(3 * across * along)

  for (let vertex = 0; vertex < across * along; vertex++) {
    const a = (2 * Math.PI * Math.floor(vertex / across)) / along
    const b = (2 * Math.PI * (vertex % across)) / across
    const minor = 20 + 2 * Math.sin(9 * a) * Math.sin(7 * b)
    const major = 60 + minor * Math.cos(b)
    positions.set([major * Math.cos(a), major * Math.sin(a), minor * Math.sin(b)], 3 * vertex)
  }

  const sequence = Uint32Array.from({ length: count }, (_, i) => i)
  let state = 20_261_115
  for (let i = count - 1; shuffled && i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (i + 1))
    const kept = sequence[i] as number
    sequence[i] = sequence[other] as number
    sequence[other] = kept
  }

  const bytes = new Uint8Array(84 + 50 * count)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, count, true)
  sequence.forEach((triangle, slot) => {
    const i = Math.floor((triangle >> 1) / across)
    const j = (triangle >> 1) % across
    const below = (i + 1) % along
    const right = (j + 1) % across
    const a = i * across + j
    const b = below * across + j
    const c = below * across + right
    const d = i * across + right
    const corners = triangle & 1 ? [a, c, d] : [a, b, c]

    corners.forEach((vertex, corner) => {
      for (let axis = 0; axis < 3; axis++) {
        view.setFloat32(96 + 50 * slot + 12 * corner + 4 * axis, positions[3 * vertex + axis] as number, true)
      }
    })
  })

  const file = openSync(path, 'w')
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(1 << 28, bytes.length - at))
  closeSync(file)
}

function readChunks(path: string, take: (chunk: Uint8Array, totalBytes: number) => void): void {
  const file = openSync(path, 'r')
  const totalBytes = fstatSync(file).size
  const chunk = new Uint8Array(chunkBytes)

  for (;;) {
    const bytesRead = readSync(file, chunk, 0, chunk.length, null)
    if (bytesRead === 0) break
    take(chunk.subarray(0, bytesRead), totalBytes)
  }

  closeSync(file)
}

/** Reads the next chunk while this one is processed, like the product does. */
async function streamChunks(path: string, take: (chunk: Uint8Array, totalBytes: number) => void): Promise<void> {
  const file = await open(path)
  const { size: totalBytes } = await file.stat()
  const buffers: [Uint8Array, Uint8Array] = [new Uint8Array(chunkBytes), new Uint8Array(chunkBytes)]
  let coming = file.read(buffers[0], 0, chunkBytes)

  for (;;) {
    const { bytesRead, buffer } = await coming
    if (bytesRead === 0) break
    coming = file.read(buffer === buffers[0] ? buffers[1] : buffers[0], 0, chunkBytes)
    take(buffer.subarray(0, bytesRead), totalBytes)
  }

  await file.close()
}

const contenders: Record<string, (path: string) => void | Promise<void>> = {
  copy(path) {
    let copied: Uint8Array | undefined
    let at = 0
    readChunks(path, (chunk, totalBytes) => {
      copied ??= new Uint8Array(totalBytes)
      copied.set(chunk, at)
      at += chunk.length
    })
  },
  async cotation(path) {
    const builder = createMeshBuilder()
    let reader: ReturnType<typeof createStlReader> | undefined
    await streamChunks(path, (chunk, totalBytes) => {
      reader ??= createStlReader('stl-binary', { totalBytes, watch: unwatched, builder })
      reader.push(chunk)
    })
    reader?.finish()

    const { mesh, sums } = builder.finish()
    const topology = topologyOf(mesh, unwatched, sums)
    const { bodies } = bodiesOf(mesh, topology)
    if (!topology.facts.watertight || bodies.length !== 1) throw new Error('The torus was not measured as one solid')
  },
  three(path) {
    const { buffer } = new Uint8Array(readFileSync(path))
    new STLLoader().parse(buffer).computeBoundingBox()
  },
}

interface Timing {
  /** Time of the process's first file. */
  coldMs: number
  /** Best time of the files after it. */
  warmMs: number
  /** Above the process's memory before its first file. */
  peakMb: number
}

/** In the child process: one cold run, then the best of several. */
async function timeInChild(way: string, path: string): Promise<void> {
  const run = contenders[way]
  if (!run) throw new Error(`No such contender: ${way}`)

  const emptyMb = process.memoryUsage.rss() / 2 ** 20
  const times: number[] = []
  while (times.length <= warmRuns) {
    const began = performance.now()
    await run(path)
    times.push(performance.now() - began)
  }

  const [coldMs = 0, ...warm] = times
  const timing: Timing = { coldMs, warmMs: Math.min(...warm), peakMb: process.resourceUsage().maxRSS / 1024 - emptyMb }
  console.log(JSON.stringify(timing))
}

function timed(way: string, path: string): Timing {
  const { stdout } = spawnSync(process.execPath, [self, way, path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(stdout) as Timing
}

/** The native program's default run reports the same facts. Linux reports its peak memory. */
async function timedAdmesh(path: string, timeoutMs: number): Promise<Timing | string> {
  const began = performance.now()
  const program = spawn('admesh', [path], { stdio: 'ignore', timeout: timeoutMs })
  let peakMb = 0
  const poll = setInterval(() => {
    const status = `/proc/${program.pid}/status`
    const peak = existsSync(status) ? /VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8')) : null
    if (peak) peakMb = Number(peak[1]) / 1024
  }, 20)

  const failure = await new Promise<string | undefined>((resolve) => {
    program.once('error', () => resolve('not installed (Debian: apt-get install admesh)'))
    program.once('exit', (_code, signal) => resolve(signal ? `more than ${timeoutMs / 1000} s` : undefined))
  })
  clearInterval(poll)

  const ms = performance.now() - began
  return failure ?? { coldMs: ms, warmMs: ms, peakMb }
}

const names: Record<string, string> = {
  copy: 'reading and copying',
  cotation: 'cotation',
  three: 'three.js STLLoader and box alone',
  admesh: 'admesh',
}

/** Contenders alternate and keep their best round, so that a busy moment affects none alone. */
async function bestOfRounds(path: string): Promise<Map<string, Timing | string>> {
  const best = new Map<string, Timing | string>()
  for (let round = 0; round < rounds; round++) {
    for (const way of Object.keys(names)) {
      const runs = way === 'admesh' ? warmRuns : 1
      for (let run = 0; run < runs && typeof best.get(way) !== 'string'; run++) {
        const known = best.get(way)
        const now = way === 'admesh' ? await timedAdmesh(path, 60_000) : timed(way, path)
        best.set(way, typeof now === 'object' && typeof known === 'object' ? better(known, now) : now)
      }
    }
  }

  return best
}

const better = (one: Timing, two: Timing): Timing => ({
  coldMs: Math.min(one.coldMs, two.coldMs),
  warmMs: Math.min(one.warmMs, two.warmMs),
  peakMb: Math.max(one.peakMb, two.peakMb),
})

function report(triangles: number, best: Map<string, Timing | string>): void {
  for (const [way, timing] of best) {
    const facts =
      typeof timing === 'string'
        ? timing
        : `${timing.warmMs.toFixed(0)} ms (first file ${timing.coldMs.toFixed(0)} ms), peak ${timing.peakMb.toFixed(0)} MB`
    console.log(`  ${names[way]}: ${facts}`)
  }

  const [ours, copy, admesh, three] = ['cotation', 'copy', 'admesh', 'three'].map((way) => best.get(way))
  if (typeof ours !== 'object' || typeof copy !== 'object') return

  const ratios: [ratio: number, text: string, goal: string, isMet: (ratio: number) => boolean][] = [
    [ours.warmMs / copy.warmMs, 'times the time of copying', 'at most 3', (ratio) => ratio <= 3],
    [
      (ours.peakMb * 2 ** 20) / (50 * triangles),
      'times the triangle data at its peak',
      'at most 3',
      (ratio) => ratio <= 3,
    ],
  ]
  if (typeof admesh === 'object') {
    ratios.push([admesh.warmMs / ours.warmMs, 'times as fast as admesh', 'at least 5', (ratio) => ratio >= 5])
  }

  for (const [ratio, text, goal, isMet] of ratios) {
    console.log(`  → ${ratio.toFixed(1)} ${text} (goal: ${goal}, ${verdict(isMet(ratio))})`)
  }

  if (typeof three === 'object') console.log(`  → ${(three.warmMs / ours.warmMs).toFixed(1)} times as fast as three.js`)
}

async function compare(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cotation-stl-'))
  try {
    for (const millions of [1, 10]) {
      for (const shuffled of [false, true]) {
        const path = join(folder, 'torus.stl')
        writeTorus(path, millions * 1e6, shuffled)
        console.log(`${millions} million triangles, ${shuffled ? 'shuffled' : 'in rows'}, best of ${rounds} rounds`)
        report(millions * 1e6, await bestOfRounds(path))
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const [way, path] = process.argv.slice(2)
if (way && path) await timeInChild(way, path)
else await compare()
