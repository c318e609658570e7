import type { ProcessId } from '@cotation/domain'
import type { BodyFacts, LeftOut, ModelLocation } from '../model/facts.ts'
import type { MaterialLimits } from './rules/material-limits.ts'

/** The properties of the body's file that rules check. */
export interface FileFacts {
  kind: 'mesh' | 'brep'
  /** `.stl`, `.step` or `.stp`; case and a missing dot do not matter. */
  extension: string
  /** Number of solids and surfaces in the whole file, copies included. */
  bodies: number
  /** What the file contains beside its parts, if that is known. */
  leftOut?: LeftOut | undefined
}

/** An insert with its maker's requirements, and the hole and boss it goes into. */
export interface ChosenInsert {
  lengthMm: number
  minBossWallMm: number
  holeDepthMm: number
  bossWallMm?: number
  place?: ModelLocation
}

/** What the customer chose beyond the shape. Missing fields are not inspected. */
export interface Configuration {
  quantity?: number
  /** `printed`: modelled and printed as such, not tapped. */
  threads?: readonly { nominalMm: number; depthMm: number; printed: boolean; place?: ModelLocation }[]
  inserts?: readonly ChosenInsert[]
  /** `widthMm` is the full width: 0.02 for ±0.01. */
  tolerances?: readonly { nominalMm: number; widthMm: number; place?: ModelLocation }[]
  /** `withFit`: an anodised face has a fit (H7, g6 …). */
  anodizing?: { quantity: number; type: 'II' | 'III'; withFit: boolean }
  /** The customer wants closed voids filled solid. */
  voidsFilled?: boolean
}

export interface Choice {
  process: ProcessId
  material: MaterialLimits
  configuration?: Configuration
}

export interface InspectedBody {
  body: BodyFacts
  file: FileFacts
}
