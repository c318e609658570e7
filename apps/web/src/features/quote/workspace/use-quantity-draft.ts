import { useState } from 'react'
import { parseQuantity } from './quantity.ts'

/**
 * What the customer types as a quantity. Valid input applies at once; invalid input stays, with its
 * fault, until it is corrected.
 */
export function useQuantityDraft(quantity: number, onChoose: (quantity: number) => void) {
  const [draft, setDraft] = useState<{ text: string; quantityBefore: number }>()
  const parsed = draft && parseQuantity(draft.text)

  // Undone, or changed elsewhere since: the draft is stale.
  const isCurrent = draft !== undefined && (parsed?.quantity ?? draft.quantityBefore) === quantity
  const fault = isCurrent ? parsed?.fault : undefined

  return {
    text: isCurrent ? draft.text : String(quantity),
    fault,
    change(text: string) {
      setDraft({ text, quantityBefore: quantity })
      const { quantity: next } = parseQuantity(text)
      if (next !== undefined && next !== quantity) onChoose(next)
    },
    /** The field has lost the focus. */
    leave() {
      if (!fault) setDraft(undefined)
    },
  }
}
