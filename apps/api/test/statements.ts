import { CompiledQuery, type KyselyPlugin } from 'kysely'
import type { Deps } from '#core/deps.ts'
import type { Db, Trx } from '#db/database.ts'

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

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

function addRowsRead(rows: Map<string, number>, node: PlanNode): void {
  const table = node['Relation Name']
  if (table !== undefined) {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    rows.set(table, (rows.get(table) ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops'])
  }
  for (const child of node.Plans ?? []) addRowsRead(rows, child)
}

/** How many rows of each table the database reads for some work that changes nothing. */
export async function rowsRead(trx: Trx, work: (db: Db) => Promise<unknown>): Promise<Map<string, number>> {
  const statements: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(trx.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(trx.withPlugin(recorder))

  const rows = new Map<string, number>()
  for (const { sql, parameters } of statements) {
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters])
    const result = await trx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(explained)
    for (const answer of result.rows) for (const { Plan } of answer['QUERY PLAN']) addRowsRead(rows, Plan)
  }
  return rows
}
