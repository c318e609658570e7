import type { Configuration, ServiceSelection } from '../configuration/configuration.ts'
import { type Fault, fault } from '../configuration/fault.ts'

/** The required file field of a service, if it is empty. */
function emptyField(selection: ServiceSelection): 'artworkFileId' | 'zonesFileId' | 'instructionsFileId' | undefined {
  switch (selection.id) {
    case 'silkscreen':
      return selection.artworkFileId ? undefined : 'artworkFileId'
    case 'painting':
      return selection.colours.length < 2 || selection.zonesFileId ? undefined : 'zonesFileId'
    case 'assembling':
      return selection.instructionsFileId ? undefined : 'instructionsFileId'
    default:
      return undefined
  }
}

/**
 * Inputs that an order needs but a price does not: artwork and position of a print, paint zones,
 * assembly instructions (catalogue 2, inputs).
 */
export function orderInputFaults({ services }: Configuration): Fault[] {
  return services.flatMap((selection) => {
    const service = selection.id
    const empty = emptyField(selection)
    const faults = empty ? [fault('FILE_MISSING', `services.${service}.${empty}`, { service })] : []

    if (selection.id === 'silkscreen' && selection.position.trim() === '') {
      faults.push(fault('TEXT_MISSING', 'services.silkscreen.position', { service }))
    }

    return faults
  })
}
