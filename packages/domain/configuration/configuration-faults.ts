import type { Catalogue } from '../catalogue/catalogue.ts'
import { findMaterial, findOption, findService } from '../catalogue/lookups.ts'
import type { Configuration, ServiceSelection } from './configuration.ts'
import { type Fault, fault, shown } from './fault.ts'
import { chosenProcess, materialChoiceFaults } from './material-choice.ts'
import type { PartMeasures } from './part.ts'
import { leadFault, quantityFault } from './quantity-and-lead.ts'
import type { Scope } from './scope.ts'
import { serviceColourFaults } from './service-colours.ts'
import { holeUseFaults, serviceHoleFaults } from './service-holes.ts'
import { serviceNumberFaults } from './service-numbers.ts'
import { selectionFault, togetherFaults } from './service-selection.ts'

/** Bounds the answer to a client that sends thousands of mistakes. */
export const maxFaults = 50

/** What is wrong with one service of a line, whatever the others are. */
export function* selectionFaults(
  selection: ServiceSelection,
  configuration: Configuration,
  scope: Scope,
): Generator<Fault> {
  const refused = selectionFault(selection, scope)
  if (refused) return yield refused

  const service = findService(scope.catalogue, selection.id)
  const option = service && findOption(service, selection.option)
  if (!service || !option) return

  const selected = { selection, service, option }
  yield* serviceColourFaults(selected, scope)
  yield* serviceNumberFaults(selected, scope, configuration)
  yield* serviceHoleFaults(selected, scope)
}

function* allFaults(part: PartMeasures, configuration: Configuration, catalogue: Catalogue): Generator<Fault> {
  const { materialId, quantity, lead } = configuration
  const wrongQuantity = quantityFault(quantity)
  if (wrongQuantity) yield wrongQuantity

  const material = findMaterial(catalogue, materialId)
  if (!material) return yield fault('UNKNOWN_MATERIAL', 'materialId', { material: shown(materialId) })

  yield* materialChoiceFaults(part, configuration, material, catalogue)

  const process = chosenProcess(part, material, configuration.process)
  const wrongLead = leadFault(lead, quantity, process, catalogue)
  if (wrongLead) yield wrongLead

  const scope: Scope = { part, material, process, catalogue }
  yield* togetherFaults(configuration, scope)
  yield* holeUseFaults(configuration, scope)
  for (const selection of configuration.services) yield* selectionFaults(selection, configuration, scope)
}

/**
 * All faults of a configuration, at most 50; empty if it can be made. Accepts any client input and
 * never throws.
 */
export function configurationFaults(part: PartMeasures, configuration: Configuration, catalogue: Catalogue): Fault[] {
  const faults: Fault[] = []
  for (const found of allFaults(part, configuration, catalogue)) {
    faults.push(found)
    if (faults.length === maxFaults) break
  }

  return faults
}
