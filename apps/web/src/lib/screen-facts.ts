import type { MessageSlice, Messages } from '@cotation/messages'

/** What the specification says of a screen. A child inherits what it does not state itself. */
export interface ScreenFacts {
  titleKey?: keyof Messages['app']['titles']
  description?: keyof Messages['app']['descriptions']
  requiresAuth?: boolean
  noindex?: boolean
  /** Without the base path. */
  canonicalHref?: string
  messages?: readonly MessageSlice[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends ScreenFacts {}
}

/** The facts of the innermost match, completed by those around it. */
export function screenFacts(matches: readonly { staticData: ScreenFacts }[]): ScreenFacts {
  return Object.assign({}, ...matches.map((match) => match.staticData))
}
