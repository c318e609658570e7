import type { GridPoints } from './grid-points.ts'

const offset = 2 ** 25
const keyStep = 2 ** 26

/**
 * The convex polygon around points of one plane, as grid points, anticlockwise about the dropped axis. Exact: sorted integer
 * keys and Andrew's chains on integers.
 */
export const flatHullOf = ({ cells }: GridPoints, droppedAxis: number): number[] => {
  const [u, v] = [(droppedAxis + 1) % 3, (droppedAxis + 2) % 3]
  const count = cells.length / 3
  const keyOf = (p: number) => ((cells[3 * p + u] as number) + offset) * keyStep + (cells[3 * p + v] as number) + offset
  const keys = new Float64Array(count)
  for (let p = 0; p < count; p++) keys[p] = keyOf(p)
  keys.sort()
  const chain = (from: number, to: number, by: number): number[] => {
    const kept: number[] = []
    for (let i = from; i !== to; i += by) {
      const key = keys[i] as number
      const [x, y] = [Math.floor(key / keyStep), key % keyStep]
      if (kept.at(-1) === key) continue
      while (kept.length > 1) {
        const [a, b] = [kept[kept.length - 2] as number, kept[kept.length - 1] as number]
        const [ax, ay] = [Math.floor(a / keyStep), a % keyStep]
        const [bx, by2] = [Math.floor(b / keyStep), b % keyStep]
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
  return corners.map((key) => pointOf.get(key) as number)
}
