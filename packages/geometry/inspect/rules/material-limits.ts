import type { Envelopes, ProcessId } from '@cotation/domain'

/** What inspection must know of a material: how large a part of it may be for each process, and how fine. Lengths in mm. */
export interface MaterialLimits {
  id: string
  processIds: readonly ProcessId[]
  family: string
  isMetal: boolean
  envelopes: Envelopes
  minWallMm: number
  minFeatureMm: number
  minHoleMm: number
  minEngraveMm: number
}
