import type { Material } from '@cotation/domain'
import type { MaterialLimits } from '@cotation/geometry'

/** Metals are the stock that is not plastic, and the metal powders. */
const isMetal = ({ cost, family }: Material): boolean =>
  cost.kind === 'metal-powder' || (cost.kind === 'stock' && !family.startsWith('plastic'))

/** What the inspection of a part needs of its material (mm). */
export const materialLimitsOf = (material: Material): MaterialLimits => ({
  id: material.id,
  processIds: material.processIds,
  family: material.family,
  isMetal: isMetal(material),
  envelopes: material.envelopes,
  minWallMm: material.minWallMm,
  minFeatureMm: material.minFeatureMm,
  minHoleMm: material.minHoleMm,
  minEngraveMm: material.minEngraveMm,
})
