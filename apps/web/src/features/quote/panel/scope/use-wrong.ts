import type { Catalogue, Fault } from '@cotation/domain'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { faultAt } from './field-faults.ts'

/** Says of a field what is wrong with it, in the words that the server would use. */
export function useWrong(faults: readonly Fault[], catalogue: Catalogue) {
  const text = useFaultText(catalogue)
  return (field: string): string | undefined => {
    const fault = faultAt(faults, field)
    return fault && text(fault)
  }
}
