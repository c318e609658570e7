import { type ListAnswer, type ListValue, staffListRoutes } from '@cotation/contracts'
import {
  dayIn,
  type FilterOperator,
  filterText,
  isoMomentIn,
  type ListColumn,
  type ListDeclaration,
  type ListFilter,
  operatorsOf,
  rightsOf,
  type StaffListKey,
  staffListKeys,
  staffLists,
  staffRights,
  staffRoles,
} from '@cotation/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StaffSession } from '#http/session.ts'
import type { Browser } from '#test/browser.ts'
import { aStaffBrowser, aStaffMember } from '#test/builders.ts'
import type { ExpectedLists, ExpectedRow } from '#test/orders/expected-lists.ts'
import { listedActions, listedEvents, minListedRepeats } from '#test/orders/listed-records.ts'
import { someListedRows } from '#test/orders/listed-rows.ts'
import { rowsOf, updateRows } from '#test/rows.ts'
import { useApp } from '#test/use-app.ts'
import { exportStaffList, listSources } from './staff-list.service.ts'

const app = useApp()
let staff: Browser
let lists: ExpectedLists
/** What comes before the id among rows with an equal value: run and sequence of a step. */
const ties = new Map<string, string>()

beforeAll(async () => {
  lists = await someListedRows(app)
  staff = await aStaffBrowser(app)
  for (const { id, run_id, position } of await rowsOf(app, 'production_step', {}))
    ties.set(id, `${run_id} ${String(position).padStart(4, '0')}`)
})

const listOf = (key: StaffListKey): ListDeclaration => staffLists[key]
const allColumns = (key: StaffListKey) => Object.keys(listOf(key).columns)

/**
 * Staff who read the audit and events cause entries and events themselves. A filter by another
 * column than the tested one leaves these out.
 */
function boundOf(key: StaffListKey, query: Readonly<Record<string, string>>): Record<string, string> {
  const positions = lists.audit.map(({ position }) => Number(position))
  const bounds: Partial<Record<StaffListKey, Record<string, string>[]>> = {
    audit: [
      { position: `between:${Math.min(...positions)},${Math.max(...positions)}` },
      { action: `in:${listedActions.join(',')}` },
    ],
    'security-events': [{ repeats: `gte:${minListedRepeats}` }, { event: `in:${listedEvents.join(',')}` }],
  }
  const isFree = (bound: Record<string, string>) => Object.keys(bound).every((name) => !Object.hasOwn(query, name))
  return bounds[key]?.find(isFree) ?? {}
}

async function read(key: StaffListKey, query: Record<string, string> = {}): Promise<ListAnswer> {
  const { status, data, error } = await staff.send<ListAnswer>(`GET /global/staff/list/${key}`, {
    query: { pageSize: '200', ...boundOf(key, query), ...query },
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
  return data
}

/** A value as it is compared: a moment or day as text, a name of a person or record. */
const plain = (value: ListValue): ListValue =>
  value !== null && typeof value === 'object' && 'name' in value ? value.name : value

/** Whether a text contains another, without case and accents. */
const isIn = (value: ListValue, text: string) => searchedText(String(value ?? '')).includes(searchedText(text))
const searchedText = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()

/** What a text filter of a column compares. */
const textOf = (value: ListValue) =>
  String(value !== null && typeof value === 'object' && 'path' in value ? value.id : plain(value))

const idOf = (value: ListValue) => (value !== null && typeof value === 'object' && 'id' in value ? value.id : null)

const dayMs = 86_400_000
const shopZone = 'Europe/Paris'
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** What a filter means, in plain words of this language instead of SQL. */
function isMatch(column: ListColumn, { operator, values }: ListFilter, value: ListValue): boolean {
  const [first = '', second = ''] = values
  const now = app.clock.now.getTime()
  if (operator === 'empty') return value === null
  if (operator === 'filled') return value !== null
  if (column.type === 'choices') {
    const isAny = values.some((one) => (value as string[]).includes(one))
    return operator === 'in' ? isAny : !isAny
  }
  if (operator === 'not-in') return !values.includes(String(value))
  if (value === null) return false

  const shown = plain(value)
  const day = shownDay(column, shown)
  const tests: Record<Exclude<FilterOperator, 'empty' | 'filled' | 'not-in'>, () => boolean> = {
    contains: () => isIn(shown, first),
    is: () => (column.type === 'flag' ? shown === (first === 'yes') : textOf(value) === first),
    gte: () => Number(shown) >= Number(first),
    lte: () => Number(shown) <= Number(first),
    in: () => values.includes(idOf(value) ?? String(shown)),
    from: () => day >= first,
    until: () => day <= first,
    last: () => Date.parse(String(shown)) >= now - Number(first) * dayMs,
    within: () => day <= dayOf(now + Number(first) * dayMs),
    between: () => isBetween(column, shown, first, second),
  }
  return tests[operator]()
}

function isBetween({ type }: ListColumn, value: ListValue, first: string, second: string): boolean {
  if (type === 'number' || type === 'money') return Number(value) >= Number(first) && Number(value) <= Number(second)
  const day = shownDay({ type }, value)
  return day >= first && day <= second
}

/** The day that staff see: of a moment, the one in the shop's time zone. */
const shownDay = ({ type }: Pick<ListColumn, 'type'>, value: ListValue): string =>
  type === 'time' ? dayIn(shopZone, new Date(String(value))) : String(value)

/** Filters of a column, made from values that its rows have, and from some that they lack. */
function filtersFor(key: StaffListKey, name: string, operator: FilterOperator): ListFilter[] {
  const column = listOf(key).columns[name]
  const present = [...new Set(lists[key].map((row) => JSON.stringify(row[name])))]
    .map((text) => JSON.parse(text) as ListValue)
    .filter((value) => value !== null)
    .slice(0, 4)
  const texts = present.map((value) => (operator === 'is' ? textOf(value) : String(plain(value))))
  const one = (value: string): ListFilter => ({ operator, values: [value] })

  if (operator === 'empty' || operator === 'filled') return [{ operator, values: [] }]
  if (operator === 'last' || operator === 'within') return ['0', '3', '400'].map(one)
  if (column?.type === 'flag') return ['yes', 'no'].map(one)
  if (column?.type === 'choice' || column?.type === 'choices') {
    const choices = column.choices ?? []
    return [[choices[0] ?? ''], choices.slice(0, 2), choices.slice(0, 50)].map((values) => ({ operator, values }))
  }
  if (operator === 'in')
    return [present.slice(0, 2).map((value) => idOf(value) ?? ''), [crypto.randomUUID()]].map((values) => ({
      operator,
      values,
    }))
  if (operator === 'contains')
    return [...texts.map((text) => text.slice(1, 5).toUpperCase()), 'zzz', '%', '_', "'"].map(one)
  if (column?.type === 'time' || column?.type === 'day') {
    const days = texts.map((text) => text.slice(0, 10))
    if (operator !== 'between') return [...days, '1999-01-01'].map(one)
    return days.map((day) => ({ operator, values: [day, days.toSorted().at(-1) ?? day] }))
  }
  if (operator === 'between') return texts.map((text) => ({ operator, values: [text, String(Number(text) + 300)] }))
  if (column?.type === 'text') return [...texts, 'none of them'].map(one)
  return [...texts, '-7', '999999999'].map(one)
}

const compare = (a: ListValue, b: ListValue): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

const tieOf = ({ id }: ExpectedRow) => ties.get(id) ?? ''

/** Where the counts of days begin. Lists sort by that, which runs the other way. */
const countedFrom: Readonly<Record<string, string>> = { daysLate: 'dueDay', ageDays: 'placedAt' }

/** Rows without a value last, and equal values by tie and id, in the same direction. */
function sorted(rows: readonly ExpectedRow[], name: string, isDescending: boolean): string[] {
  const start = countedFrom[name]
  if (start !== undefined) return sorted(rows, start, !isDescending)

  const idOrder = (one: string) => (/^\d+$/.test(one) ? Number(one) : one)
  const sign = isDescending ? -1 : 1
  return rows
    .toSorted((a, b) => {
      const first = a[name] ?? null
      const second = b[name] ?? null
      if ((first === null) !== (second === null)) return first === null ? 1 : -1
      const compareTies = () => compare(tieOf(a), tieOf(b)) || compare(idOrder(a.id), idOrder(b.id))
      return sign * (compare(first, second) || compareTies())
    })
    .map(({ id }) => id)
}

const columnCases = staffListKeys.flatMap((key) =>
  Object.entries(listOf(key).columns).map(([name, column]) => ({ key, name, column })),
)
const filterCases = columnCases.flatMap(({ key, name, column }) =>
  operatorsOf(column).map((operator) => ({ key, name, column, operator })),
)
const sortCases = columnCases
  .filter(({ column }) => column.isSortable)
  .flatMap(({ key, name }) => [name, `-${name}`].map((sort) => ({ key, name, sort })))

describe('a list of the back office', () => {
  it.each(staffListKeys)('"%s" shows every row with every column', async (key) => {
    const { rows, count } = await read(key, { columns: allColumns(key).join(',') })
    const byId = (a: { id: string }, b: { id: string }) => compare(a.id, b.id)
    expect(rows.toSorted(byId)).toEqual(lists[key].toSorted(byId))
    expect(count).toEqual({ rows: lists[key].length, isExact: true })
  })

  it.each(filterCases)('"$key" filters $name by $operator', async ({ key, name, column, operator }) => {
    for (const filter of filtersFor(key, name, operator)) {
      const { rows, count } = await read(key, { [name]: filterText(filter), columns: name })
      const expected = lists[key].filter((row) => isMatch(column, filter, row[name] ?? null)).map(({ id }) => id)
      expect([filter, rows.map(({ id }) => id).sort()]).toEqual([filter, expected.sort()])
      expect(count.rows).toBe(expected.length)
    }
  })

  it.each(sortCases)('"$key" sorted by $sort gives each row once, page by page', async ({ key, name, sort }) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string> = {
        sort,
        pageSize: '7',
        columns: Object.keys(listOf(key).columns).at(-1) ?? '',
      }
      if (cursor !== null) query.cursor = cursor
      const { rows, next }: ListAnswer = await read(key, query)
      seen.push(...rows.map(({ id }) => id))
      cursor = next
    } while (cursor !== null)
    expect(seen).toEqual(sorted(lists[key], name, sort.startsWith('-')))
  })

  it.each(['placedAt', '-placedAt', 'paidAt', '-dueDay'])(
    'orders of several statuses sorted by %s give each row once, page by page',
    async (sort) => {
      const statuses = ['paid', 'in_production', 'shipped', 'completed', 'paid']
      const expected = lists.orders.filter(({ status }) => statuses.includes(String(status)))
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const query: Record<string, string> = { sort, pageSize: '5', status: `in:${statuses.join(',')}` }
        if (cursor !== null) query.cursor = cursor
        const { rows, next }: ListAnswer = await read('orders', query)
        seen.push(...rows.map(({ id }) => id))
        cursor = next
      } while (cursor !== null)
      expect(seen).toEqual(sorted(expected, sort.replace('-', ''), sort.startsWith('-')))
    },
  )

  it.each(staffListKeys)('"%s" as a file has the rows, columns and sort of the list', async (key) => {
    const columns = allColumns(key).join(',')
    const list = listOf(key)
    const [filtered = ''] = Object.keys(list.columns).filter((name) => list.columns[name]?.type === 'choice')
    const filter = `not-in:${list.columns[filtered]?.choices?.[0]}`
    const query = { columns, sort: list.defaultSort, [filtered]: filter, ...boundOf(key, { [filtered]: filter }) }
    const { rows } = await read(key, query)

    staff.language = 'en'
    const answer = await staff.fetch(`/gateway/global/staff/list/${key}/export?${new URLSearchParams(query)}`)
    staff.language = 'fr'
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(text.startsWith('\uFEFF')).toBe(true)

    const [head, ...lines] = cellsOf(text.slice(1))
    // An amount has its currency in a cell of its own.
    const cells = allColumns(key).flatMap((name) =>
      list.columns[name]?.type === 'amount' ? [name, `${name} currency`] : [name],
    )
    expect(head).toHaveLength(cells.length)
    expect(head?.every((heading) => heading !== '')).toBe(true)
    expect(lines).toHaveLength(rows.length)
    for (const [index, row] of rows.entries()) {
      const values = row as Record<string, ListValue>
      for (const name of allColumns(key)) {
        const column = list.columns[name]
        const value = values[name] ?? null
        if (column) expect(lines[index]?.[cells.indexOf(name)]).toMatch(cellFor(column, value))
        if (value !== null && typeof value === 'object' && 'currency' in value)
          expect(lines[index]?.[cells.indexOf(`${name} currency`)]).toBe(value.currency)
      }
    }
  })
})

describe('a file of a list', () => {
  it('has each row once, also if one moves while the file is downloaded', async () => {
    await sql`insert into customer (email, username, account_type, language, created_at)
      select 'mover-' || lpad(i::text, 4, '0') || '@example.org', 'mover' || i, 'personal', 'fr', now()
      from generate_series(1, 1200) i`.execute(app.deps.db)
    const { query: schema } = staffListRoutes.customers.export
    const query = schema.parse({ columns: 'email', sort: 'email', email: 'contains:mover-' })
    const staffId = await aStaffMember(app)
    const session = { staffId, staffRights } as unknown as StaffSession

    const { stream } = await exportStaffList(app.deps, 'customers', query, { session, language: 'en' })
    const pieces = stream[Symbol.asyncIterator]()
    let text = String((await pieces.next()).value)
    // From the second page to the first one.
    await sql`update customer set email = 'mover-0000@example.org' where email = 'mover-1150@example.org'`.execute(
      app.deps.db,
    )
    for await (const piece of { [Symbol.asyncIterator]: () => pieces }) text += String(piece)
    await sql`delete from customer where email like 'mover-%'`.execute(app.deps.db)

    const [, ...lines] = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1200)
    expect(lines).toContain('"mover-1150@example.org"')
  })
})

/** Rows of cells of an English CSV file. */
function cellsOf(text: string): string[][] {
  const rows = text.trimEnd().split('\r\n')
  return rows.map((row) =>
    [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((cell) =>
      (cell[1] ?? cell[2] ?? '').replaceAll('""', '"'),
    ),
  )
}

/** What a cell of a value is; of choices, which are texts there, that it is not empty. */
function cellFor(column: ListColumn, value: ListValue): string | RegExp {
  if (value === null) return /^$/
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return column.type === 'money' ? (value / 100).toFixed(2) : `${value}`
  if (Array.isArray(value)) return value.length === 0 ? /^$/ : /./
  if (typeof value === 'object' && 'minor' in value) return (value.minor / 100).toFixed(2)
  if (typeof value === 'object') return column.isCodeInFile ? value.id : value.name
  if (column.type === 'time') return isoMomentIn(shopZone, new Date(value))
  if (column.type === 'choice') return column.isCodeInFile ? value : /./
  return value
}

/** The columns that a list is searched by. Some lists also search what they do not show. */
const searchedColumns: Readonly<Record<StaffListKey, readonly string[]>> = {
  orders: ['number', 'poNumber', 'customer', 'company', 'email'],
  customers: ['email', 'name', 'company'],
  claims: ['order', 'workOrder', 'customer', 'company'],
  'additional-costs': ['number', 'order', 'customer', 'company'],
  mails: ['recipient', 'subject', 'kind'],
  'expert-questions': ['part', 'email', 'customer', 'company'],
  production: ['code', 'order', 'part'],
  trays: ['code'],
  proposals: ['about', 'customer'],
  audit: ['reason', 'person', 'customer'],
  'security-events': ['customer', 'member'],
}
const searchCases = staffListKeys.flatMap((key) => searchedColumns[key].map((name) => ({ key, name })))

/** The text with the most accents, because the search is made with none and with others. */
const textWithMostAccents = (key: StaffListKey, name: string): string => {
  const texts = lists[key].map((row) => String(plain(row[name] ?? null) ?? ''))
  const accents = (text: string) => text.normalize('NFD').length - text.length
  return texts.toSorted((a, b) => accents(b) - accents(a) || b.length - a.length)[0] ?? ''
}

describe('a search in a list', () => {
  it.each(searchCases)('finds rows of "$key" by $name, without case and accents', async ({ key, name }) => {
    const text = textWithMostAccents(key, name)
    expect(text).not.toBe('')
    const expected = lists[key].filter((row) =>
      searchedColumns[key].some((column) => isIn(plain(row[column] ?? null), text)),
    )

    const searches = [
      searchedText(text),
      searchedText(text).toUpperCase(),
      text.normalize('NFD'),
      text.replaceAll('e', 'ê').replaceAll('a', 'Ä'),
    ]
    for (const search of searches) {
      const { rows } = await read(key, { search })
      expect([search, rows.map(({ id }) => id).sort()]).toEqual([search, expected.map(({ id }) => id).sort()])
    }
  })

  it('finds trays by the orders and parts on them', async () => {
    const [content] = await sql<{ tray: string; order: string; part: string }>`
      select content.tray_id as tray, bought.number as "order", line.name as part
      from tray_content content join production_step step on step.id = content.step_id
        join production_run run on run.id = step.run_id join order_line line on line.id = run.line_id
        join customer_order bought on bought.id = run.order_id limit 1`
      .execute(app.deps.db)
      .then(({ rows }) => rows)
    for (const search of [content?.order, content?.part]) {
      const { rows } = await read('trays', { search: String(search).toLowerCase() })
      expect(rows.map(({ id }) => id)).toContain(content?.tray)
    }
  })

  it.each(staffListKeys)('treats pattern characters literally ("%s")', async (key) => {
    for (const search of ['%%', '__', "';--", '\\']) expect((await read(key, { search })).rows).toEqual([])
  })
})

describe('the age of orders', () => {
  it('changes at midnight in the time zone of the shop', async () => {
    const start = app.clock.now
    const formerStaff = staff
    app.clock.now = new Date(`${dayOf(start.getTime())}T23:30:00Z`)
    staff = await aStaffBrowser(app)

    // In Paris, the next day has begun.
    const { rows } = await read('orders', { columns: 'ageDays' })
    const ofToday = await read('orders', { ageDays: 'lte:0', columns: 'ageDays' })
    const older = await read('orders', { ageDays: 'gte:1', columns: 'ageDays' })
    app.clock.now = start
    staff = formerStaff

    const before = new Map(lists.orders.map(({ id, ageDays }) => [id, Number(ageDays)]))
    expect(rows.map(({ id, ageDays }) => [id, ageDays])).toEqual(rows.map(({ id }) => [id, (before.get(id) ?? 0) + 1]))
    expect([ofToday.count.rows, older.count.rows]).toEqual([0, lists.orders.length])
  })

  it('sorts orders by the index of the placing time', async () => {
    const source = listSources.orders({ rights: staffRights, now: app.clock.now, today: '', timeZone: shopZone })
    const plan = await app.deps.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select ${source.id} from ${source.from}
        order by ${source.columns.ageDays?.sort?.by}, ${source.id} limit 51`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('customer_order_placed')
    expect(plan).not.toContain('Sort')
  })
})

describe('the days late of orders', () => {
  it('change at midnight in the time zone of the shop', async () => {
    const start = app.clock.now
    const formerStaff = staff
    app.clock.now = new Date(`${dayOf(start.getTime())}T23:30:00Z`)
    staff = await aStaffBrowser(app)

    // In Paris, the next day has begun.
    const { rows } = await read('orders', { columns: 'daysLate' })
    const due = await read('orders', { dueDay: 'within:0', columns: 'daysLate' })
    const late = await read('orders', { daysLate: 'gte:1', columns: 'daysLate' })
    app.clock.now = start
    staff = formerStaff

    const expected = new Map(lists.orders.map(({ id, daysLate }) => [id, daysLate]))
    const tomorrow = (id: string) => {
      const today = expected.get(id)
      return typeof today === 'number' ? today + 1 : null
    }
    expect(rows.map(({ id, daysLate }) => [id, daysLate])).toEqual(rows.map(({ id }) => [id, tomorrow(id)]))

    const idsWith = (minDays: number) => rows.map(({ id }) => id).filter((id) => (tomorrow(id) ?? -Infinity) >= minDays)
    expect(due.rows.map(({ id }) => id).sort()).toEqual(idsWith(0).sort())
    expect(late.rows.map(({ id }) => id).sort()).toEqual(idsWith(1).sort())
  })
})

describe('the list of production', () => {
  it('shows the steps of a run that are due on one day in the sequence in which they are done', async () => {
    const { rows } = await read('production', { columns: 'code,stepDay' })
    const shown = rows as unknown as { id: string; code: string; stepDay: string }[]
    const placeOf = (id: string) => Number(ties.get(id)?.split(' ')[1])

    const runs = Map.groupBy(shown, ({ code, stepDay }) => `${stepDay} ${code}`)
    const sequences = [...runs.values()].map((steps) => steps.map(({ id }) => placeOf(id)))
    expect(sequences.some((places) => places.length > 1)).toBe(true)
    for (const places of sequences) expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('refuses a cursor whose run or sequence was changed', async () => {
    const { next } = await read('production', { pageSize: '1' })
    const [name, day, run, position, id] = JSON.parse(Buffer.from(String(next), 'base64url').toString()) as string[]
    const altered = [
      [name, day, id],
      [name, day, 'run', position, id],
      [name, day, run, '1; select 1', id],
      [name, day, run, '99999999999', id],
    ]
    for (const parts of altered) {
      const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
      const { error } = await staff.send('GET /global/staff/list/production', { query: { cursor } })
      expect([parts, error?.issues?.[0]?.code]).toEqual([parts, 'CURSOR_INVALID'])
    }
  })

  it('is read in its sequence from an index', async () => {
    const source = listSources.production({ rights: staffRights, now: app.clock.now, today: '', timeZone: shopZone })
    const keys = [sql`step.due_day`, ...(source.ties ?? []).map(({ by }) => by), source.id]
    const plan = await app.deps.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      await sql`set local enable_sort = off`.execute(trx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select step.id from production_step step
        where step.state not in ('done', 'skipped') order by ${sql.join(keys)} limit 51`.execute(trx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('production_step_open')
    expect(plan).not.toContain('Sort')
  })
})

describe('a column that needs a right of its own', () => {
  const orderColumns = [
    { name: 'email', filter: 'contains:buyer', right: ['customers.read'] },
    { name: 'paymentMethods', filter: 'in:card', right: ['money.receive', 'money.refund'] },
  ]
  const cases = staffRoles.flatMap((role) => orderColumns.map((column) => ({ role, ...column })))

  it.each(cases)('$name of orders is shown to and filtered by the role "$role" as far as it may', async (one) => {
    const browser = await aStaffBrowser(app, one.role)
    const isAllowed = rightsOf(one.role).some((right) => one.right.includes(right))
    const isExporter = rightsOf(one.role).includes('data.export')

    const shown = { columns: `number,${one.name}` }
    const filtered = { columns: 'number', [one.name]: one.filter }
    for (const query of [shown, filtered]) {
      const { status } = await browser.call('GET /global/staff/list/orders', { query })
      expect(status).toBe(isAllowed ? 200 : 403)

      const file = await browser.fetch(`/gateway/global/staff/list/orders/export?${new URLSearchParams(query)}`)
      expect(file.status).toBe(isAllowed && isExporter ? 200 : 403)

      const state = new URLSearchParams(query).toString()
      const body = { list: 'orders', name: one.name, state, isShared: false } as const
      expect((await browser.call('POST /global/staff/view', { body })).status).toBe(isAllowed ? 200 : 403)
    }
  })

  it.each(staffRoles)('is searched for the role "%s" only if it may see it', async (role) => {
    const browser = await aStaffBrowser(app, role)
    const [order] = lists.orders
    const search = String(order?.email).toUpperCase()
    const found = async (key: 'orders' | 'claims' | 'additional-costs', query: Record<string, string>) => {
      const answer = await browser.send<ListAnswer>(`GET /global/staff/list/${key}`, { query })
      return answer.status === 200 ? answer.data.rows.length : 0
    }

    const maySearch = rightsOf(role).includes('customers.read')
    expect((await found('orders', { search })) > 0).toBe(maySearch)
    if (!maySearch) {
      expect(await found('claims', { search: '@example.com' })).toBe(0)
      expect(await found('additional-costs', { search: '@example.com' })).toBe(0)
    }
  })

  it('keeps a shared view from those who may not see it', async () => {
    const owner = await aStaffBrowser(app, 'customer-success')
    const state = 'columns=number%2Cemail'
    await owner.call('POST /global/staff/view', { body: { list: 'orders', name: 'Mails', state, isShared: true } })

    const seenBy = async (role: 'operator' | 'account-manager') => {
      const { data } = await (await aStaffBrowser(app, role)).call('GET /global/staff/view', {})
      return data.views.filter((view) => view.state === state).length
    }
    expect(await seenBy('operator')).toBe(0)
    expect(await seenBy('account-manager')).toBe(1)
  })
})

describe('a moment in a list', () => {
  it('belongs to the day of the shop in filters and files', async () => {
    const [order] = lists.orders
    if (!order) throw new Error('no order')
    // In Paris, it is half past midnight on 2 June.
    const placedAt = new Date('2020-06-01T22:30:00Z')
    await updateRows(app, 'customer_order', { id: order.id }, { placed_at: placedAt } as never)

    const idsWith = async (filter: string) => {
      const { rows } = await read('orders', { placedAt: filter })
      return rows.map(({ id }) => id)
    }
    const found = {
      from: (await idsWith('from:2020-06-02')).includes(order.id),
      until: await idsWith('until:2020-06-01'),
      between: await idsWith('between:2020-06-02,2020-06-02'),
    }
    const query = new URLSearchParams({ columns: 'number,placedAt', placedAt: 'until:2020-06-02' })
    const file = await staff.fetch(`/gateway/global/staff/list/orders/export?${query}`)
    const text = await file.text()
    await updateRows(app, 'customer_order', { id: order.id }, { placed_at: new Date(String(order.placedAt)) } as never)

    expect(found).toEqual({ from: true, until: [], between: [order.id] })
    expect(text).toContain(`"${String(order.number)}";2020-06-02 00:30:00`)
  })
})

describe('a bad parameter of a list', () => {
  const refusals: [string, Record<string, string>][] = [
    ['status', { status: 'in:unknown' }],
    ['status', { status: 'gte:paid' }],
    ['status', { status: 'paid' }],
    ['totalUsd', { totalUsd: 'gte:ten' }],
    ['totalUsd', { totalUsd: 'between:1' }],
    ['totalUsd', { totalUsd: 'gte:99999999999999999999' }],
    ['placedAt', { placedAt: 'from:2026-02-30' }],
    ['placedAt', { placedAt: 'last:99999' }],
    ['customer', { customer: 'in:nobody' }],
    ['isStopped', { isStopped: 'is:maybe' }],
    ['total', { total: 'gte:1' }],
    ['sort', { sort: 'status' }],
    ['sort', { sort: '__proto__' }],
    ['columns', { columns: 'number,number' }],
    ['columns', { columns: 'constructor' }],
    ['cursor', { cursor: 'abc' }],
    ['cursor', { cursor: Buffer.from('["-placedAt","now()",""]').toString('base64url') }],
    ['cursor', { cursor: Buffer.from(`["number","x","${crypto.randomUUID()}"]`).toString('base64url') }],
    ['unknown', { unknown: 'is:1' }],
  ]
  it.each(refusals)('%s is refused by its name: %o', async (path, query) => {
    const { status, error } = await staff.send('GET /global/staff/list/orders', { query })
    expect(status).toBe(422)
    expect(error.issues).toEqual([{ path, code: expect.any(String), message: expect.stringMatching(/\S/) }])
  })
})
