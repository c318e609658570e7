import type { Text } from '../values/language.ts'

/** Technology ids of the specification (9): 22 printing, 23 CNC, 27 casting. */
export const technologyIds = [22, 23, 27] as const
export type TechnologyId = (typeof technologyIds)[number]

export const technologySlugs = ['3d-printing', 'cnc', 'vacuum-casting'] as const
export type TechnologySlug = (typeof technologySlugs)[number]

export const processIds = ['sla', 'mjf', 'sls', 'slm', 'milling', 'turning', 'casting'] as const
export type ProcessId = (typeof processIds)[number]

/** Two rate cards: an export workshop in Shenzhen and a western bureau. */
export const rateCardIds = ['cn', 'eu'] as const
export type RateCardId = (typeof rateCardIds)[number]
export type ByCard = Readonly<Record<RateCardId, number>>

/** An amount (USD) for each of the two rate cards. */
export const byCard = (cn: number, eu: number): ByCard => ({ cn, eu })

export interface Technology {
  id: TechnologyId
  slug: TechnologySlug
  name: Text
  processIds: readonly ProcessId[]
  /** A smaller order of this technology pays the difference. */
  minOrderUsd: number
}

export interface ToleranceClass {
  id: string
  name: Text
  /** Fixed up to `upToMm`, a percentage of the length beyond. Absent if a standard defines it. */
  plusMinusMm?: number
  upToMm?: number
  percentBeyond?: number
  standard?: string
  /** Drawing notation: `IT11-IT12`. */
  itGrade: string
  /** Factor on machining time; 1 if it does not affect the time. */
  cycleFactor: number
  priceFactor: number
  leadDays: number
  /** The price needs a manual check of the part. */
  manualReview: boolean
}

/** ISO 2768-1 general tolerances (± mm by length range), ISO 286 grades (µm up to a length). */
export interface ToleranceTables {
  iso2768: {
    rangesMm: readonly (readonly [number, number])[]
    /** f, m, c, v; null if the standard defines none. */
    classes: Readonly<Record<'f' | 'm' | 'c' | 'v', readonly (number | null)[]>>
  }
  iso286: { upToMm: readonly number[]; grades: Readonly<Record<string, readonly number[]>> }
}

/** Factors by minimum quantity, ascending, starting at 1. */
export type QuantityBreaks = readonly (readonly [from: number, factor: number])[]

export interface PowderCost {
  bedMm: readonly [number, number]
  spacingMm: number
  /** Share of the bounding box's empty volume that cannot be used for nesting. */
  kappa: ByCard
  /** Share of the platform in use. */
  eta: number
  buildMmPerHour: number
  /** Factor on the build time for cooling and turnaround. */
  coolingFactor: number
  agentsUsdPerCm3: number
  partMin: ByCard
  areaMinPerCm2: number
  jobMin: ByCard
  failRate: number
}

export interface ResinCost {
  bedMm: readonly [number, number]
  eta: number
  liftMm: number
  /** Parts below this height lie flat on the platform. */
  flatBelowMm: number
  recoatSeconds: number
  wasteShare: number
  partMin: number
  areaMinPerCm2: number
  jobMin: ByCard
  failRate: number
  largeFromMm: number
  largeUsd: ByCard
}

export interface MetalPowderCost {
  bedMm: readonly [number, number]
  eta: number
  liftMm: number
  recoatSeconds: number
  supportDensity: number
  wasteShare: number
  plateUsd: ByCard
  furnaceUsd: ByCard
  wireCutCm2PerMin: number
  partMin: number
  supportMinPerCm3: number
  areaMinPerCm2: number
  contourMPerSecond: number
  contours: number
  jobMin: ByCard
  failRate: number
}

export interface MillingCost {
  allowanceXyMm: number
  allowanceZMm: number
  /** Up to this thickness, a sheet within `sheetFitMm` of the part needs no facing. */
  sheetAsIsMm: number
  sheetFitMm: number
  thicknessesMm: readonly number[]
  kerf: number
  referenceSizeCm: number
  minSizeFactor: number
  freeformFinishFactor: number
  holeMin: number
  loadMin: number
  toolChangeMin: number
  toolsBase: number
  toolsPerSetup: number
  setupMin: number
  programBaseMin: number
  programPerSetupMin: number
  programFreeformMin: number
  toolWearUsdPerMin: ByCard
  /** Tool wear is machinability to the power of minus this. */
  toolWearExponent: number
  benchBaseMin: number
  benchMinPerCm2: number
  scrap: number
  /**
   * Share of the surface (percent) that no direction along the part's box reaches, from which the
   * part goes to a 5-axis machine. Absent in versions that knew the 3-axis rate only.
   */
  fiveAxesFromPercent?: number
  /** Minutes for a thread drawn with its helix. Absent in versions that did not know it. */
  threadMin?: number
  /** Cutters for T-slots and dovetails. Absent in versions that did not price them. */
  slotCutter?: SlotCutterCost
}

export interface SlotCutterCost {
  /** End mills cut a slot from its ends up to this depth in its widths. */
  fromReach: number
  /** Minutes to mount, measure and try one cutter, once for all pieces. */
  setupMin: number
  passes: number
  feedMmPerMin: number
}

export interface TurningCost {
  barsMm: readonly number[]
  /** Allowance on the diameter. */
  barAllowanceMm: number
  partOffMm: number
  faceMm: number
  kerf: number
  roughingFactor: number
  finishingFactor: number
  operationMin: number
  liveToolMin: number
  loadMin: number
  setupMin: number
  programBaseMin: number
  benchBaseMin: number
  scrap: number
  /** Minutes for a thread drawn with its helix. Absent in versions that did not know it. */
  threadMin?: number
}

export interface CastingCost {
  shotsPerMould: number
  /** Factor on the shots per mould for parts with undercuts. */
  complexShotFactor: number
  mouldsPerMaster: number
  mostCavities: number
  partsPerCavity: number
  cavityUpToMm: number
  cavityUpToCm3: number
  masterFinishMin: number
  masterFinishMinPerCm2: number
  clearMasterFactor: number
  mouldWallMm: number
  siliconeDensity: number
  siliconeFill: number
  siliconeUsdPerKg: ByCard
  mouldLabourMin: number
  mouldInsertMin: number
  mouldOvenHours: number
  runnerWaste: number
  castMin: number
  trimBaseMin: number
  trimMinPerCm2: number
  castCycleMin: number
  insertLoadMin: number
  scrap: number
  jobMin: ByCard
  /** The material of printed master models. */
  masterMaterialId: string
}

interface CostOfProcess {
  sla: ResinCost
  mjf: PowderCost
  sls: PowderCost
  slm: MetalPowderCost
  milling: MillingCost
  turning: TurningCost
  casting: CastingCost
}

export interface Process<P extends ProcessId = ProcessId> {
  id: P
  technologyId: TechnologyId
  name: Text
  machineClass: string
  supports: { required: boolean; material?: string; removal?: string }
  minSizeMm: readonly [number, number, number]
  minWallMm: number | { metal: number; plastic: number }
  minFeatureMm: number
  minHoleMm: number
  minEngraveMm: number
  tolerances: readonly ToleranceClass[]
  defaultTolerance: string
  finishes: readonly string[]
  quantityBreaks: QuantityBreaks
  minPartUsd: ByCard
  cost: CostOfProcess[P]
}

export type Processes = { readonly [P in ProcessId]: Process<P> }
