import type { Fault } from '@cotation/domain'

/** A fault, and the numbers of all holes that have it. */
export interface FaultGroup {
  fault: Fault
  holes: readonly string[]
}

const holeOfItem = /\.holes\.\d+$/

/** Equal for faults of the same work that differ in the hole alone. */
function groupKey({ code, field, detail }: Fault): string {
  const { hole: _, ...rest } = detail
  return JSON.stringify([code, field.replace(holeOfItem, ''), rest])
}

/** One entry for all holes of a group that have the same fault: equal sentences help nobody. */
export function groupFaults(faults: readonly Fault[]): FaultGroup[] {
  const groups = Map.groupBy(faults, groupKey).values()

  return [...groups].flatMap((group) => {
    const [fault] = group
    const holes = group.flatMap(({ detail: { hole } }) => (hole === undefined ? [] : String(hole)))
    return fault ? { fault, holes } : []
  })
}
