import { useEffect, useRef, useState } from 'react'
import type { LinkDraft } from '../pay/link-draft.ts'
import type { Draft } from './draft.ts'
import { type CheckoutStart, keptCheckoutOf } from './initial-draft.ts'
import { dropKeptCheckout, keepCheckout } from './kept-draft.ts'

/**
 * Keeps what the customer enters in the browser, from the first change on. Returns a function that
 * drops it once the order is placed.
 */
export function useKeeping(start: CheckoutStart, draft: Draft, link: Partial<LinkDraft>): () => void {
  const { customerId, project } = start
  const projectId = project.id

  // Another tab may log in to another account, whose entries these are not.
  const [ownerId] = useState(customerId)
  const isOwner = ownerId !== null && ownerId === customerId

  // Compared as text: it is a new object at every render.
  const entered = JSON.stringify(keptCheckoutOf(start, draft, link))
  const [initial] = useState(entered)
  const isChanged = useRef(false)
  const isPlaced = useRef(false)

  useEffect(() => {
    if (entered !== initial) isChanged.current = true
    if (isOwner && isChanged.current && !isPlaced.current) keepCheckout(ownerId, projectId, JSON.parse(entered))
  }, [entered, initial, isOwner, ownerId, projectId])

  return () => {
    isPlaced.current = true
    dropKeptCheckout(ownerId, projectId)
  }
}
