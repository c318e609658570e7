import { f32, f64, float, u32 } from '../math/typed-access.ts'
import type { Vec3 } from '../math/vector.ts'
import type { TriangleMesh } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { BlockMemory, blockBytes } from './block-memory.ts'
import { kernelFrom } from './web-assembly.ts'
import { weldWasm } from './weld.wasm.ts'

/** The functions of assembly/weld.ts; addresses are unsigned 32-bit numbers. */
interface WeldExports {
  setUp(cacheAt: number, cornersAt: number, sumsAt: number): void
  vertexCount(): number
  moveTo(vertexBlock: number): void
  vertexCursor(): number
  weld(from: number, stride: number, records: number, out: number): number
  flush(): void
  countParts(block: number, count: number, bits: number, counts: number): void
  sendToParts(block: number, count: number, bits: number, next: number): void
  useSets(seenAt: number, seenBits: number, suspectsAt: number, suspectBits: number): void
  noteHashes(block: number, count: number): void
  listSuspects(block: number, count: number, out: number): number
  findSame(
    part: number,
    end: number,
    seed: bigint,
    table: number,
    tableBits: number,
    same: number,
    patience: number,
  ): number
  pack(block: number, count: number, numbers: number, next: number): number
  renumber(at: number, count: number, numbers: number): void
  settleNumbers(same: number, count: number): number
  keep(from: number, stride: number, records: number, out: number): number
  countCells(from: number, records: number, perUnitAt: number, counts: number): void
  sendToCells(from: number, records: number, perUnitAt: number, next: number): void
}

/** Addresses in the kernel's memory. */
const at = {
  sums: 2048,
  perUnit: 2560,
  counts: 4096,
  corners: 20_480,
  cache: 65_536,
  table: 589_824,
  input: 851_968,
  blocks: 1_900_544,
} as const

const inputRecords = 20_000
const vertexBytes = 16
const indexBytes = 12
const keptBytes = 36
const keptPerBlock = Math.floor((blockBytes - 16) / keptBytes)
const cells = 4096
const tableBits = 16
const listedVertices = 4096

/** Vertices per part: a part and its table fit into the processor's cache. */
const partVertices = 16_384

/** If this many triangles share so few recent vertices, their sequence in the file is random. */
const sequenceJudgedAfter = 65_536
const scatteredVerticesPerTriangle = 1.5

interface Block {
  at: number
  /** Number of vertices or triangles. */
  used: number
}

/** Address of the final vertex numbers; 0 if all vertices were distinct already. */
interface FinalNumbers {
  at: number
  distinct: number
}

const newKernel = kernelFrom<WeldExports>(weldWasm)

/** Raw sums over all triangles, relative to `origin`; see assembly/weld.ts. */
export interface StreamSums {
  origin: Vec3
  low: Vec3
  high: Vec3
  /** Six times the volume. */
  volume6: number
  /** Six times the volume times four times the centre of mass. */
  moment24: Vec3
  /** Twice the area, and twice the sum of the area vectors. */
  area2: number
  vector2: Vec3
  /** Triangles without area. */
  flat: number
}

/**
 * Welds a stream of triangles. Random access to a table of all vertices would miss the processor's
 * cache, so a small table of recent vertices finds nearly all repetitions; the rest is found at the
 * end, part by part. Triangles in random sequence are sorted by position first.
 */
export class WeldKernel {
  triangles = 0
  readonly #memory = new BlockMemory(at.blocks)
  readonly #kernel: WeldExports
  readonly #vertexBlocks: Block[] = []
  readonly #indexBlocks: Block[] = []
  readonly #keptBlocks: Block[] = []
  readonly #watch: Watch
  #scattered = false

  constructor(watch: Watch) {
    this.#watch = watch
    this.#kernel = newKernel(this.#memory.memory)
    this.#memory.floats.fill(Number.POSITIVE_INFINITY, at.sums / 4, at.sums / 4 + 4)
    this.#memory.floats.fill(Number.NEGATIVE_INFINITY, at.sums / 4 + 4, at.sums / 4 + 8)
    this.#kernel.setUp(at.cache, at.corners, at.sums)
  }

  /** Adds triangles with corners at `first`, `stride` bytes apart; false if any is not finite. */
  add(bytes: Uint8Array, first: number, stride: number, records: number): boolean {
    for (let done = 0; done < records; done += inputRecords) {
      const count = Math.min(inputRecords, records - done)
      const from = first + done * stride
      this.#memory.bytes.set(bytes.subarray(from, from + (count - 1) * stride + keptBytes), at.input)

      if (this.triangles === 0) {
        for (let axis = 0; axis < 3; axis++) {
          this.#memory.doubles[at.sums / 8 + 4 + axis] = f32(this.#memory.floats, at.input / 4 + axis)
        }
      }

      const finite = this.#scattered ? this.#keepInput(stride, count) : this.#weldAt(at.input, stride, count)
      if (!finite) return false

      this.triangles += count
      this.#scattered ||=
        this.triangles >= sequenceJudgedAfter &&
        this.#kernel.vertexCount() > scatteredVerticesPerTriangle * this.triangles
      step(this.#watch, 'reading', 0)
    }
    return true
  }

  #weldAt(first: number, stride: number, count: number): boolean {
    let from = first
    for (let left = count; left > 0; ) {
      const vertices = this.#roomFor(this.#vertexBlocks, vertexBytes, 3 * 1024)
      const indices = this.#roomFor(this.#indexBlocks, indexBytes, 1024)
      const records = Math.min(left, Math.floor(vertices.room / 3), indices.room)
      const before = vertices.block.at + vertices.block.used * vertexBytes
      this.#kernel.moveTo(before)

      const hasNonFinite = this.#kernel.weld(from, stride, records, indices.block.at + indices.block.used * indexBytes)
      if (hasNonFinite) return false

      vertices.block.used += ((this.#kernel.vertexCursor() >>> 0) - before) / vertexBytes
      indices.block.used += records
      from += records * stride
      left -= records
    }

    return true
  }

  #keepInput(stride: number, count: number): boolean {
    let from: number = at.input
    for (let left = count; left > 0; ) {
      const { block, room } = this.#roomFor(this.#keptBlocks, keptBytes, 1, keptPerBlock)
      const records = Math.min(left, room)
      if (this.#kernel.keep(from, stride, records, block.at + block.used * keptBytes)) return false
      block.used += records
      from += records * stride
      left -= records
    }

    return true
  }

  /** The last block if it has room for `minItems` more, otherwise a new one. */
  #roomFor(blocks: Block[], itemBytes: number, minItems: number, capacity = Math.floor(blockBytes / itemBytes)) {
    let block = blocks[blocks.length - 1]
    if (!block || capacity - block.used < minItems) {
      block = { at: this.#memory.block(), used: 0 }
      blocks.push(block)
    }
    return { block, room: capacity - block.used }
  }

  #sums(): StreamSums {
    this.#kernel.flush()

    const doubles = this.#memory.doubles.slice(at.sums / 8 + 4, at.sums / 8 + 16)
    const floats = this.#memory.floats.slice(at.sums / 4, at.sums / 4 + 8)
    const three = (list: Float64Array | Float32Array, first: number): Vec3 => [
      float(list, first),
      float(list, first + 1),
      float(list, first + 2),
    ]

    return {
      origin: three(doubles, 0),
      low: three(floats, 0),
      high: three(floats, 4),
      volume6: f64(doubles, 3),
      moment24: three(doubles, 4),
      area2: f64(doubles, 7),
      vector2: three(doubles, 8),
      flat: f64(doubles, 11),
    }
  }

  /** The welded mesh and the sums of all triangles. Nothing can be added afterwards. */
  finish(): { mesh: TriangleMesh; sums: StreamSums } {
    const spare = this.#keptBlocks.length > 0 ? this.#weldKept() : { at: 0, bytes: 0 }
    const numbers = this.#finalNumbers(spare)
    const mesh = { positions: this.#positions(numbers), indices: this.#indices(numbers) }
    const sums = this.#sums()
    this.#memory.recycle()
    return { mesh, sums }
  }

  /** Welds the kept triangles sorted by position; returns the memory that is free afterwards. */
  #weldKept(): { at: number; bytes: number } {
    const memory = this.#memory
    const kernel = this.#kernel
    const watch = this.#watch
    const kept = this.#keptBlocks.reduce((sum, { used }) => sum + used, 0)
    const bytes = kept * keptBytes + 64

    if (!memory.hasRoom(bytes)) {
      for (const block of this.#keptBlocks) this.#weldAt(block.at, keptBytes, block.used)
      return { at: 0, bytes: 0 }
    }

    for (let axis = 0; axis < 4; axis++) {
      const extent = f32(memory.floats, at.sums / 4 + 4 + axis) - f32(memory.floats, at.sums / 4 + axis)
      memory.floats[at.perUnit / 4 + axis] = extent > 0 ? 16 / extent : 0
    }

    memory.words.fill(0, at.counts / 4, at.counts / 4 + cells)
    for (const block of this.#keptBlocks) kernel.countCells(block.at, block.used, at.perUnit, at.counts)

    const sorted = memory.allocate(bytes)
    this.#startsFromCounts(cells, sorted, keptBytes)

    for (const block of this.#keptBlocks) {
      step(watch, 'reading', 0)
      kernel.sendToCells(block.at, block.used, at.perUnit, at.counts)
      memory.release(block.at)
    }

    for (let done = 0; done < kept; done += inputRecords) {
      step(watch, 'reading', 0)
      this.#weldAt(sorted + done * keptBytes, keptBytes, Math.min(inputRecords, kept - done))
    }

    return { at: sorted, bytes }
  }

  #startsFromCounts(count: number, first: number, itemBytes: number): void {
    const { words } = this.#memory
    let next = first
    for (let i = at.counts / 4; i < at.counts / 4 + count; i++) {
      const here = u32(words, i)
      words[i] = next
      next += here * itemBytes
    }
  }

  /** Finds the equal vertices that the table of recent vertices missed. */
  #finalNumbers(spare: { at: number; bytes: number }): FinalNumbers {
    const memory = this.#memory
    const kernel = this.#kernel
    const count = kernel.vertexCount() >>> 0
    this.#noteHashes(count)

    const lists = this.#suspectBlocks()
    const suspects = lists.reduce((sum, { used }) => sum + used, 0)
    if (suspects === 0) return { at: 0, distinct: count }

    const bits = Math.max(1, Math.min(12, Math.ceil(Math.log2(suspects / partVertices))))
    const counts = at.counts / 4
    memory.words.fill(0, counts, counts + (1 << bits))
    for (const list of lists) kernel.countParts(list.at, list.used, bits, at.counts)

    const bytes = suspects * vertexBytes
    const parts = spare.bytes >= bytes ? spare.at : memory.allocate(bytes)
    this.#startsFromCounts(1 << bits, parts, vertexBytes)
    for (const list of lists) kernel.sendToParts(list.at, list.used, bits, at.counts)

    const same = memory.allocateZeroed(4 * count)
    let found = 0
    let part = parts
    for (let i = 0; i < 1 << bits; i++) {
      const end = u32(memory.words, counts + i)
      if (end > part) found += this.#findSame(part, end, same)
      part = end
    }

    return found === 0 ? { at: 0, distinct: count } : { at: same, distinct: kernel.settleNumbers(same, count) >>> 0 }
  }

  #noteHashes(count: number): void {
    const bits = Math.max(12, Math.min(32, Math.ceil(Math.log2(count)) + 3))
    const seenAt = this.#memory.allocateZeroed(2 ** (bits - 3))
    const suspectsAt = this.#memory.allocateZeroed(2 ** (bits - 7))
    this.#kernel.useSets(seenAt, bits, suspectsAt, bits - 4)

    for (const block of this.#vertexBlocks) {
      step(this.#watch, 'reading', 0)
      this.#kernel.noteHashes(block.at, block.used)
    }
  }

  /** Most vertices have a unique hash; only the others must be compared. */
  #suspectBlocks(): Block[] {
    const lists: Block[] = []
    for (const block of this.#vertexBlocks) {
      step(this.#watch, 'reading', 0)
      for (let done = 0; done < block.used; done += listedVertices) {
        const { block: list } = this.#roomFor(lists, vertexBytes, listedVertices + 1)
        const first = block.at + done * vertexBytes
        const out = list.at + list.used * vertexBytes
        const end = this.#kernel.listSuspects(first, Math.min(listedVertices, block.used - done), out) >>> 0
        list.used = (end - list.at) / vertexBytes
      }
    }

    return lists
  }

  #findSame(part: number, end: number, same: number): number {
    const size = (end - part) / vertexBytes
    const needed = Math.max(6, Math.ceil(Math.log2(2 * size + 1)))
    const table = needed > tableBits ? this.#memory.allocate(4 * 2 ** needed) : at.table
    for (let seed = 0n, patience = 16 * size + 1024; ; seed++, patience *= 2) {
      step(this.#watch, 'reading', 0)
      const found = this.#kernel.findSame(part, end, seed, table, needed, same, patience)
      if (found >= 0) return found
    }
  }

  #positions({ at: numbers, distinct }: FinalNumbers): Float32Array {
    const memory = this.#memory
    const kernel = this.#kernel
    const watch = this.#watch
    const positions = new Float32Array(3 * distinct)
    let next = 0
    let vertex = 0

    for (const block of this.#vertexBlocks) {
      step(watch, 'reading', 0)
      const end = kernel.pack(block.at, block.used, numbers && numbers + 4 * vertex, next) >>> 0
      positions.set(memory.floats.subarray(block.at / 4, block.at / 4 + 3 * (end - next)), 3 * next)
      next = end
      vertex += block.used
    }

    return positions
  }

  #indices({ at: numbers }: FinalNumbers): Uint32Array {
    const memory = this.#memory
    const kernel = this.#kernel
    const watch = this.#watch
    const indices = new Uint32Array(3 * this.#indexBlocks.reduce((sum, { used }) => sum + used, 0))
    let to = 0

    for (const block of this.#indexBlocks) {
      step(watch, 'reading', 0)
      if (numbers) kernel.renumber(block.at, 3 * block.used, numbers)
      indices.set(memory.words.subarray(block.at / 4, block.at / 4 + 3 * block.used), to)
      to += 3 * block.used
    }

    return indices
  }
}
