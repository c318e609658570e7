import { refuse } from '../model/verdict.ts'
import { newMemory, type WasmMemory } from './web-assembly.ts'

const pageBytes = 65_536

/** 4 GiB, the address space of 32-bit WebAssembly. */
const maxPages = 65_536
export const blockBytes = 1 << 20

/**
 * The memory of a finished kernel, reused by the next one: getting fresh pages from the system
 * takes as long as the work in them. A weak reference, so that it is collected if memory is short.
 */
let spare: { memory: WeakRef<WasmMemory>; usedBytes: number } | undefined

/**
 * The linear memory of one kernel, allocated in blocks of 1 MiB and in larger ranges. It grows by a
 * quarter at a time, because each growth needs new views and untouched pages cost nothing.
 */
export class BlockMemory {
  readonly memory: WasmMemory
  bytes: Uint8Array<ArrayBuffer>
  words: Uint32Array<ArrayBuffer>
  floats: Float32Array<ArrayBuffer>
  doubles: Float64Array<ArrayBuffer>
  #end: number
  /** Bytes before this one may contain data of another kernel. */
  readonly #usedBytes: number
  readonly #free: number[] = []

  /** Bytes before `firstBlockAt` are zero. */
  constructor(firstBlockAt: number) {
    const used = spare?.memory.deref()
    this.#usedBytes = used && spare ? spare.usedBytes : 0
    spare = undefined
    this.#end = firstBlockAt
    this.memory = used ?? newMemory(Math.ceil(firstBlockAt / pageBytes), maxPages)

    const have = this.memory.buffer.byteLength / pageBytes
    const need = Math.ceil(firstBlockAt / pageBytes) - have
    if (need > 0) this.memory.grow(need)

    const buffer = this.memory.buffer
    this.bytes = new Uint8Array(buffer)
    this.words = new Uint32Array(buffer)
    this.floats = new Float32Array(buffer)
    this.doubles = new Float64Array(buffer)
    this.bytes.fill(0, 0, Math.min(firstBlockAt, this.#usedBytes))
  }

  block(): number {
    return this.#free.pop() ?? this.allocate(blockBytes)
  }

  release(block: number): void {
    this.#free.push(block)
  }

  /** Makes the memory available to the next kernel; it must not be accessed afterwards. */
  recycle(): void {
    spare = { memory: new WeakRef(this.memory), usedBytes: Math.max(this.#usedBytes, this.#end) }
    this.bytes = new Uint8Array(0)
    this.words = new Uint32Array(0)
    this.floats = new Float32Array(0)
    this.doubles = new Float64Array(0)
  }

  /** Whether this many more bytes fit into the address space. */
  hasRoom(bytes: number): boolean {
    return this.#end + bytes + blockBytes <= maxPages * pageBytes
  }

  /** Allocates a range filled with zeros. */
  allocateZeroed(bytes: number): number {
    const at = this.allocate(bytes)
    this.bytes.fill(0, at, Math.min(this.#end, Math.max(at, this.#usedBytes)))
    return at
  }

  /** Allocates an uninitialised range; refuses beyond 4 GiB or if the system has no more memory. */
  allocate(bytes: number): number {
    const at = this.#end
    const end = at + Math.ceil(bytes / 64) * 64
    const have = this.bytes.length / pageBytes
    const need = Math.ceil(end / pageBytes) - have

    if (need > 0 && !this.#grow(Math.max(need, have >> 2), have) && !this.#grow(need, have)) {
      refuse('out-of-memory', undefined, { bytes: end })
    }

    this.#end = end
    return at
  }

  #grow(pages: number, have: number): boolean {
    const more = Math.min(pages, maxPages - have)
    if (more < 1) return false

    try {
      this.memory.grow(more)
    } catch {
      return false
    }

    const buffer = this.memory.buffer
    this.bytes = new Uint8Array(buffer)
    this.words = new Uint32Array(buffer)
    this.floats = new Float32Array(buffer)
    this.doubles = new Float64Array(buffer)

    return true
  }
}
