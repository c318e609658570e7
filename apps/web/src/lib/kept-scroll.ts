import { visitStorage } from './browser-storage.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Read by `#app/scroll.ts`. */
    keepsScroll?: boolean
  }
}

/**
 * Options of a navigation that changes only a part of the page, which stays where it is. The router
 * and the app's own scrolling each need to know.
 */
export const keptScroll = { resetScroll: false, state: { keepsScroll: true } } as const

/** Where in a list a person was. */
export interface ListPlace {
  rowId: string
  /** Where to return to if the row has gone. */
  index: number
  hasFocus: boolean
  /** Position of a list that scrolls in its own box; absent if it scrolls with the page. */
  scrollTop?: number
}

/** What each entry of the history returns to. */
export interface EntryPlace {
  top: number
  list?: ListPlace | undefined
}

const storageKey = 'places'
const maxPlaces = 50

export function readPlaces(): Map<string, EntryPlace> {
  try {
    const stored: unknown = JSON.parse(visitStorage.get(storageKey) ?? '[]')
    return new Map(Array.isArray(stored) ? stored : [])
  } catch {
    return new Map()
  }
}

export const storePlaces = (places: ReadonlyMap<string, EntryPlace>): void =>
  visitStorage.set(storageKey, JSON.stringify([...places].slice(-maxPlaces)))

const shownLists = new Set<() => ListPlace | undefined>()

/** Keeps the place of a shown list with the scroll position. Returns a function that ends it. */
export function followList(read: () => ListPlace | undefined): () => void {
  shownLists.add(read)
  return () => void shownLists.delete(read)
}

/** The place in the list that is shown now. */
export function shownListPlace(): ListPlace | undefined {
  for (const read of shownLists) {
    const place = read()
    if (place) return place
  }
}

/** A page may load its data before it shows the element of the hash, or is as long as it was. */
const maxFollowMs = 5000
const ownScrolling = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Ends an observer after some seconds, as soon as the visitor scrolls, or when the result is called. */
export function followUntilScrolled(observer: Pick<MutationObserver, 'disconnect'>): () => void {
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of ownScrolling) window.removeEventListener(event, end, true)
  }
  const timer = setTimeout(end, maxFollowMs)
  // Before the page reacts to the event.
  for (const event of ownScrolling) window.addEventListener(event, end, { passive: true, capture: true })
  return end
}
