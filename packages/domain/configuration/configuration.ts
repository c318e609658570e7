import type { ProcessId } from '../catalogue/process.ts'
import type { LeadTier } from '../catalogue/selling.ts'
import type { HelicoilRatio } from '../catalogue/service.ts'

/** A thread in one or more holes. `holes` index `PartMeasures.holes` if picked on the model. */
export interface ThreadedHoles {
  size: string
  count: number
  depthMm: number
  holes?: readonly number[]
}

export interface SilkscreenSelection {
  id: 'silkscreen'
  option: string
  colours: readonly string[]
  zones: number
  position: string
  artworkFileId?: string
}

/** One value-added service of a line, with its inputs. */
export type ServiceSelection =
  | { id: 'anodizing'; option: string; colour: string; gloss: string; quantity: number; masking?: string }
  | { id: 'dyeing'; option: string; colours: readonly string[]; fileId?: string }
  | { id: 'painting'; option: string; colours: readonly string[]; finish: string; zonesFileId?: string }
  | SilkscreenSelection
  | { id: 'threading'; option: string; threads: readonly { size: string; lengthMm: number; count: number }[] }
  | { id: 'tapping'; option: string; items: readonly ThreadedHoles[] }
  | { id: 'brass-insert'; option: string; items: readonly ThreadedHoles[] }
  | { id: 'helicoil'; option: string; items: readonly (ThreadedHoles & { ratio: HelicoilRatio })[] }
  | {
      id: 'reaming'
      option: string
      items: readonly { diameterMm: number; depthMm: number; count: number; holes?: readonly number[] }[]
    }
  | { id: 'polishing'; option: string; faces?: string }
  | { id: 'sandblasting'; option: string }
  | { id: 'surface-finish'; option: string; faces: string }
  | { id: 'hardness'; option: string; value: number }
  | { id: 'heat-treatment'; option: string; targetHardness?: number }
  | { id: 'passivation'; option: string }
  | { id: 'electrophoresis'; option: string }
  | {
      id: 'assembling'
      option: string
      suppliedParts: boolean
      instructionsFileId?: string
      minutesPerUnit?: number
    }
  | { id: 'grinding'; option: string; faces: number; areaCm2: number; tolerance?: string }
  | { id: 'special-treatment'; option: string; colour?: string }
  | { id: 'risk-acceptance'; option: string; ruleIds: readonly string[] }
  | { id: 'inspection'; option: string }
  | { id: 'certificate'; option: string }

/** What a customer wants for one part. Untrusted: `configurationFaults` validates it. */
export interface Configuration {
  materialId: string
  /** Milling or turning, if the customer chooses it; otherwise the geometry decides. */
  process?: ProcessId
  colourId: string
  toleranceId: string
  quantity: number
  lead: LeadTier
  services: readonly ServiceSelection[]
}
