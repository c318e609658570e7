import {
  type ColumnType,
  currencies,
  defaultColumns,
  type ListColumn,
  type ListDeclaration,
  type ListFilter,
  parseListColumns,
  parseListFilter,
  parseListSort,
} from '@cotation/domain'
import { z } from 'zod'
import { text } from './fields.ts'
import { time } from './paging.ts'
import { route } from './route.ts'

/** Another row, by what a person calls it. */
const named = z.strictObject({ id: z.uuid(), name: z.string() })
/**
 * Anything else; the path of its screen is below `/staff`. The name is the id if the reader may not
 * know the name.
 */
const reference = z.strictObject({ id: z.string(), name: z.string(), path: z.string().nullable() })
const amount = z.strictObject({ minor: z.int(), currency: z.enum(currencies) })

interface ValueByType {
  text: string | null
  number: number | null
  money: number | null
  amount: z.output<typeof amount> | null
  choice: string | null
  choices: string[]
  time: string | null
  day: string | null
  flag: boolean
  person: z.output<typeof named> | null
  record: z.output<typeof named> | null
  reference: z.output<typeof reference> | null
}

const valueSchemas: { [T in ColumnType]: z.ZodType<ValueByType[T]> } = {
  text: z.string().nullable(),
  number: z.int().nullable(),
  money: z.int().nullable(),
  amount: amount.nullable(),
  choice: z.string().nullable(),
  choices: z.array(z.string()),
  time: time.nullable(),
  day: z.iso.date().nullable(),
  flag: z.boolean(),
  person: named.nullable(),
  record: named.nullable(),
  reference: reference.nullable(),
}

export type ListValue = ValueByType[ColumnType]

/** A row has its id and the columns that were asked for. */
export type ListRow<L extends ListDeclaration = ListDeclaration> = { id: string } & {
  [K in keyof L['columns']]?: ValueByType[L['columns'][K]['type']] | undefined
}

/** How many rows match: exact, or the least that is certain. */
export const listCount = z.strictObject({ rows: z.int(), isExact: z.boolean() })
export type ListCount = z.output<typeof listCount>

export interface ListAnswer<L extends ListDeclaration = ListDeclaration> {
  rows: ListRow<L>[]
  /** For the next page; null on the last one. */
  next: string | null
  count: ListCount
}

const rowSchema = ({ columns, hasNumberIds }: ListDeclaration) =>
  z.strictObject({
    id: hasNumberIds ? z.string().regex(/^\d+$/) : z.uuid(),
    ...Object.fromEntries(Object.entries(columns).map(([key, { type }]) => [key, valueSchemas[type].optional()])),
  })

/** Reads a parameter by a function of the declaration; a null is a refusal that names the parameter. */
const parsedBy = <T>(max: number, parse: (value: string) => T | null, code: string) =>
  text(max).transform((value, context) => {
    const parsed = parse(value)
    if (parsed !== null) return parsed
    context.addIssue({ code: 'custom', message: code })
    return z.NEVER
  })

const filterOf = (column: ListColumn) =>
  parsedBy<ListFilter>(2100, (value) => parseListFilter(column, value), 'FILTER_INVALID').optional()

/** What a list shows: search, sort and columns, and a filter for any column under its own name. */
function seenQuery(list: ListDeclaration) {
  return {
    search: text(100).optional(),
    sort: parsedBy(60, (value) => parseListSort(list, value), 'SORT_INVALID').prefault(list.defaultSort),
    columns: parsedBy(800, (value) => parseListColumns(list, value), 'COLUMNS_INVALID').prefault(
      defaultColumns(list).join(','),
    ),
    ...Object.fromEntries(Object.entries(list.columns).map(([key, column]) => [key, filterOf(column)])),
  }
}

type SeenInput<L extends ListDeclaration> = {
  search?: string | undefined
  sort?: string | undefined
  columns?: string | undefined
} & { [K in keyof L['columns']]?: string | undefined }

type ListInput<L extends ListDeclaration> = SeenInput<L> & {
  cursor?: string | undefined
  pageSize?: string | undefined
}

/** The parsed query; filters are under the names of their columns. */
export interface ListSeen {
  search?: string | undefined
  sort: { column: string; isDescending: boolean }
  columns: string[]
}

export interface ListQuery extends ListSeen {
  cursor?: string | undefined
  pageSize: number
}

/** The filters of a parsed query. */
export function filtersOf(list: ListDeclaration, query: ListSeen): Record<string, ListFilter> {
  const parameters = query as ListSeen & Record<string, ListFilter | undefined>
  const filters: Record<string, ListFilter> = {}
  for (const key of Object.keys(list.columns)) {
    const filter = parameters[key]
    if (filter) filters[key] = filter
  }
  return filters
}

const querySchema = (list: ListDeclaration) =>
  z.strictObject({
    ...seenQuery(list),
    cursor: z
      .string()
      .regex(/^[\w-]{1,1000}$/, 'CURSOR_INVALID')
      .optional(),
    pageSize: z.coerce.number('INVALID_VALUE').int('INVALID_VALUE').min(1).max(200).default(50),
  })

/** Zod cannot express that the keys follow from the declaration, so the types are stated here. */
type Parsed<Output, Input> = z.ZodObject & z.ZodType<Output, Input>

/** The routes of a list: a page of it, and its CSV file of exactly what is seen. */
export function listRoutes<const L extends ListDeclaration>(list: L) {
  return {
    list: route({
      method: 'GET',
      path: `/global/staff/list/${list.key as L['key']}`,
      access: 'staff',
      right: list.right,
      summary: `A page of the list "${list.key}", with filters ("operator:values") under the names of columns`,
      query: querySchema(list) as unknown as Parsed<ListQuery, ListInput<L>>,
      output: z.strictObject({
        rows: z.array(rowSchema(list)),
        next: z.string().nullable(),
        count: listCount,
      }) as unknown as z.ZodType<ListAnswer<L>>,
      errors: [],
    }),
    export: route({
      method: 'GET',
      path: `/global/staff/list/${list.key as L['key']}/export`,
      access: 'staff',
      right: 'data.export',
      stepUp: true,
      summary: `The list "${list.key}" as CSV, with the same filters, sort and columns; needs its right too`,
      query: z.strictObject(seenQuery(list)) as unknown as Parsed<ListSeen, SeenInput<L>>,
      output: { bytes: ['text/csv; charset=utf-8'] },
      errors: [],
      limits: [{ by: 'session', max: 30, windowSeconds: 600 }],
    }),
  }
}
