import type { Material } from '@cotation/domain'
import { castingMaterials } from './casting.ts'
import { cncMetals } from './cnc-metals.ts'
import { cncPlastics } from './cnc-plastics.ts'
import { mjfMaterials } from './mjf.ts'
import { slaMaterials } from './sla.ts'
import { slmMaterials } from './slm.ts'
import { slsMaterials } from './sls.ts'

/** All materials, in the sequence in which they are shown (catalogue 1). */
export const materials: readonly Material[] = [
  ...slaMaterials,
  ...mjfMaterials,
  ...slsMaterials,
  ...slmMaterials,
  ...cncMetals,
  ...cncPlastics,
  ...castingMaterials,
]
