import { i32, u32 } from '../math/typed-access.ts'

const crowded = -2

/**
 * The half-edge across each half-edge (`3 * triangle + corner`, running from that corner to the
 * next), or -1 at a border. Edges of three or more triangles, or of two that run in the same
 * direction, are borders: no side of them is certain.
 */
export function twinsOf(indices: Uint32Array, pause: (done: number) => void): Int32Array {
  const count = indices.length
  const twins = new Int32Array(count).fill(-1)

  // Hashed instead of bucketed by vertex: the hub of a fan may have every edge of the mesh.
  const bits = Math.max(4, Math.ceil(Math.log2(count + 1)))
  const mask = 2 ** bits - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  for (let h = 0; h < count; h++) {
    if ((h & 0x3ffff) === 0) pause(h / count)

    const from = u32(indices, h)
    const to = u32(indices, nextCorner(h))
    if (from === to) continue

    const low = Math.min(from, to)
    const high = Math.max(from, to)
    let slot = mixed(low, high) & mask
    for (;;) {
      const first = i32(slots, slot)
      if (first < 0) {
        slots[slot] = h
        break
      }

      const a = u32(indices, first)
      const b = u32(indices, nextCorner(first))
      if (Math.min(a, b) === low && Math.max(a, b) === high) {
        join(twins, first, h, a === from)
        break
      }

      slot = (slot + 1) & mask
    }
  }

  for (let h = 0; h < count; h++) if (twins[h] === crowded) twins[h] = -1
  return twins
}

/** The corner after half-edge `h` in its triangle. */
export const nextCorner = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1)

function mixed(low: number, high: number): number {
  let x = Math.imul(low, 0x9e3779b1) ^ Math.imul(high + 0x7f4a7c15, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  return x ^ (x >>> 13)
}

function join(twins: Int32Array, first: number, h: number, sameWay: boolean): void {
  const partner = i32(twins, first)
  if (partner === -1 && !sameWay) {
    twins[first] = h
    twins[h] = first
    return
  }

  if (partner >= 0) twins[partner] = crowded
  twins[first] = crowded
  twins[h] = crowded
}
