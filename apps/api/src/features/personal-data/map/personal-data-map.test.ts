import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { copyDatabase } from '#test/test-databases.ts'
import { personalDataMap } from './personal-data-map.ts'
import { blanksOf, columnNames, type TableRule } from './rule.ts'

const db = openDatabase(await copyDatabase())

async function storedColumns(): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name <> 'migration' group by table_name`.execute(db)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

const mappedColumns = ({ plain, personal, secret }: TableRule) => [
  ...plain,
  ...columnNames(personal),
  ...columnNames(secret),
]

const ruleOf = (table: string) => personalDataMap.find((rule) => rule.table === table)

it('has a rule for every table of the database', async () => {
  const missing = [...(await storedColumns()).keys()].filter((table) => !ruleOf(table))
  const advice = missing.map(
    (table) =>
      `${table}: add a tableRule to the file of its subject in features/personal-data/map. Say how its rows are found ` +
      'from a customer (owner), what deletion does (onDeletion), and which columns are plain, personal or secret.',
  )
  expect(advice).toEqual([])
})

it('has every column in exactly one group', async () => {
  const stored = await storedColumns()
  const advice = personalDataMap.flatMap((rule) => {
    const mapped = mappedColumns(rule)
    const missing = (stored.get(rule.table) ?? []).filter((column) => !mapped.includes(column))
    const twice = mapped.filter((column, index) => mapped.indexOf(column) !== index)
    const unknown = mapped.filter((column) => !stored.get(rule.table)?.includes(column))

    return [
      ...missing.map(
        (column) =>
          `${rule.table}.${column} is new: add it to plain (no personal data), personal or secret of its tableRule, ` +
          'and to exported if the customer may have it.',
      ),
      ...twice.map((column) => `${rule.table}.${column} is in two groups: leave it in one.`),
      ...unknown.map((column) => `${rule.table}.${column} does not exist: remove it from the map.`),
    ]
  })
  expect(advice).toEqual([])
})

it('gives every personal column a neutral value if its row stays', () => {
  const advice = personalDataMap
    .filter(({ onDeletion, neededBy }) => onDeletion === 'blank' || neededBy !== undefined)
    .flatMap((rule) => {
      const blanked = blanksOf(rule).map(([column]) => column)
      const kept = [...columnNames(rule.personal), ...columnNames(rule.secret)]
      return kept
        .filter((column) => !blanked.includes(column))
        .map((column) => `${rule.table}.${column}: name a value.`)
    })
  expect(advice).toEqual([])
})

it('keeps no row as it is that has personal columns', () => {
  const kept = personalDataMap.filter(
    ({ onDeletion, personal }) => onDeletion === 'keep' && columnNames(personal).length,
  )
  expect(kept.map(({ table }) => table)).toEqual([])
})

it('exports no secret and no unknown column', () => {
  for (const rule of personalDataMap) {
    const allowed = [...rule.plain, ...columnNames(rule.personal)]
    const others = rule.exported?.columns.filter((column) => !allowed.includes(column)) ?? []
    expect({ table: rule.table, others }).toEqual({ table: rule.table, others: [] })
  }
})

it('names an owner for every table that refers to a customer', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'customer'::regclass`.execute(db)
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter(({ table }) => ruleOf(table)?.owner === null)).toEqual([])
})
