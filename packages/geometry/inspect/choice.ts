import type { ProcessId } from '@cotation/domain'
import type { BodyFacts, ModelPlace } from '../model/facts.ts'
import type { MaterialLimits } from './rules/material-limits.ts'

/** The file a body came in, as far as rules ask. */
export interface FileFacts {
  kind: 'mesh' | 'brep'
  /** `.stl`, `.step`, `.stp`; case and the dot do not matter. */
  extension: string
  /** Separate solids and surfaces in the whole file, equal ones counted each. */
  bodies: number
}

/** An insert with what its maker asks (`lengthMm`, `minBossWallMm`), and the hole and boss it goes into. */
export interface OrderedInsert {
  lengthMm: number
  minBossWallMm: number
  holeDepthMm: number
  bossWallMm?: number
  place?: ModelPlace
}

/** What the customer asked for beyond the shape. What is absent is not inspected. */
export interface Configuration {
  quantity?: number
  /** `printed`: drawn in the model and left as it comes off the machine, not tapped. */
  threads?: readonly { nominalMm: number; depthMm: number; printed: boolean; place?: ModelPlace }[]
  inserts?: readonly OrderedInsert[]
  /** `widthMm` is the whole width: 0.02 for ±0.01. */
  tolerances?: readonly { nominalMm: number; widthMm: number; place?: ModelPlace }[]
  /** `withFit`: a fit (H7, g6 …) stands on an anodised face. */
  anodizing?: { quantity: number; type: 'II' | 'III'; withFit: boolean }
  /** The customer has closed voids filled solid. */
  voidsFilled?: boolean
}

export interface Choice {
  process: ProcessId
  material: MaterialLimits
  configuration?: Configuration
}

export interface Inspected {
  body: BodyFacts
  file: FileFacts
}
