import type { Fault } from '@cotation/domain'

export const faultAt = (faults: readonly Fault[], field: string): Fault | undefined =>
  faults.find((fault) => fault.field === field)

/**
 * Of a service as a whole: its option, its list of colours or threads. What a single field is at
 * fault for stands there.
 */
export function faultsOfService(faults: readonly Fault[], id: string): Fault[] {
  const whole = ['', '.option', '.colours', '.threads', '.items'].map((end) => `services.${id}${end}`)
  return faults.filter(({ field }) => whole.includes(field))
}
