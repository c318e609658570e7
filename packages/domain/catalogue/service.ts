import type { Text } from '../language.ts'
import type { ByCard, ProcessId } from './process.ts'

/** Value-added services of the specification. */
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
] as const

export type ServiceId = (typeof serviceIds)[number]

/** What an option costs; absent terms are free. `q` is the quantity of the line, `n` its colours. */
export interface ServicePrice {
  perLine?: ByCard
  perPart?: ByCard
  perCm2?: ByCard
  perKg?: ByCard
  /** From the thread table, or one price for every hole. */
  perHole?: ByCard | 'thread-table'
  perThread?: ByCard
  perFace?: ByCard
  perMinute?: ByCard
  /** Screens: one for each colour and zone, once for the line. */
  perScreen?: ByCard
  /** Impressions: one for each colour, zone and part. */
  perImpression?: ByCard
  /** Each colour after the first, once for the line. */
  perExtraColourLine?: ByCard
  /** Each colour after the first, on what is paid by part and by area: 0.7 for 1 + 0.7 (n − 1). */
  extraColourFactor?: number
  /** The price by line is due for each colour. */
  linePerColour?: boolean
  finishFactors?: Readonly<Record<string, number>>
  /** By family of material. */
  materialFactors?: Readonly<Record<string, number>>
  /** Helicoils, by length over diameter. */
  ratioFactors?: Readonly<Record<string, number>>
  factor?: number
  /** A hardness other than the material's usual one. */
  nonStandardPerLine?: ByCard
}

export interface ServiceColour {
  id: string
  name: Text
  hex: string
}

export interface ServiceOption {
  id: string
  name: Text
  /** Where absent, every family (process) that the service is for. */
  families?: readonly string[]
  processes?: readonly ProcessId[]
  /** Working days, where the service's rule is `byOption`. */
  leadDays?: number
  price?: ServicePrice
  /** On machining time. */
  cycleFactor?: number
  /** On the price of the part itself. */
  partPriceFactor?: number
  /** Taken unless another is chosen. */
  isDefault?: boolean
  /** Free for these families: it is part of the process there. */
  includedForFamilies?: readonly string[]
  colours?: readonly ServiceColour[]
  minColours?: number
  maxColours?: number
  /** Services that come with it. */
  requires?: readonly ServiceId[]
  exclusiveWith?: readonly ServiceId[]
  /** Bounds of the value asked for (Shore A, HRC). */
  value?: { min: number; max: number; default?: number; step?: number }
  /** Of a colour reference. */
  pattern?: string
  hex?: string
  /** What data sheets say of it: thickness, mesh, roughness, IT grade, smallest line … */
  facts?: Readonly<Record<string, number | string | readonly number[]>>
}

export type ServiceLeadRule =
  | { rule: 'fixed'; days: number }
  | { rule: 'byOption' }
  | { rule: 'perColour'; days: number }
  | { rule: 'byColours'; one: number; several: number }
  | { rule: 'silkscreen'; alone: number; withPainting: number }

/** Fewer modes, colours or sizes for some families. */
export interface ServiceRestriction {
  families: readonly string[]
  options?: readonly string[]
  colours?: readonly string[]
  minThread?: string
}

export interface Service {
  id: ServiceId
  name: Text
  /** Families it can be done on; `*` for all. */
  families: readonly string[]
  excludedMaterials?: readonly string[]
  leadDays: ServiceLeadRule
  /** Not from the specification or a cited source. */
  leadDaysProposed?: boolean
  options: readonly ServiceOption[]
  /** Of every option that has none of its own. */
  colours?: readonly ServiceColour[]
  maxColours?: number
  /** Values of a choice within the service: gloss, finish, faces, tolerance. */
  choices?: Readonly<Record<string, readonly string[]>>
  presets?: readonly { code: string; hex: string }[]
  /** Kinds of file the artwork may be. */
  artworkTypes?: readonly string[]
  restrictions?: readonly ServiceRestriction[]
  exclusiveWith: readonly ServiceId[]
  exclusivePerHole: readonly ServiceId[]
  /** Bores that can be done (mm). */
  rangeMm?: readonly [number, number]
  /** Shown before it is cancelled. */
  cancelWarning?: Text
  /** What the customer agrees to. */
  agreement?: Text
  note?: string
}

export interface ServiceRules {
  /** In which order they are done in the workshop. */
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
  /** A blind hole is deeper than its thread by this. */
  blindHoleExtraMm: number
  /** Absent where there is none of this size. */
  helicoil?: { drillMm: number; lengthsMm: Readonly<Record<HelicoilRatio, number>> }
  brassInsert?: { lengthMm: number; holeDiameterMm: number; outerDiameterMm: number; minBossWallMm: number }
  usd: { tapping: ByCard; brassInsert?: ByCard; helicoil?: ByCard }
}
