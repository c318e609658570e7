import {
  type Catalogue,
  type Configuration,
  configurationFaults,
  type Fault,
  orderInputFaults,
  type PartMeasures,
} from '@cotation/domain'

/** Everything wrong with a line, and all that an order of it still needs: each is shown at its field. */
export const allFaults = (part: PartMeasures, configuration: Configuration, catalogue: Catalogue): Fault[] => [
  ...configurationFaults(part, configuration, catalogue),
  ...orderInputFaults(configuration),
]

export const faultAt = (faults: readonly Fault[], field: string): Fault | undefined =>
  faults.find((fault) => fault.field === field)

/** Of a service as a whole: its option, its list of colours or threads. What a single field is at fault for stands there. */
export function faultsOfService(faults: readonly Fault[], id: string): Fault[] {
  const whole = ['', '.option', '.colours', '.threads', '.items'].map((end) => `services.${id}${end}`)
  return faults.filter(({ field }) => whole.includes(field))
}
