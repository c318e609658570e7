import { type Configuration, defaultConfiguration, type PartMeasures } from '@cotation/domain'
import { referenceParts } from '@cotation/pricing'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { aWorkLine } from '#features/quote/workspace/workspace.fixture.ts'

export const housing = referenceParts.find(({ id }) => id === 'housing-100x60x30')?.measures as PartMeasures
export const shaft = referenceParts.find(({ id }) => id === 'shaft-30x80')?.measures as PartMeasures

export const inMaterial = (
  part: PartMeasures,
  materialId: string,
  more: Partial<Configuration> = {},
): Configuration => ({
  ...defaultConfiguration(part, materialId, catalogue),
  ...more,
})

export const aLine = (reference: string, configuration: Configuration, name = reference) =>
  aWorkLine(catalogue, { reference, configuration, name })

/** Too long for any printer. */
export const beam = { ...housing, sizeMm: [900, 60, 30] as const }
