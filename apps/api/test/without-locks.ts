import type { KyselyPlugin } from 'kysely'
import type { Deps } from '#core/deps.ts'

/** Removes the row locks from every query. */
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => (node.kind === 'SelectQueryNode' ? { ...node, endModifiers: [] } : node),
  transformResult: async ({ result }) => result,
}

/** The planted fault of race tests: what they protect must break without row locks. */
export const withoutLocks = (deps: Deps): Deps => ({ ...deps, db: deps.db.withPlugin(plugin) })
