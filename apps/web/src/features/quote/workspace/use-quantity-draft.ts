import type { Fault } from '@cotation/domain'
import { useSyncExternalStore } from 'react'
import { createStore, useStore } from '#lib/store.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { parseQuantity } from './quantity.ts'
import { isLocked, type WorkLine } from './work-line.ts'

interface QuantityDraft {
  text: string
  quantityBefore: number
  /** The field has lost the focus, so an empty text is a mistake and not the start of a new number. */
  isLeft: boolean
}

type Drafts = ReadonlyMap<string, QuantityDraft>

/**
 * What customers have typed as quantities, by line id. Not a state of the fields: table and panel
 * show the same line, a row unmounts when it is scrolled away, and ordering waits for a correction.
 */
const quantityDrafts = createStore<Drafts>(new Map())

function setDraft(lineId: string, draft: QuantityDraft | undefined): void {
  const next = new Map(quantityDrafts.get())
  if (draft) next.set(lineId, draft)
  else next.delete(lineId)

  quantityDrafts.set(next)
}

/** False if the quantity was undone or changed elsewhere since: the draft is stale. */
function isCurrent({ text, quantityBefore }: QuantityDraft, quantity: number): boolean {
  return (parseQuantity(text).quantity ?? quantityBefore) === quantity
}

function faultOf(draft: QuantityDraft | undefined, line: WorkLine): Fault | undefined {
  const quantity = line.configuration?.quantity
  if (!draft || quantity === undefined || isLocked(line) || !isCurrent(draft, quantity)) return undefined

  const isBeingCleared = draft.text === '' && !draft.isLeft
  return isBeingCleared ? undefined : parseQuantity(draft.text).fault
}

function useDraft(lineId: string): QuantityDraft | undefined {
  // Only the draft of this line, so that typing re-renders no other row.
  const get = () => quantityDrafts.get().get(lineId)
  return useSyncExternalStore(quantityDrafts.subscribe, get, get)
}

/** The fault of a typed quantity; `id` is the element that explains it. */
export interface QuantityFault {
  id: string
  fault: Fault
  /** The quantity that is still quoted. */
  quantity: number
}

function describe(line: WorkLine, fault: Fault | undefined): QuantityFault | undefined {
  const quantity = line.configuration?.quantity
  if (!fault || quantity === undefined) return undefined

  return { id: `quantity-fault-${line.id}`, fault, quantity }
}

export function useQuantityFault(line: WorkLine): QuantityFault | undefined {
  return describe(line, faultOf(useDraft(line.id), line))
}

/** Tells which of the lines have a quantity to correct. */
export function useHasQuantityFault(): (line: WorkLine) => boolean {
  const drafts = useStore(quantityDrafts)
  return (line) => faultOf(drafts.get(line.id), line) !== undefined
}

/**
 * Why some lines cannot be ordered yet. Their old quantities are still valid on the server: an order
 * would silently contain them.
 */
export function useWrongQuantities(lines: readonly WorkLine[]): string | undefined {
  const t = useTranslations('line.quantityFault')
  const wrong = lines.filter(useHasQuantityFault())
  const [first] = wrong

  return first && t('order', { count: wrong.length, name: first.name })
}

/**
 * What the customer types as a quantity. Valid input applies at once; invalid input stays, with its
 * fault, until it is corrected.
 */
export function useQuantityDraft(line: WorkLine, quantity: number, onChoose: (quantity: number) => void) {
  const draft = useDraft(line.id)
  const shown = draft && isCurrent(draft, quantity) ? draft : undefined

  return {
    text: shown?.text ?? String(quantity),
    change(text: string) {
      setDraft(line.id, { text, quantityBefore: quantity, isLeft: false })

      const { quantity: next } = parseQuantity(text)
      if (next !== undefined && next !== quantity) onChoose(next)
    },
    /** The field has lost the focus. */
    leave() {
      const isWrong = shown && parseQuantity(shown.text).fault
      setDraft(line.id, isWrong ? { ...shown, isLeft: true } : undefined)
    },
  }
}
