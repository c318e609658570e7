import type { ListAnswer, ListCount, ListRow, ListSeen, ListValue } from '@cotation/contracts'
import { filtersOf } from '@cotation/contracts'
import {
  type ColumnType,
  isUuid,
  type ListColumn,
  type ListDeclaration,
  type ListFilter,
  maxCountedRows,
  type StaffRight,
  startOfDay,
  startOfNextDay,
} from '@cotation/domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import type { Db, Trx } from '#db/database.ts'
import { contains } from '#db/lists.ts'

type Expression = RawBuilder<unknown>
export type Condition = RawBuilder<SqlBool>

/** How a column of a list is read, sorted and filtered. */
export interface ColumnSql {
  value: Expression
  /** What filters compare, if it is not the value: an id of a person, or a plainer expression. */
  compared?: Expression
  /** The name of a person or record, for `contains`. */
  matches?: (search: string, db: Db | Trx) => Condition | Promise<Condition>
  /**
   * An index begins with this choice and goes on with the sort. Several values are then read one by
   * one: in a single query the planner walks the index of the sort, past every row of other values.
   */
  isSplit?: boolean
  /** Replaces the condition that follows from the type. */
  filter?: (filter: ListFilter) => Condition | null
  /** What it is sorted by, if that is not the value. */
  sort?: { by: Expression; type: ColumnType; isReversed: boolean }
}

/** What breaks a tie before the id. Never null: the comparison with a cursor would skip the row. */
interface Tie {
  by: Expression
  type: 'uuid' | 'integer'
}

/** Where the rows of a list come from. */
export interface ListSource {
  from: Expression
  /** The last tie-breaker of every sort: a UUID, or a whole number if the list is declared so. */
  id: Expression
  /** What rows with equal values are sorted by before the id. */
  ties?: readonly Tie[]
  /** What all rows of the list have in common. */
  always?: Condition
  search: (search: string, db: Db | Trx) => Condition | Promise<Condition>
  columns: Readonly<Record<string, ColumnSql>>
}

/** Who reads a list and when, which decides what is found, late or expired. */
export interface ListReader {
  rights: readonly StaffRight[]
  now: Date
  /** The calendar day in the shop's time zone, in which days of dispatch end. */
  today: string
  /** Time zone of the shop: days of filters begin and end there. */
  timeZone: string
}

interface PageQuery extends ListSeen {
  cursor?: string | undefined
  pageSize: number
}

type StoredRow = Record<string, unknown> & { id: string; sort_value: string | null; tie_values: string[] }

/** A page of a list in its sort, and the number of rows on all pages. */
export async function readListPage<L extends ListDeclaration>(
  db: Db,
  list: L,
  source: ListSource,
  query: PageQuery,
  reader: ListReader,
): Promise<ListAnswer<L>> {
  const start = startOf(list, source, query)
  const { whole, parts } = await narrow(db, list, source, query, reader)
  const [{ rows, next }, count] = await Promise.all([
    readPage(db, { list, source, query, parts }, start),
    countRows(db, source, whole),
  ])
  return { rows: rows as ListRow<L>[], next, count }
}

/** A page without the count, for files. */
export async function readListRows<L extends ListDeclaration>(
  db: Db | Trx,
  list: L,
  source: ListSource,
  query: PageQuery,
  reader: ListReader,
): Promise<Pick<ListAnswer<L>, 'rows' | 'next'>> {
  const start = startOf(list, source, query)
  const { parts } = await narrow(db, list, source, query, reader)
  const { rows, next } = await readPage(db, { list, source, query, parts }, start)
  return { rows: rows as ListRow<L>[], next }
}

/** The number of rows on all pages. */
export async function countListRows(
  db: Db | Trx,
  list: ListDeclaration,
  source: ListSource,
  query: ListSeen,
  reader: ListReader,
): Promise<ListCount> {
  const { whole } = await narrow(db, list, source, query, reader)
  return countRows(db, source, whole)
}

/** Exact up to a bound: nobody reads a thousand rows, and counting millions takes seconds. */
async function countRows(db: Db | Trx, source: ListSource, conditions: readonly Condition[]): Promise<ListCount> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select 1 from ${source.from} where ${sql.join(conditions, sql` and `)} limit ${sql.lit(maxCountedRows + 1)}
    ) as bounded`.execute(db)

  const total = rows[0]?.total ?? 0
  return { rows: Math.min(total, maxCountedRows), isExact: total <= maxCountedRows }
}

interface Sort {
  /** Name in the address; a cursor belongs to one sort. */
  name: string
  by: Expression
  type: ColumnType
  isDescending: boolean
  isOptional: boolean
}

function sortOf({ columns }: ListDeclaration, source: ListSource, { column, isDescending }: ListSeen['sort']): Sort {
  const declared = columns[column]
  const stored = source.columns[column]
  if (!declared || !stored) throw new Error(`no column ${column}`)

  const name = `${isDescending ? '-' : ''}${column}`
  const isOptional = declared.isOptional === true
  if (!stored.sort) return { name, by: stored.value, type: declared.type, isDescending, isOptional }

  const { by, type, isReversed } = stored.sort
  return { name, by, type, isDescending: isDescending !== isReversed, isOptional }
}

/** The row after which a page starts. A null value: it is among those without, which are last. */
interface Start {
  value: string | null
  /** Values of the list's tie-breakers. */
  ties: readonly string[]
  id: string
}

interface Paging {
  list: ListDeclaration
  source: ListSource
  query: PageQuery
  /** The conditions of each query; the rows of all queries are merged. */
  parts: readonly (readonly Condition[])[]
}

interface Reading extends Paging {
  sort: Sort
}

function startOf(list: ListDeclaration, source: ListSource, { cursor, sort }: PageQuery): Start | null {
  return cursor === undefined ? null : readCursor(cursor, { list, source, sort: sortOf(list, source, sort) })
}

async function readPage(
  db: Db | Trx,
  paging: Paging,
  start: Start | null,
): Promise<{ rows: ListRow[]; next: string | null }> {
  const { list, source, query } = paging
  const sort = sortOf(list, source, query.sort)
  const stored = await readFrom(db, { ...paging, sort }, start)
  const page = stored.slice(0, query.pageSize)
  const last = page.at(-1)

  return {
    rows: page.map((row) => listRow(list, query.columns, row)),
    next: last && stored.length > page.length ? writeCursor(sort, last) : null,
  }
}

/**
 * Reads one more row than a page has. Rows without a value come last in both directions. They are a
 * query of their own: a descending sort with `nulls last` could not use the index of the ascending
 * one.
 */
async function readFrom(db: Db | Trx, reading: Reading, start: Start | null): Promise<StoredRow[]> {
  const limit = reading.query.pageSize + 1
  const isAmongEmpty = start !== null && start.value === null

  const filled = isAmongEmpty ? [] : await readPart(db, reading, 'filled', start, limit)
  if (!reading.sort.isOptional || filled.length === limit) return filled

  const empty = await readPart(db, reading, 'empty', isAmongEmpty ? start : null, limit)
  return [...filled, ...empty].slice(0, limit)
}

async function readPart(
  db: Db | Trx,
  { list, source, query, sort, parts }: Reading,
  part: 'filled' | 'empty',
  start: Start | null,
  limit: number,
): Promise<StoredRow[]> {
  const partConditions: Condition[] = []
  const nullTest = part === 'empty' ? sql`is null` : sql`is not null`
  if (sort.isOptional) partConditions.push(sql<SqlBool>`${sort.by} ${nullTest}`)
  if (start) partConditions.push(afterStart(list, source, sort, start))

  // A literal: for a parameter, the plan of a prepared statement expects a tenth of the list.
  const limited = sql.lit(limit)
  const direction = sort.isDescending ? sql`desc` : sql`asc`
  const ties = source.ties ?? []
  const sortedBy = (by: Expression, tiesAndId: readonly Expression[]) => {
    const keys = part === 'empty' ? tiesAndId : [by, ...tiesAndId]
    return sql.join(keys.map((key) => sql`${key} ${direction}`))
  }

  const values = query.columns.map((key) => sql`${columnValue(source, key)} as ${sql.ref(key)}`)
  const selected = [
    sql`${source.id} as id`,
    sql`${cursorValue(sort)} as sort_value`,
    sql`array[${sql.join(ties.map(({ by }) => sql`(${by})::text`))}]::text[] as tie_values`,
    sql`${sort.by} as sorted_by`,
    ...ties.map(({ by }, index) => sql`${by} as ${tieName(index)}`),
    ...values,
  ]

  const reads = parts.map(
    (conditions) => sql`(
      select ${sql.join(selected)}
      from ${source.from}
      where ${sql.join([...conditions, ...partConditions], sql` and `)}
      order by ${sortedBy(sort.by, [...ties.map(({ by }) => by), source.id])}
      limit ${limited})`,
  )

  const [only] = reads
  if (only && reads.length === 1) {
    const { rows } = await sql<StoredRow>`${only}`.execute(db)
    return rows
  }

  const mergedTies = ties.map((_, index) => sql`merged.${tieName(index)}`)
  const { rows } = await sql<StoredRow>`
    select * from (${sql.join(reads, sql` union all `)}) as merged
    order by ${sortedBy(sql`merged.sorted_by`, [...mergedTies, sql`merged.id`])}
    limit ${limited}`.execute(db)
  return rows
}

const tieName = (index: number) => sql.ref(`tie_${index}`)

function columnValue({ columns }: ListSource, key: string): Expression {
  const column = columns[key]
  if (!column) throw new Error(`no column ${key}`)
  return column.value
}

/** A value of a sort as text, without loss: a `Date` would cut microseconds off. */
function cursorValue({ by, type }: Sort): Expression {
  return type === 'time' ? sql`(extract(epoch from ${by}) * 1000000)::bigint::text` : sql`(${by})::text`
}

/** The value of a cursor as the database compares it. */
function storedValue({ type }: Sort, value: string): Expression {
  if (type === 'time') return sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
  if (type === 'number' || type === 'money') return sql`${value}::bigint`
  return sql`${value}::text`
}

function afterStart(
  { hasNumberIds }: ListDeclaration,
  { id, ties = [] }: ListSource,
  sort: Sort,
  start: Start,
): Condition {
  const keys = [...ties.map(({ by }) => by), id]
  const values = ties.map(({ type }, index) => sql`${start.ties[index]}::${sql.raw(type)}`)
  values.push(hasNumberIds ? sql`${start.id}::bigint` : sql`${start.id}::uuid`)
  if (start.value !== null) {
    keys.unshift(sort.by)
    values.unshift(storedValue(sort, start.value))
  }

  const comparison = sort.isDescending ? sql`<` : sql`>`
  return sql<SqlBool>`(${sql.join(keys)}) ${comparison} (${sql.join(values)})`
}

const writeCursor = ({ name }: Sort, { sort_value: value, tie_values: ties, id }: StoredRow): string =>
  Buffer.from(JSON.stringify([name, value, ...ties, id])).toString('base64url')

/** Callers can change a cursor: a value of another type would be an error of the database. */
function isCursorValue({ type, isOptional }: Sort, value: unknown): value is string | null {
  if (value === null) return isOptional
  if (typeof value !== 'string') return false
  if (type === 'time' || type === 'number' || type === 'money') return /^-?\d{1,16}$/.test(value)
  return !/[\u0000\p{Surrogate}]/u.test(value)
}

const isNumberId = (id: string) => /^\d{1,18}$/.test(id)

function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

function isTieValue({ type }: Tie, value: unknown): value is string {
  if (typeof value !== 'string') return false
  return type === 'uuid' ? isUuid(value) : /^-?\d{1,9}$/.test(value)
}

function readCursor(cursor: string, { list, source, sort }: Pick<Reading, 'list' | 'source' | 'sort'>): Start {
  const isRowId = list.hasNumberIds ? isNumberId : isUuid
  const { ties = [] } = source
  const parts = decodeCursor(cursor)

  if (Array.isArray(parts) && parts.length === ties.length + 3) {
    const [name, value, ...rest] = parts as unknown[]
    const id = rest.pop()
    const tieValues = ties.flatMap((tie, index) => (isTieValue(tie, rest[index]) ? [rest[index]] : []))

    const isOfSort = name === sort.name && isCursorValue(sort, value)
    const isComplete = tieValues.length === ties.length
    if (isOfSort && isComplete && typeof id === 'string' && isRowId(id)) return { value, ties: tieValues, id }
  }

  throw new AppError('VALIDATION', { fields: [{ path: 'cursor', code: 'CURSOR_INVALID' }] })
}

interface Narrowed {
  /** The conditions of all rows. */
  whole: readonly Condition[]
  /** Conditions for each value of a filter by a split choice; a row is in one of these queries. */
  parts: readonly (readonly Condition[])[]
}

async function narrow(
  db: Db | Trx,
  list: ListDeclaration,
  source: ListSource,
  query: ListSeen,
  reader: ListReader,
): Promise<Narrowed> {
  const common: Condition[] = [source.always ?? sql<SqlBool>`true`]
  if (query.search) common.push(await source.search(query.search, db))

  let split: { whole: Condition; parts: readonly Condition[] } | null = null
  for (const [key, filter] of Object.entries(filtersOf(list, query))) {
    const column = list.columns[key]
    const stored = source.columns[key]
    if (!column || !stored) continue

    const whole = await conditionOf(db, column, stored, filter, reader)
    if (split || filter.operator !== 'in' || stored.isSplit !== true) {
      common.push(whole)
      continue
    }

    const values = [...new Set(filter.values)]
    const ofOne = (value: string) => conditionOf(db, column, stored, { ...filter, values: [value] }, reader)
    split = { whole, parts: await Promise.all(values.map(ofOne)) }
  }

  if (!split) return { whole: common, parts: [common] }
  return { whole: [...common, split.whole], parts: split.parts.map((part) => [...common, part]) }
}

const dayMs = 86_400_000

/** The calendar day some days after another. */
export const dayFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** The condition that a filter of a column means. */
async function conditionOf(
  db: Db | Trx,
  column: ListColumn,
  stored: ColumnSql,
  filter: ListFilter,
  reader: ListReader,
): Promise<Condition> {
  const { operator, values } = filter
  const [first = ''] = values
  const value = stored.compared ?? stored.value

  const own = stored.filter?.(filter)
  if (own) return own
  if (operator === 'contains') return (await stored.matches?.(first, db)) ?? contains(value, first)
  if (operator === 'empty') return sql<SqlBool>`${value} is null`
  if (operator === 'filled') return sql<SqlBool>`${value} is not null`
  return conditionsByType[column.type](value, filter, reader)
}

/** What an operator of a type means, except `contains`, `empty` and `filled`. */
type TypeCondition = (value: Expression, filter: ListFilter, reader: ListReader) => Condition

const conditionsByType: Readonly<Record<ColumnType, TypeCondition>> = {
  text: textCondition,
  number: numberCondition,
  money: numberCondition,
  amount: textCondition,
  choice: choiceCondition,
  choices: choicesCondition,
  time: timeCondition,
  day: dayCondition,
  flag: flagCondition,
  person: idCondition,
  record: idCondition,
  reference: textCondition,
}

function textCondition(value: Expression, { values: [text = ''] }: ListFilter): Condition {
  return sql<SqlBool>`${value} = ${text}`
}

function numberCondition(value: Expression, { operator, values: [first = '', second = ''] }: ListFilter): Condition {
  if (operator === 'gte') return sql<SqlBool>`${value} >= ${first}::bigint`
  if (operator === 'lte') return sql<SqlBool>`${value} <= ${first}::bigint`
  if (operator === 'between') return sql<SqlBool>`(${value} >= ${first}::bigint and ${value} <= ${second}::bigint)`
  return sql<SqlBool>`${value} = ${first}::bigint`
}

/**
 * Choices are literals: few rows have some of them, and the plan of a prepared statement would expect as
 * many of each.
 */
function choiceCondition(value: Expression, { operator, values }: ListFilter): Condition {
  const choices = sql.join(values.map((choice) => sql.lit(choice)))
  if (operator === 'not-in') return sql<SqlBool>`(${value} is null or ${value} not in (${choices}))`

  // Equality lets an index give the sort; `in` does not.
  return values.length === 1 ? sql<SqlBool>`${value} = ${choices}` : sql<SqlBool>`${value} in (${choices})`
}

function choicesCondition(value: Expression, { operator, values }: ListFilter): Condition {
  const isAny = sql<SqlBool>`${value} && ${values}::text[]`
  return operator === 'not-in' ? sql<SqlBool>`not (${isAny})` : isAny
}

/** The moments between which a filter of a time selects; null if it is open at that end. */
export function momentsOf(
  { operator, values: [first = '', second = ''] }: ListFilter,
  { now, timeZone }: ListReader,
): { from: Date | null; before: Date | null } {
  const startOf = (day: string) => startOfDay(timeZone, day)
  const endOf = (day: string) => startOfNextDay(timeZone, startOf(day))

  if (operator === 'last') return { from: new Date(now.getTime() - Number(first) * dayMs), before: null }
  if (operator === 'from') return { from: startOf(first), before: null }
  if (operator === 'until') return { from: null, before: endOf(first) }
  return { from: startOf(first), before: endOf(second) }
}

function timeCondition(value: Expression, filter: ListFilter, reader: ListReader): Condition {
  const { from, before } = momentsOf(filter, reader)
  return allOf([from && sql`${value} >= ${from}`, before && sql`${value} < ${before}`])
}

/** The conditions that are not null. */
export function allOf(conditions: readonly (Expression | null)[]): Condition {
  const given = conditions.filter((condition) => condition !== null)
  return sql<SqlBool>`(${sql.join(given, sql` and `)})`
}

function dayCondition(
  value: Expression,
  { operator, values: [first = '', second = ''] }: ListFilter,
  { today }: ListReader,
): Condition {
  if (operator === 'within') return sql<SqlBool>`${value} <= ${dayFrom(today, Number(first))}`
  if (operator === 'from') return sql<SqlBool>`${value} >= ${first}`
  if (operator === 'until') return sql<SqlBool>`${value} <= ${first}`
  return sql<SqlBool>`(${value} >= ${first} and ${value} <= ${second})`
}

function flagCondition(value: Expression, { values: [wanted] }: ListFilter): Condition {
  return wanted === 'yes' ? sql<SqlBool>`${value}` : sql<SqlBool>`not ${value}`
}

function idCondition(value: Expression, { values }: ListFilter): Condition {
  // Like for choices: equality lets an index give the sort.
  const [only] = values
  return values.length === 1 ? sql<SqlBool>`${value} = ${only}::uuid` : sql<SqlBool>`${value} = any(${values}::uuid[])`
}

/** The driver reads `bigint` and `numeric` as text, and moments as dates. */
function listValue(type: ColumnType, value: unknown): ListValue {
  if (value instanceof Date) return value.toISOString()
  if (value !== null && (type === 'number' || type === 'money')) return Number(value)
  return value as ListValue
}

function listRow({ columns }: ListDeclaration, keys: readonly string[], stored: StoredRow): ListRow {
  const row: Record<string, ListValue> = {}
  for (const key of keys) row[key] = listValue(columns[key]?.type ?? 'text', stored[key])
  return { id: stored.id, ...row }
}
