import type { KyselyPlugin } from 'kysely'
import type { Deps } from '#core/deps.ts'

/**
 * Counts the statements that some work sends to the database, without `begin` and `commit`. Only
 * those of the passed dependencies, so that jobs which run beside it do not count.
 */
export async function countStatements(deps: Deps, work: (deps: Deps) => Promise<unknown>): Promise<number> {
  let count = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      count++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work({ ...deps, db: deps.db.withPlugin(counter) })

  return count
}
