import type { MessageSlice, Messages } from '@cotation/messages'

/** Facts of a screen from the specification. A child route inherits what it does not set. */
export interface ScreenFacts {
  titleKey?: keyof Messages['app']['titles']
  description?: keyof Messages['app']['descriptions']
  requiresAuth?: boolean
  noindex?: boolean
  /** The screen brings its own header, menu and title, instead of those for customers. */
  hasOwnFrame?: boolean
  /** Without the base path. */
  canonicalHref?: string
  messages?: readonly MessageSlice[]
  /** Sends the calls that its code will need first, if it is the first page of the visit. */
  askEarly?: () => void
  /** Loads the code of the screen; the build finds the files by it. */
  load?: () => Promise<unknown>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenFacts {}
}

/** The facts of the innermost match, merged over those of its parents. */
export function screenFacts(matches: readonly { staticData: ScreenFacts }[]): ScreenFacts {
  return Object.assign({}, ...matches.map((match) => match.staticData))
}
