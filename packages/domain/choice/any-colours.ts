import type { Catalogue } from '../catalogue/catalogue.ts'
import { findMaterial, findOption, findService } from '../catalogue/lookups.ts'
import type { Configuration, ServiceSelection } from '../configuration/configuration.ts'
import { coloursFor } from '../configuration/scope.ts'

/** Colours that a service could have: those it offers, or the preset references of painting. */
function possibleColours(
  { id, option: optionId }: ServiceSelection,
  materialId: string,
  catalogue: Catalogue,
): { min: number; colours: readonly string[] } {
  const service = findService(catalogue, id)
  const option = service && findOption(service, optionId)
  const material = findMaterial(catalogue, materialId)
  if (!option || !material) return { min: 0, colours: [] }

  const offered = coloursFor({ service, option }, material)?.map((colour) => colour.id)
  const presets = findService(catalogue, 'painting')?.presets?.map(({ code }) => code) ?? []
  return { min: option.minColours ?? 1, colours: offered ?? presets }
}

/**
 * A configuration whose empty colours are any possible ones, for a price before the customer has
 * chosen: the price depends on how many colours there are, not on which.
 */
export function withAnyColours(configuration: Configuration, catalogue: Catalogue): Configuration {
  const services = configuration.services.map((selection): ServiceSelection => {
    if (!('colours' in selection)) return selection

    const { min, colours } = possibleColours(selection, configuration.materialId, catalogue)
    const chosen = selection.colours.filter((colour) => colour.trim() !== '')
    const count = Math.max(min, selection.colours.length)
    const others = colours.filter((colour) => !chosen.includes(colour)).slice(0, count - chosen.length)
    return { ...selection, colours: [...chosen, ...others] }
  })

  return { ...configuration, services }
}
