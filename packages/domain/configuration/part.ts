/** The measures of a part that prices and rules depend on. Lengths in mm. */
export interface PartMeasures {
  volumeMm3: number
  areaMm2: number
  /** Smallest box, longest side first, so that orientation does not change the price. */
  sizeMm: readonly [length: number, width: number, thickness: number]
  /** The box comes from triangles, which lie inside round outlines. Absent in older measures. */
  isFaceted?: boolean
  /** Share of the surface that is neither plane, cylinder, cone, sphere nor torus, 0 to 1. */
  freeformShare: number
  /** Directions from which a milling tool must come. */
  setups: number
  /** How many of these are neither parallel nor square to the others. Absent in older measures. */
  tiltedSetups?: number
  /** Share of the surface that no direction along the box reaches, percent. Absent in older measures. */
  hiddenPercent?: number
  holes: readonly PartHole[]
  /** Threads that are drawn with their helix. Absent in older measures. */
  modelledThreads?: number
  /** T-slots and dovetails with an open end. Absent in older measures. */
  undercutSlots?: readonly PartSlot[]
  turning: PartTurning
  /** Share of the surface that hinders taking the part out of a mould, percent. */
  undercutPercent: number
}

export interface PartHole {
  diameterMm: number
  depthMm: number
  through: boolean
  /** From the hole's wall to the nearest outer side; undefined if no side is near. */
  wallMm: number | undefined
}

export interface PartSlot {
  lengthMm: number
  /** Absent in older measures, which took all slots for open at both ends. */
  openEnds?: 1 | 2
  /** The narrowest width across the undercut part. */
  widthMm: number
}

export interface PartTurning {
  /** Whether a lathe can make the part. */
  turned: boolean
  diameterMm: number
  lengthMm: number
  /** Steps, grooves and bores cut while the part turns. */
  operations: number
  /** Cross holes and flats, cut by live tools. */
  liveFeatures: number
}
