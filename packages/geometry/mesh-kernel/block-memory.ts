import { refuse } from '../control/verdict.ts'
import { newMemory, type WasmMemory } from './web-assembly.ts'

const pageBytes = 65_536

/** 4 GiB, all that 32-bit WebAssembly can address. */
const mostPages = 65_536
export const blockBytes = 1 << 20

/**
 * A memory that its kernel is done with, for the next one: pages that the system has given once need not be asked for and
 * cleared again, which takes as long as the work done in them. Held weakly, so that it is gone when memory is short.
 */
let spare: { memory: WeakRef<WasmMemory>; usedBytes: number } | undefined

/**
 * The linear memory of one kernel, handed out in blocks of 1 MiB and in larger stretches. Grown ahead by a quarter: pages that
 * are not touched cost nothing, and each growth makes new views.
 */
export class BlockMemory {
  readonly memory: WasmMemory
  bytes: Uint8Array<ArrayBuffer>
  words: Uint32Array<ArrayBuffer>
  floats: Float32Array<ArrayBuffer>
  doubles: Float64Array<ArrayBuffer>
  #end: number
  /** Bytes before this one may be left over from another kernel. */
  readonly #usedBytes: number
  readonly #free: number[] = []

  /** Bytes before `firstBlockAt` are zero. */
  constructor(firstBlockAt: number) {
    const used = spare?.memory.deref()
    this.#usedBytes = used && spare ? spare.usedBytes : 0
    spare = undefined
    this.#end = firstBlockAt
    this.memory = used ?? newMemory(Math.ceil(firstBlockAt / pageBytes), mostPages)

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
    return this.#free.pop() ?? this.stretch(blockBytes)
  }

  release(block: number): void {
    this.#free.push(block)
  }

  /** Leaves the memory to the next kernel; nothing may look into it from now on. */
  giveBack(): void {
    spare = { memory: new WeakRef(this.memory), usedBytes: Math.max(this.#usedBytes, this.#end) }
    this.bytes = new Uint8Array(0)
    this.words = new Uint32Array(0)
    this.floats = new Float32Array(0)
    this.doubles = new Float64Array(0)
  }

  /** Whether so many more bytes can be addressed. */
  hasRoom(bytes: number): boolean {
    return this.#end + bytes + blockBytes <= mostPages * pageBytes
  }

  /** A stretch of memory that is all zero. */
  zeroes(bytes: number): number {
    const at = this.stretch(bytes)
    this.bytes.fill(0, at, Math.min(this.#end, Math.max(at, this.#usedBytes)))
    return at
  }

  /** A stretch of memory with anything in it; refuses when 4 GiB are full or the machine gives no more. */
  stretch(bytes: number): number {
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
    const more = Math.min(pages, mostPages - have)
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
