import { type AnyRoute, createRoute, lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import type { ScreenFacts } from '#lib/screen-facts.ts'
import { ensureMessages } from '#lib/texts/messages.ts'

/**
 * The page that most visits begin with is part of the entry: no second round trip before it works.
 */
export function firstPage<Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  facts: ScreenFacts,
  component: RouteComponent,
  beforeLoad: () => Promise<void> | void = () => {},
) {
  const loader = () => {
    facts.askEarly?.()
    return ensureMessages(facts.messages ?? [])
  }
  return createRoute({ getParentRoute: () => parent, path, staticData: facts, beforeLoad, loader, component })
}

/** A page with its facts, its texts (loaded with its code) and its lazy component. */
export function page<Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  facts: ScreenFacts,
  load: () => Promise<RouteComponent>,
  beforeLoad?: () => Promise<void>,
) {
  return firstPage(
    parent,
    path,
    { ...facts, load },
    lazyRouteComponent(async () => ({ default: await load() })),
    beforeLoad,
  )
}

/** Facts that the pages below an address share. */
export function area<Parent extends AnyRoute, Path extends string>(parent: Parent, path: Path, facts: ScreenFacts) {
  return createRoute({ getParentRoute: () => parent, path, staticData: facts })
}

type Search = Record<string, string>

/** An address that leads to another one; without `searchOf` its search parameters are dropped. */
export function redirectRoute<Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  to: string,
  searchOf: (search: Search) => Search = () => ({}),
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ to, search: searchOf(search), replace: true })
    },
  })
}

type StaffApp = typeof import('#staff/staff-app.tsx')

/**
 * The staff side: one route for all of its screens, which its own table declares, so that its size
 * does not count for the first page of customers.
 */
export function staffRoute<Parent extends AnyRoute>(parent: Parent, load: () => Promise<StaffApp>) {
  return createRoute({
    getParentRoute: () => parent,
    path: 'staff/$',
    staticData: { titleKey: 'staff', noindex: true, hasOwnFrame: true, messages: ['staff'], load },
    loader: async ({ params }) => {
      const prepare = async () => (await load()).prepareScreen(params._splat ?? '')
      await Promise.all([prepare(), ensureMessages(['staff'])])
    },
    component: lazyRouteComponent(load, 'StaffApp'),
  })
}
