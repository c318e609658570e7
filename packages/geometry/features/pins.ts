import type { FeatureFacts, TurningFacts } from '../model/facts.ts'
import type { FoundHole } from './holes.ts'
import {
  alongAxis,
  areCoaxial,
  axisPoint,
  type Border,
  bordersAtEnd,
  isAbout,
  isSquareTo,
  neighboursOf,
  type PartFace,
  type PartGraph,
} from './part-graph.ts'

const oppositeEnd = { from: 'to', to: 'from' } as const

/** A step of a turned part is a pin only if it is this slim compared with its shoulder. */
const slimShare = 1 / 3

/**
 * The face a pin stands on: it meets the pin in an inner corner, or a hollow fillet, along at least
 * a third of the circumference.
 */
function footOf(graph: PartGraph, pin: PartFace, end: 'from' | 'to'): PartFace | undefined {
  const hollow = bordersAtEnd(graph, pin, end).filter(
    ({ other, edge }) => edge.convexity === 'concave' || (edge.convexity === 'smooth' && other.concave),
  )
  const lengthMm = hollow.reduce((sum, { edge }) => sum + edge.lengthMm, 0)
  if (lengthMm < 0.35 * 2 * Math.PI * pin.radiusMm) return undefined

  const [longest] = hollow.sort((a, b) => b.edge.lengthMm - a.edge.lengthMm)
  return longest?.other
}

/**
 * Level (mm along the pin's axis) of one end, including a chamfer, rounding or dome beyond the
 * cylinder.
 */
function endLevel(graph: PartGraph, pin: PartFace, end: 'from' | 'to'): number {
  const level = pin.axialRange[end === 'from' ? 0 : 1]
  const away = end === 'from' ? -1 : 1
  const reach = bordersAtEnd(graph, pin, end).flatMap(({ other }) => {
    if (!areCoaxial(graph, pin, other)) return []
    if (other.kind === 'sphere') return [alongAxis(pin, other.origin) + away * other.radiusMm]
    return other.axialRange.map((at) => alongAxis(pin, axisPoint(other, at)))
  })

  return reach.reduce((most, one) => (away * one > away * most ? one : most), level)
}

/**
 * Whether this end is free: followed by nothing but a flat top, a chamfer, a rounding or a dome.
 */
function isFree(graph: PartGraph, pin: PartFace, end: 'from' | 'to'): boolean {
  // A hole across the pin leaves its end free.
  const isCrossHole = ({ other, edge }: Border) =>
    other.kind === 'cylinder' && other.concave && edge.convexity === 'convex' && !areCoaxial(graph, pin, other)
  const borders = bordersAtEnd(graph, pin, end).filter((border) => !isCrossHole(border))

  return (
    borders.length > 0 &&
    borders.every(({ other, edge }) => {
      if (edge.convexity === 'concave' || other.concave) return false
      return other.kind === 'plane' ? isSquareTo(graph, other, pin.axis) : areCoaxial(graph, pin, other)
    })
  )
}

/** Whether the pin is only a step of a turned part, not much slimmer than its shoulder. */
function isShaftStep(graph: PartGraph, pin: PartFace, root: PartFace, { turned, origin, axis }: TurningFacts): boolean {
  if (!turned || !isAbout(graph, pin, origin, axis)) return false
  const widest = neighboursOf(graph, root).reduce(
    (most, { kind, radiusMm }) => (kind === 'plane' ? most : Math.max(most, radiusMm)),
    0,
  )
  return pin.radiusMm > slimShare * widest
}

/** A moulded pin has draft; with more taper it is a cone. */
const maxDraftDeg = 6

const isPinWall = ({ kind, concave, sweepDeg, halfAngleDeg }: PartFace): boolean =>
  !concave && sweepDeg >= 330 && (kind === 'cylinder' || (kind === 'cone' && halfAngleDeg <= maxDraftDeg))

/**
 * Round pins and bosses: outer cylinders that stand on a face and end in the air; a drafted one has
 * the diameter of its slim end. `heightMm` runs from foot to top, `wallMm` is the wall that a hole
 * along the pin leaves, `at` the middle of the top.
 */
export function pinsOf(graph: PartGraph, holes: readonly FoundHole[], turning: TurningFacts): FeatureFacts['pins'] {
  const holeOfWall = new Map(holes.flatMap((hole) => hole.walls.map(({ id }) => [id, hole] as const)))
  const pins = graph.faces.flatMap((pin) => {
    if (!isPinWall(pin)) return []

    const ends = (['from', 'to'] as const).flatMap((end) => {
      const root = footOf(graph, pin, end)
      return root && isFree(graph, pin, oppositeEnd[end]) ? [{ end, root }] : []
    })
    const standing = ends[0]
    if (!standing || isShaftStep(graph, pin, standing.root, turning)) return []

    const radiusMm = pin.kind === 'cone' ? pin.minorRadiusMm : pin.radiusMm
    const free = oppositeEnd[standing.end]
    const top = endLevel(graph, pin, free)
    const bottom = endLevel(graph, pin, standing.end)

    // Searched through the pin's top only: trying every bore on every pin would take quadratic
    // time.
    const near = bordersAtEnd(graph, pin, free).flatMap(({ other }) => [other, ...neighboursOf(graph, other)])
    const bores = [...new Set(near.flatMap(({ id }) => holeOfWall.get(id)?.walls ?? []))]
    const inside = bores.filter((bore) => bore.radiusMm < radiusMm && reaches(graph, bore, pin))
    const widest = inside.reduce((most, { radiusMm }) => Math.max(most, radiusMm), 0)

    return [
      {
        diameterMm: 2 * radiusMm,
        heightMm: Math.abs(top - bottom),
        wallMm: widest > 0 ? radiusMm - widest : undefined,
        at: axisPoint(pin, top),
        faces: pin.sources,
      },
    ]
  })

  return pins.sort((a, b) => a.diameterMm - b.diameterMm || a.heightMm - b.heightMm)
}

/** Whether a coaxial bore overlaps the pin's height. */
function reaches(graph: PartGraph, bore: PartFace, pin: PartFace): boolean {
  if (bore.kind !== 'cylinder' || !areCoaxial(graph, bore, pin)) return false
  const ends = bore.axialRange.map((at) => alongAxis(pin, axisPoint(bore, at)))
  const overlap = Math.min(Math.max(...ends), pin.axialRange[1]) - Math.max(Math.min(...ends), pin.axialRange[0])
  return overlap > graph.toleranceMm
}
