import type { Catalogue } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'

const materialIds = ['sla-9600-white', 'mjf-pa12', 'al-6061-t6', 'al-mic6', 'vc-pu-abs']

/** One or two materials of each technology, with the prices of the packaged catalogue. */
export const smallCatalogue: Catalogue = {
  ...packagedCatalogue,
  materials: packagedCatalogue.materials.filter(({ id }) => materialIds.includes(id)),
}
