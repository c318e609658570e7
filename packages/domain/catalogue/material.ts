import type { Text } from '../values/language.ts'
import type { ByCard, ProcessId, TechnologyId } from './process.ts'
import type { ServiceId } from './service.ts'

export interface Colour {
  id: string
  name: Text
  hex: string
  /** The material's own colour, a pigment, or the service option for it (`dyeing:solid`). */
  via: 'native' | 'pigment' | 'tint' | `${ServiceId}:${string}`
}

type Block = readonly [number, number, number]

export interface Bar {
  diameterMm: number
  lengthMm: number
}

/** The largest part per process (mm): a block, or a bar for turning. */
export type Envelopes = { readonly [P in Exclude<ProcessId, 'turning'>]?: Block } & { readonly turning?: Bar }

/** A service that a line has from the start. */
export interface PresetService {
  id: ServiceId
  option: string
}

export interface MaterialServices {
  allowed: readonly ServiceId[]
  /** Cannot be cancelled. */
  mandatory: readonly PresetService[]
  /** Preselected; the customer may cancel them. */
  defaultOn: readonly PresetService[]
}

/** A number, a range, a rating (`UL94 V-0`, `83D`) or a yes/no fact. */
export type PropertyValue = number | readonly [number, number] | string | boolean

export type MaterialCost =
  | {
      kind: 'resin'
      supportRatio: number
      layerMm: number
      buildCm3PerHour: number
      minPartUsd?: number
      finishFactor?: number
    }
  | { kind: 'powder'; bulkDensity: number; discard: number }
  | { kind: 'metal-powder'; supportRatio: number; layerMm: number; buildCm3PerHour: ByCard; stressRelief: boolean }
  | {
      kind: 'stock'
      roughingCm3PerMin: number
      finishingCm2PerMin: number
      machinability: number
      machinabilityPercent: number
      machinabilityVerified: boolean
    }
  | { kind: 'cast'; shotFactor: number; clear: boolean }

export interface Material {
  id: string
  technologyId: TechnologyId
  processIds: readonly ProcessId[]
  family: string
  name: Text
  /** False if out of stock or withdrawn: shown but not sold. */
  available: boolean
  densityGCm3: number
  usdPerKg: ByCard
  priceVerified: boolean
  colours: readonly Colour[]
  defaultColour: string
  envelopes: Envelopes
  minSizeMm: Block
  minWallMm: number
  minFeatureMm: number
  minHoleMm: number
  minEngraveMm: number
  tolerances: readonly string[]
  defaultTolerance: string
  layerHeightMm?: number
  supports: { required: boolean; material?: string; removal?: string; volumeRatio?: number }
  baseLeadDays: number
  properties: Readonly<Record<string, PropertyValue>>
  /** All, none, or the names of the properties read from a cited source. */
  propertiesVerified: boolean | readonly string[]
  finishes: readonly string[]
  services: MaterialServices
  cost: MaterialCost
  /** Available Shore A range of elastomers and silicones. */
  hardness?: { scale: 'A'; min: number; max: number; default: number; step: number }
  sources: readonly string[]
  note?: string
}
