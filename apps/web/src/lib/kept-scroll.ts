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
