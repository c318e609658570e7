import type { PartMeasures, ProcessId } from '@cotation/domain'

/** Keys of `panel.process.reason`. */
type ReasonId =
  | 'rotational'
  | 'plate'
  | 'prismatic'
  | 'block'
  | 'series'
  | 'hidden'
  | 'hiddenMetal'
  | 'freeform'
  | 'simple'
  | 'simpleMetal'
  | 'mesh'
  | 'remaining'
  | 'mould'
  | 'none'

/** Why a process is suggested, with the figures that its sentence names. */
export interface ProcessReason {
  id: ReasonId
  /** Lengths in mm, shares in percent. */
  values: Readonly<Record<string, number>>
  /** With `mesh` and `remaining`: the process that would suit the part but not the file, or cannot make it. */
  refused?: ProcessId
}

/** All processes, the most suitable first. */
interface Ranking {
  /** These suit the part about equally well. */
  best: readonly ProcessId[]
  others: readonly ProcessId[]
}

export interface Preference extends Ranking {
  reason: ProcessReason
}

const turnedFirst: Ranking = { best: ['turning'], others: ['milling', 'sla', 'mjf', 'sls', 'slm', 'casting'] }
const milledFirst: Ranking = { best: ['milling'], others: ['turning', 'sla', 'mjf', 'sls', 'slm', 'casting'] }
const castFirst: Ranking = { best: ['casting'], others: ['sla', 'mjf', 'sls', 'milling', 'turning', 'slm'] }
const resinFirst: Ranking = { best: ['sla', 'mjf', 'sls'], others: ['casting', 'milling', 'turning', 'slm'] }
const powderFirst: Ranking = { best: ['mjf', 'sls'], others: ['sla', 'casting', 'slm', 'milling', 'turning'] }
const metalFirst: Ranking = { best: ['slm'], others: ['milling', 'turning', 'sla', 'mjf', 'sls', 'casting'] }

/** Up to this share of freeform surface, a part counts as prismatic: fillets are not a shape. */
const maxPrismaticShare = 0.1
/** A plate is at least this many times as wide as it is thick. */
const minPlateRatio = 5
/** From this length, a solid block is machined from stock instead of built up in layers. */
const minBlockMm = 250
/** A housing: walls up to this thickness, and a box that is several times as thick. */
const maxShellWallMm = 3.5
const minShellRatio = 4
/** From this share of hidden surface, supports could not be removed without leaving marks. */
const minHiddenPercent = 5
/** Product decision: the quantities for which a silicone mould can pay. */
export const castQuantities = { min: 10, max: 50 }

/** Mean thickness of the walls: the volume over half of the surface. */
const meanWallMm = ({ volumeMm3, areaMm2 }: PartMeasures): number => (2 * volumeMm3) / areaMm2

function isShell(part: PartMeasures): boolean {
  const wallMm = meanWallMm(part)
  return wallMm <= maxShellWallMm && part.sizeMm[2] >= minShellRatio * wallMm
}

/** Holes, threads and slots, whose dimensions a machine tool holds and a printer does not. */
const tightFeatures = ({ holes, modelledThreads = 0, undercutSlots = [] }: PartMeasures): number =>
  holes.length + modelledThreads + undercutSlots.length

/** The shapes that are machined; undefined if the part is none of them. */
function machinedPreference(part: PartMeasures): Preference | undefined {
  const { turning, sizeMm, freeformShare } = part
  const [lengthMm, widthMm, thicknessMm] = sizeMm

  if (turning.turned) {
    const values = { diameterMm: turning.diameterMm, lengthMm: turning.lengthMm }
    return { reason: { id: 'rotational', values }, ...turnedFirst }
  }

  if (freeformShare > maxPrismaticShare || isShell(part)) return undefined

  if (widthMm >= minPlateRatio * thicknessMm) {
    return { reason: { id: 'plate', values: { thicknessMm } }, ...milledFirst }
  }

  const count = tightFeatures(part)
  if (count > 0) return { reason: { id: 'prismatic', values: { count } }, ...milledFirst }

  return lengthMm >= minBlockMm ? { reason: { id: 'block', values: { lengthMm } }, ...milledFirst } : undefined
}

/** The shapes that need no machine tool, in metal. */
function metalPreference({ freeformShare, hiddenPercent = 0 }: PartMeasures): Preference {
  if (hiddenPercent >= minHiddenPercent) {
    return { reason: { id: 'hiddenMetal', values: { percent: hiddenPercent } }, ...metalFirst }
  }

  if (freeformShare > maxPrismaticShare) return { reason: freeformReason(freeformShare), ...metalFirst }

  return { reason: { id: 'simpleMetal', values: {} }, ...milledFirst }
}

/** The shapes that need no machine tool, in plastic. */
function plasticPreference({ freeformShare, hiddenPercent = 0 }: PartMeasures): Preference {
  if (hiddenPercent >= minHiddenPercent) {
    return { reason: { id: 'hidden', values: { percent: hiddenPercent } }, ...powderFirst }
  }

  if (freeformShare > maxPrismaticShare) return { reason: freeformReason(freeformShare), ...resinFirst }

  return { reason: { id: 'simple', values: {} }, ...resinFirst }
}

const freeformReason = (share: number): ProcessReason => ({ id: 'freeform', values: { percent: 100 * share } })

/**
 * Which processes suit a shape (product decision: the first process). Whether they can make the part
 * is another question.
 */
export const preferredProcesses = (part: PartMeasures, isMetal: boolean): Preference =>
  machinedPreference(part) ?? (isMetal ? metalPreference(part) : plasticPreference(part))

/** Casting, for a series of plastic parts that are not machined. Whether it pays is another question. */
export function seriesPreference(part: PartMeasures, quantity: number, isMetal: boolean): Preference | undefined {
  const { min, max } = castQuantities
  if (isMetal || quantity < min || quantity > max || machinedPreference(part)) return undefined

  return { reason: { id: 'series', values: { quantity, min, max } }, ...castFirst }
}
