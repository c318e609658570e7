import type { Envelopes, ProcessId } from '@cotation/domain'
import type { MaterialLimits } from './material-limits.ts'

/** The largest part of a usual material for each process (mm). */
const usual: { readonly [P in ProcessId]: Envelopes } = {
  sla: { sla: [780, 780, 530] },
  mjf: { mjf: [370, 276, 360] },
  sls: { sls: [350, 350, 400] },
  slm: { slm: [390, 290, 390] },
  milling: { milling: [1000, 600, 400] },
  turning: { turning: { diameterMm: 250, lengthMm: 500 } },
  casting: { casting: [700, 600, 500] },
}

/** A material without minimum sizes, so that only the limits of the rules apply. */
export const aMaterial = (process: ProcessId, limits: Partial<MaterialLimits> = {}): MaterialLimits => ({
  id: `any-${process}`,
  processIds: [process],
  family: 'any',
  isMetal: false,
  envelopes: usual[process],
  minWallMm: 0,
  minFeatureMm: 0,
  minHoleMm: 0,
  minEngraveMm: 0,
  ...limits,
})
