import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { ScreenFacts } from '#lib/screen-facts.ts'
import { ensureMessages } from '#lib/texts/messages.ts'

/**
 * Options of a route that shows a page: its facts, its texts (loaded with its code) and its lazy
 * component.
 */
export function screen<Name extends string>(
  facts: ScreenFacts,
  load: () => Promise<{ [Key in Name]: ComponentType }>,
  name: Name,
) {
  return {
    staticData: facts,
    loader: () => ensureMessages(facts.messages ?? []),
    component: lazyRouteComponent<{ [Key in Name]: ComponentType }, Name>(load, name),
  }
}

/**
 * The page that most visits begin with is part of the entry: no second round trip before it works.
 */
export function firstScreen(facts: ScreenFacts, component: RouteComponent) {
  return { staticData: facts, loader: () => ensureMessages(facts.messages ?? []), component }
}
