import { u32 } from '../math/typed-access.ts'
import { type TriangleMesh, triangleCount } from '../model/triangle-mesh.ts'
import { step, type Watch } from '../model/watch.ts'
import { BlockMemory } from './block-memory.ts'
import { edgesWasm } from './edges.wasm.ts'
import { kernelFrom } from './web-assembly.ts'

/** The functions of assembly/edges.ts. */
interface EdgeExports {
  setUp(slots: number, slotBits: number, links: number): void
  useTable(at: number, mask: number, seed: bigint): void
  refill(before: number, places: number): void
  tableCount(): number
  longestProbe(): number
  aloneCount(): number
  oddCount(): number
  repeatedCount(): number
  setCount(): number
  enterSides(corners: number, first: number, end: number): void
  joinAgain(corners: number, first: number, end: number, out: number): number
  listAlone(at: number, end: number, stride: number, out: number, most: number): number
  stoppedAt(): number
}

const newKernel = kernelFrom<EdgeExports>(edgesWasm)

/** Triangles per call of the kernel: few enough for the processor's cache. */
const batch = 8192
const cornersAt = 1024
const listAt = cornersAt + 12 * batch
const firstFree = listAt + 24 * batch
const maxListed = 6 * batch
const edgeBytes = 8
const placeBytes = 16

/** A longer probe means that the file was made to collide: the table gets another seed. */
const maxProbe = 256

/** Irregular edges, each entry an edge number and one of its sides, in the sequence of the file. */
export interface OddSides {
  count: number
  edges: Uint32Array
  sides: Uint32Array
}

/**
 * Joins triangles wherever exactly two share an edge with consistent orientation. The other edges,
 * which are rare, are left to the caller. Vertices are numbered by first appearance, so that
 * neighbours lie close in memory.
 */
export class EdgeKernel {
  readonly #linksAt: number
  readonly #kernel: EdgeExports
  readonly #memory = new BlockMemory(firstFree)
  readonly #indices: Uint32Array
  readonly #triangles: number
  readonly #slots: { at: number; end: number }
  #table = { at: 0, places: 0, seed: 1n }
  readonly #watch: Watch

  constructor(mesh: TriangleMesh, watch: Watch) {
    const memory = this.#memory
    const vertices = mesh.positions.length / 3
    this.#watch = watch
    this.#indices = mesh.indices
    this.#triangles = triangleCount(mesh)

    // A closed surface has three edges per vertex, loose triangles have one.
    const slotBits = vertices > this.#triangles ? 1 : 2
    const slotBytes = (edgeBytes << slotBits) * vertices
    const slots = memory.allocateZeroed(slotBytes)
    this.#slots = { at: slots, end: slots + slotBytes }
    this.#linksAt = memory.allocate(4 * this.#triangles)
    this.#kernel = newKernel(memory.memory)
    this.#kernel.setUp(slots, slotBits, this.#linksAt)
    this.#inBatches(0, 0.6, (first, end) => {
      this.#makeRoom(3 * (end - first))
      this.#kernel.enterSides(cornersAt, first, end)
    })
  }

  #inBatches(done: number, share: number, run: (first: number, end: number) => void): void {
    for (let first = 0; first < this.#triangles; first += batch) {
      step(this.#watch, 'topology', done + (share * first) / this.#triangles)
      const end = Math.min(this.#triangles, first + batch)
      this.#memory.words.set(this.#indices.subarray(3 * first, 3 * end), cornersAt / 4)
      run(first, end)
    }
  }

  /** Keeps the table at most half full after `more` edges, and its probes short. */
  #makeRoom(more: number): void {
    const kernel = this.#kernel
    const memory = this.#memory
    const table = this.#table
    const needed = 2 * (kernel.tableCount() + more)
    const slow = kernel.longestProbe() > maxProbe
    if (needed <= table.places && !slow) return

    const places = 2 ** Math.ceil(Math.log2(Math.max(needed, (slow ? 1 : 4) * table.places)))
    const seed = slow ? BigInt.asUintN(64, table.seed * 0xd1342543de82ef95n + 1n) : table.seed
    const at = memory.allocateZeroed(placeBytes * places)
    kernel.useTable(at, places - 1, seed)
    kernel.refill(table.at, table.places)
    this.#table = { at, places, seed }
  }

  /** Number of triangles with two equal corners; their sides are skipped. */
  get repeated(): number {
    return this.#kernel.repeatedCount()
  }

  /** Calls back for each side whose edge has no other side. */
  visitAlone(callback: (side: number) => void): void {
    if (this.#kernel.aloneCount() === 0) return

    const slots = this.#slots
    const table = this.#table
    this.#listAlone(slots.at, slots.end, edgeBytes, callback)
    this.#listAlone(table.at + 4, table.at + placeBytes * table.places, placeBytes, callback)
  }

  #listAlone(from: number, end: number, stride: number, callback: (side: number) => void): void {
    for (let at = from; at < end; ) {
      step(this.#watch, 'topology', 0.6)
      const listed = this.#kernel.listAlone(at, Math.min(end, at + stride * 65_536), stride, listAt, maxListed)
      for (let i = 0; i < listed; i++) callback(u32(this.#memory.words, listAt / 4 + i))
      at = this.#kernel.stoppedAt() >>> 0
    }
  }

  /** The sides of edges with more than two, or with two of one direction or of copied triangles. */
  oddSides(): OddSides {
    const found: OddSides = { count: this.#kernel.oddCount(), edges: new Uint32Array(0), sides: new Uint32Array(0) }
    if (found.count === 0) return found

    let used = 0
    this.#inBatches(0.6, 0.3, (first, end) => {
      const listed = this.#kernel.joinAgain(cornersAt, first, end, listAt)
      if (used + listed > found.sides.length) {
        found.edges = grown(found.edges, used + listed)
        found.sides = grown(found.sides, used + listed)
      }

      for (let i = 0; i < listed; i++) {
        found.edges[used] = u32(this.#memory.words, listAt / 4 + 2 * i)
        found.sides[used] = u32(this.#memory.words, listAt / 4 + 2 * i + 1)
        used++
      }
    })
    found.edges = found.edges.subarray(0, used)
    found.sides = found.sides.subarray(0, used)

    return found
  }

  /** Whether all triangles are connected with one orientation, apart from irregular edges. */
  get isOneSet(): boolean {
    return this.#kernel.setCount() === 1 && this.#kernel.repeatedCount() === 0
  }

  /** The links of all triangles for a `ParityForest`. The kernel cannot be used afterwards. */
  finish(): Uint32Array {
    const memory = this.#memory
    const linksAt = this.#linksAt
    const triangles = this.#triangles
    // A new array is all zero: every triangle links to the first.
    const links = this.isOneSet ? new Uint32Array(triangles) : memory.words.slice(linksAt / 4, linksAt / 4 + triangles)
    memory.recycle()
    return links
  }
}

function grown(list: Uint32Array, minLength: number): Uint32Array {
  const longer = new Uint32Array(Math.max(1024, Math.ceil(1.5 * minLength)))
  longer.set(list)
  return longer
}
