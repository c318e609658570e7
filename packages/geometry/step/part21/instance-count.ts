import type { Part21 } from './part21.ts'
import { entityAt, refOf } from './part21-values.ts'

/**
 * Total number of parts that assemblies place (NEXT_ASSEMBLY_USAGE_OCCURRENCE), at most `max`. With
 * nested assemblies a file of a few kilobytes can place a million parts, which the kernel cannot
 * build in time. Cycles count once.
 */
export function instanceCount(file: Part21, max: number): number {
  const children = new Map<number, number[]>()
  const placed = new Set<number>()
  for (const index of file.entities.ofType('NEXT_ASSEMBLY_USAGE_OCCURRENCE')) {
    const values = entityAt(file, index).get('NEXT_ASSEMBLY_USAGE_OCCURRENCE')
    const parent = refOf(values?.[3])
    const child = refOf(values?.[4])
    if (parent === undefined || child === undefined) continue

    const list = children.get(parent)
    if (list) list.push(child)
    else children.set(parent, [child])
    placed.add(child)
  }

  const counts = new Map<number, number>()
  const roots = [...children.keys()].filter((root) => !placed.has(root))
  for (const root of roots) countBelow(root, children, counts, max)

  const total = roots.reduce((sum, root) => sum + (counts.get(root) ?? 1), 0)
  return Math.min(max, total)
}

/** Counts the leaves below each node, without recursion: a file can nest arbitrarily deep. */
function countBelow(root: number, children: Map<number, number[]>, counts: Map<number, number>, max: number): void {
  const open = [root]
  const entered = new Set<number>()
  for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
    const below = children.get(node) ?? []
    if (!entered.has(node)) {
      entered.add(node)
      open.push(...below.filter((child) => !counts.has(child) && !entered.has(child)))
      continue
    }

    open.pop()

    const sum = below.reduce((total, child) => total + (counts.get(child) ?? (children.has(child) ? 0 : 1)), 0)
    counts.set(node, Math.min(max, below.length === 0 ? 1 : sum))
  }
}
