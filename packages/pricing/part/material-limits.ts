import type { Material } from '@cotation/domain'
import type { MaterialLimits } from '@cotation/geometry'

/** Stock is metal but for the plastics; of the printed and cast materials only the metal powders are. */
const isMetal = ({ cost, family }: Material): boolean =>
  cost.kind === 'metal-powder' || (cost.kind === 'stock' && !family.startsWith('plastic'))

/** What inspection must know of a material of the catalogue (lengths in mm). */
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
