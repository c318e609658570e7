import type { PartHole, PartMeasures } from '@cotation/domain'

/**
 * A group of equal holes that are configured together. `at` are indexes in `PartMeasures.holes`.
 */
export interface HoleGroup extends Pick<PartHole, 'diameterMm' | 'depthMm' | 'through'> {
  key: string
  at: readonly number[]
}

/** Measurements of equal holes differ by less. */
const roundingMm = 0.01
const rounded = (mm: number): number => Math.round(mm / roundingMm) * roundingMm

/** Groups the holes of a part by diameter, depth and kind, smallest first. */
export function holeGroups({ holes }: PartMeasures): HoleGroup[] {
  const keyOf = ({ diameterMm, depthMm, through }: PartHole) =>
    [rounded(diameterMm).toFixed(2), rounded(depthMm).toFixed(2), through ? 'through' : 'blind'].join(' ')
  const byKey = Map.groupBy(
    holes.map((hole, at) => ({ hole, at })),
    ({ hole }) => keyOf(hole),
  )

  return [...byKey]
    .flatMap(([key, some]) => {
      const [first] = some
      if (!first) return []
      const { diameterMm, depthMm, through } = first.hole
      return { key, diameterMm, depthMm, through, at: some.map(({ at }) => at) }
    })
    .toSorted((one, other) => one.diameterMm - other.diameterMm || one.depthMm - other.depthMm)
}
