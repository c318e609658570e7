import { useDeferredValue } from 'react'

/**
 * Delays a large page until React can render it in slices. An answer of the server otherwise renders
 * in one piece, during which a phone reacts to nothing for half a second or more. True at once if
 * the data was there at the first render, because a navigation is rendered in slices anyway.
 */
export function useReadyInSlices(isReady: boolean): boolean {
  return useDeferredValue(isReady) && isReady
}
