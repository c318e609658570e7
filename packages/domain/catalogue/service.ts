import type { Text } from '../values/language.ts'
import type { ByCard, ProcessId } from './process.ts'

/** Value-added services: those of the specification, then inspection and certificates. */
export const serviceIds = [
  'anodizing',
  'dyeing',
  'painting',
  'silkscreen',
  'threading',
  'tapping',
  'brass-insert',
  'helicoil',
  'reaming',
  'polishing',
  'sandblasting',
  'surface-finish',
  'hardness',
  'heat-treatment',
  'passivation',
  'electrophoresis',
  'assembling',
  'grinding',
  'special-treatment',
  'risk-acceptance',
  'inspection',
  'certificate',
] as const

export type ServiceId = (typeof serviceIds)[number]

/** Minutes to measure parts of a process: of an engineer once, of an operator for each piece. */
export interface MeasuringTime {
  setupMin: number
  pieceMin: number
}

/** Price of an option; absent terms are free. `q`: quantity of the line, `n`: its colours. */
export interface ServicePrice {
  perLine?: ByCard
  perPart?: ByCard
  perCm2?: ByCard
  perKg?: ByCard
  /** From the thread table, or one price per hole. */
  perHole?: ByCard | 'thread-table'
  perThread?: ByCard
  perFace?: ByCard
  perMinute?: ByCard
  /** Per screen (one per colour and zone), once per line. */
  perScreen?: ByCard
  /** Per impression (one per colour, zone and part). */
  perImpression?: ByCard
  /** Per colour after the first, once per line. */
  perExtraColourLine?: ByCard
  /** Factor per further colour on per-part and per-area prices: 0.7 means 1 + 0.7 (n − 1). */
  extraColourFactor?: number
  /** The per-line price applies to each colour. */
  linePerColour?: boolean
  finishFactors?: Readonly<Record<string, number>>
  /** By material family. */
  materialFactors?: Readonly<Record<string, number>>
  /** Helicoils: by ratio of length to diameter. */
  ratioFactors?: Readonly<Record<string, number>>
  factor?: number
  /** For a hardness other than the material's default. */
  nonStandardPerLine?: ByCard
  /** Measured pieces, at the hourly rates of the card; all of them if there is no `maxPieces`. */
  measuring?: { maxPieces?: number; minutes: Readonly<Record<ProcessId, MeasuringTime>> }
}

export interface ServiceColour {
  id: string
  name: Text
  hex: string
}

export interface ServiceOption {
  id: string
  name: Text
  /** Absent means every family (process) of the service. */
  families?: readonly string[]
  processes?: readonly ProcessId[]
  /** Working days, if the service's rule is `byOption`. */
  leadDays?: number
  price?: ServicePrice
  /** Factor on machining time. */
  cycleFactor?: number
  /** Factor on the price of the part. */
  partPriceFactor?: number
  /** The preselected option. */
  isDefault?: boolean
  /** Free for these families, where it is part of the process. */
  includedForFamilies?: readonly string[]
  colours?: readonly ServiceColour[]
  minColours?: number
  maxColours?: number
  /** Services that it requires. */
  requires?: readonly ServiceId[]
  exclusiveWith?: readonly ServiceId[]
  /** Bounds of the requested value (Shore A, HRC). */
  value?: { min: number; max: number; default?: number; step?: number }
  /** Pattern of a colour reference. */
  pattern?: string
  hex?: string
  /** Data sheet facts: thickness, mesh, roughness, IT grade, smallest line … */
  facts?: Readonly<Record<string, number | string | readonly number[]>>
}

export type ServiceLeadRule =
  | { rule: 'fixed'; days: number }
  | { rule: 'byOption' }
  | { rule: 'perColour'; days: number }
  | { rule: 'byColours'; one: number; several: number }
  | { rule: 'silkscreen'; alone: number; withPainting: number }

/** Restrictions for some families. */
export interface ServiceRestriction {
  families: readonly string[]
  options?: readonly string[]
  colours?: readonly string[]
  minThread?: string
}

export interface Service {
  id: ServiceId
  name: Text
  /** Material families; `*` for all. */
  families: readonly string[]
  excludedMaterials?: readonly string[]
  leadDays: ServiceLeadRule
  /** Not from the specification or a cited source. */
  leadDaysProposed?: boolean
  options: readonly ServiceOption[]
  /** What every line has, at no charge, unless an option replaces it. */
  included?: Text
  /** Default for options without their own. */
  colours?: readonly ServiceColour[]
  maxColours?: number
  /** Allowed values of choices such as gloss, finish, faces, tolerance. */
  choices?: Readonly<Record<string, readonly string[]>>
  presets?: readonly { code: string; hex: string }[]
  /** Allowed file types of the artwork. */
  artworkTypes?: readonly string[]
  restrictions?: readonly ServiceRestriction[]
  exclusiveWith: readonly ServiceId[]
  exclusivePerHole: readonly ServiceId[]
  /** Range of bore diameters (mm). */
  rangeMm?: readonly [number, number]
  /** Shown before the customer cancels it. */
  cancelWarning?: Text
  /** What the customer agrees to. */
  agreement?: Text
  note?: string
}

export interface ServiceRules {
  /** Sequence of services in the workshop. */
  order: readonly ServiceId[]
  exclusivePairs: readonly (readonly [ServiceId, ServiceId])[]
  perHoleExclusive: readonly ServiceId[]
  replaceText: Text
  mandatoryText: Text
}

export const helicoilRatios = ['1D', '1.5D', '2D'] as const
export type HelicoilRatio = (typeof helicoilRatios)[number]

/** One row of the thread and insert table (mm). */
export interface Thread {
  size: string
  system: 'metric' | 'UNC' | 'UNF'
  nominalMm: number
  pitchMm: number
  tapDrillMm: number
  threadDepthMm: { min: number; max: number }
  /** Extra depth of a blind hole below its thread. */
  blindHoleExtraMm: number
  /** Absent if there is none of this size. */
  helicoil?: { drillMm: number; lengthsMm: Readonly<Record<HelicoilRatio, number>> }
  brassInsert?: { lengthMm: number; holeDiameterMm: number; outerDiameterMm: number; minBossWallMm: number }
  usd: { tapping: ByCard; brassInsert?: ByCard; helicoil?: ByCard }
}
