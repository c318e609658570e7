import type { Part21 } from './part21.ts'
import { entityAt, refOf } from './part21-values.ts'

/**
 * How many parts an assembly places in all, by NEXT_ASSEMBLY_USAGE_OCCURRENCE; `most` stands for that many or more. A few
 * kilobytes can place a million parts by assemblies of assemblies, which no kernel builds in time. Cycles count once.
 */
export function instanceCount(file: Part21, most: number): number {
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
  for (const root of children.keys()) if (!placed.has(root)) countBelow(root, children, counts, most)

  const roots = [...children.keys()].filter((root) => !placed.has(root))
  return Math.min(
    most,
    roots.reduce((sum, root) => sum + (counts.get(root) ?? 1), 0),
  )
}

/** Leaves below each node, deepest first and without recursion: the depth is the file's to choose. */
function countBelow(root: number, children: Map<number, number[]>, counts: Map<number, number>, most: number): void {
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
    counts.set(node, Math.min(most, below.length === 0 ? 1 : sum))
  }
}
