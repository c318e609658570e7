import type { Catalogue } from '@cotation/domain'
import { packagedCatalogue } from '@cotation/pricing/catalogue'
import { data } from '#lib/testing/gateway-stub.ts'

const kept = ['sla-9600-white', 'mjf-pa12', 'al-6061-t6', 'al-mic6', 'vc-pu-abs']

/** One or two materials of each technology, with the prices of the packaged catalogue. */
export const smallCatalogue: Catalogue = {
  ...packagedCatalogue,
  materials: packagedCatalogue.materials.filter(({ id }) => kept.includes(id)),
}

/** The server's response with the current catalogue. */
export const catalogueAnswer = (catalogue: Catalogue = smallCatalogue) =>
  data('GET /global/catalogue/current', {
    version: catalogue.version,
    validFrom: '2026-11-01T00:00:00.000Z',
    catalogue,
  })
