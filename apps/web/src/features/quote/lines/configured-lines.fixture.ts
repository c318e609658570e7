import { type Configuration, defaultConfiguration, type PartMeasures } from '@cotation/domain'
import { packagedCatalogue as catalogue } from '@cotation/pricing/catalogue'
import { aWorkLine, measuresOf } from '#features/quote/workspace/workspace.fixture.ts'

export const housing = measuresOf('housing-100x60x30')
export const shaft = measuresOf('shaft-30x80')

export const configurationIn = (
  part: PartMeasures,
  materialId: string,
  changes: Partial<Configuration> = {},
): Configuration => ({
  ...defaultConfiguration(part, materialId, catalogue),
  ...changes,
})

/** `reference` is the id of a reference part, such as `shaft-30x80`. */
export const aLine = (reference: string, configuration: Configuration, name = reference) =>
  aWorkLine(catalogue, { reference, configuration, name })

/** Too long for any printer. */
export const beam = { ...housing, sizeMm: [900, 60, 30] as const }
