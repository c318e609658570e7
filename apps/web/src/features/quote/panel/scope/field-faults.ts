import type { Catalogue, Fault } from '@cotation/domain'
import { useFaultText } from '#features/quote/texts/use-formats.ts'

/** Returns the error text of a field, the same that the server would use. */
export function useFieldError(faults: readonly Fault[], catalogue: Catalogue) {
  const faultText = useFaultText(catalogue)
  return (field: string): string | undefined => {
    const fault = faults.find((one) => one.field === field)
    return fault && faultText(fault)
  }
}

/**
 * The faults of a service as a whole: its option, its list of colours or threads. Other faults are
 * shown at their field.
 */
export function faultsOfService(faults: readonly Fault[], id: string): Fault[] {
  const fields = ['', '.option', '.colours', '.threads', '.items'].map((end) => `services.${id}${end}`)
  return faults.filter(({ field }) => fields.includes(field))
}
