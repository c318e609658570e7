import type { Envelopes, ProcessId } from '@cotation/domain'

/** The properties of a material that inspection needs: largest parts and smallest details. */
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
