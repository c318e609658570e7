import { f64, i32, num } from '../math/typed-access.ts'
import type { GridPoints } from './grid-points.ts'

const offset = 2 ** 25
const keyStep = 2 ** 26

/**
 * The convex polygon around points of one plane, as grid points, anticlockwise about the dropped
 * axis. Exact: sorted integer keys and Andrew's chains on integers.
 */
export function flatHullOf({ cells }: GridPoints, droppedAxis: number): number[] {
  const u = (droppedAxis + 1) % 3
  const v = (droppedAxis + 2) % 3
  const count = cells.length / 3
  const keyOf = (p: number) => (i32(cells, 3 * p + u) + offset) * keyStep + i32(cells, 3 * p + v) + offset
  const keys = new Float64Array(count)

  for (let p = 0; p < count; p++) keys[p] = keyOf(p)
  keys.sort()

  const chain = (from: number, to: number, by: number): number[] => {
    const kept: number[] = []
    for (let i = from; i !== to; i += by) {
      const key = f64(keys, i)
      const x = Math.floor(key / keyStep)
      const y = key % keyStep

      if (kept.at(-1) === key) continue

      while (kept.length > 1) {
        const a = num(kept, kept.length - 2)
        const b = num(kept, kept.length - 1)
        const ax = Math.floor(a / keyStep)
        const ay = a % keyStep
        const bx = Math.floor(b / keyStep)
        const by2 = b % keyStep
        if ((bx - ax) * (y - ay) - (by2 - ay) * (x - ax) > 0) break

        kept.pop()
      }

      kept.push(key)
    }

    return kept.slice(0, -1)
  }
  const corners = [...chain(0, count, 1), ...chain(count - 1, -1, -1)]
  const pointOf = new Map<number, number>(corners.map((key) => [key, -1]))
  for (let p = 0; p < count; p++) {
    if (pointOf.get(keyOf(p)) === -1) pointOf.set(keyOf(p), p)
  }

  return corners.map((key) => pointOf.get(key) ?? -1)
}
