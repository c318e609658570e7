import type { StaffRight } from './staff-right.ts'
import { isUuid } from './values/uuid.ts'

/**
 * What a column of a list holds. `money` is in US cents, `amount` in the cents of its own currency,
 * `time` is a moment, `day` a calendar day. `person` and `record` name another row. `reference` is anything
 * by its id, with the name and the screen that the reader may know.
 */
export const columnTypes = [
  'text',
  'number',
  'money',
  'amount',
  'choice',
  'choices',
  'time',
  'day',
  'flag',
  'person',
  'record',
  'reference',
] as const
export type ColumnType = (typeof columnTypes)[number]

export const filterOperators = [
  'contains',
  'is',
  'gte',
  'lte',
  'between',
  'in',
  'not-in',
  'from',
  'until',
  'last',
  'within',
  'empty',
  'filled',
] as const
export type FilterOperator = (typeof filterOperators)[number]

/** The operators that a type allows; `empty` and `filled` come with `isOptional`. */
const operatorsByType: Readonly<Record<ColumnType, readonly FilterOperator[]>> = {
  text: ['contains', 'is'],
  number: ['is', 'gte', 'lte', 'between'],
  money: ['is', 'gte', 'lte', 'between'],
  amount: [],
  choice: ['in', 'not-in'],
  choices: ['in', 'not-in'],
  time: ['from', 'until', 'between', 'last'],
  day: ['from', 'until', 'between', 'within'],
  flag: ['is'],
  person: ['contains', 'in'],
  record: ['contains', 'in'],
  reference: ['is'],
}

export interface ListColumn {
  type: ColumnType
  /** Values of the types `choice` and `choices`. */
  choices?: readonly string[]
  /** The texts of the choices: a key of the messages `staff-list.choices`. */
  choiceTexts?: string
  isSortable?: boolean
  /** Whether some rows have no value. */
  isOptional?: boolean
  /** Not shown until a person chooses it. */
  isHidden?: boolean
  /** One of these is needed beside the right of the list. Such a column is hidden until a person chooses it. */
  rights?: readonly StaffRight[]
  /** The screens of what a `person` or `record` names are below this path, by id, for those with the right. */
  screens?: { path: string; right: StaffRight }
  /** Files have the code of a choice, or the id of what is named, instead of texts and names. */
  isCodeInFile?: boolean
  /** Long values that nobody can filter by. */
  isUnfiltered?: boolean
  /** In px. */
  width: number
}

/** A list is declared once: routes, SQL, CSV, screen and tests derive from it. */
export interface ListDeclaration {
  key: string
  right: StaffRight
  columns: Readonly<Record<string, ListColumn>>
  /** A sortable column; with a minus sign the largest first. */
  defaultSort: string
  /** Rows have whole numbers as ids instead of UUIDs. */
  hasNumberIds?: boolean
  /** Its file always has all columns, because other programs read it. */
  isFileWhole?: boolean
}

/** The operators of a column, in the sequence in which a person is offered them. */
export function operatorsOf(column: ListColumn): readonly FilterOperator[] {
  if (column.isUnfiltered) return []
  const operators = operatorsByType[column.type]
  return column.isOptional ? [...operators, 'empty', 'filled'] : operators
}

/** The columns that are shown unless a person chooses others. */
export function defaultColumns({ columns }: ListDeclaration): string[] {
  return Object.keys(columns).filter((key) => columns[key]?.isHidden !== true)
}

/** Whether a member with these rights may see a column, filter by it and sort by it. */
export const maySeeColumn = ({ rights }: ListColumn, own: readonly StaffRight[]): boolean =>
  rights === undefined || rights.some((right) => own.includes(right))

/** The list as a member with these rights sees it. */
export function listSeenWith(list: ListDeclaration, own: readonly StaffRight[]): ListDeclaration {
  const columns = Object.entries(list.columns).filter(([, column]) => maySeeColumn(column, own))
  return { ...list, columns: Object.fromEntries(columns) }
}

export interface ListSort {
  column: string
  isDescending: boolean
}

/** "-placedAt": the newest first. Null for a column that is unknown or cannot be sorted. */
export function parseListSort({ columns }: ListDeclaration, text: string): ListSort | null {
  const isDescending = text.startsWith('-')
  const column = isDescending ? text.slice(1) : text
  const isKnown = Object.hasOwn(columns, column) && columns[column]?.isSortable === true
  return isKnown ? { column, isDescending } : null
}

/** "number,status": the shown columns in their sequence. Null if one is unknown or named twice. */
export function parseListColumns({ columns }: ListDeclaration, text: string): string[] | null {
  const names = text.split(',')
  const isValid = names.every((name, index) => Object.hasOwn(columns, name) && names.indexOf(name) === index)
  return isValid ? names : null
}

export interface ListFilter {
  operator: FilterOperator
  /** None for `empty` and `filled`, two for `between`, one or more for `in` and `not-in`, else one. */
  values: readonly string[]
}

/** How filters are written in addresses: "in:paid,in_review", "between:10,20", "empty:". */
export const filterText = ({ operator, values }: ListFilter): string => `${operator}:${values.join(',')}`

const maxListed = 50
const maxDays = 3650
const wholeNumber = /^-?\d{1,15}$/
const calendarDay = /^\d{4}-\d{2}-\d{2}$/
/** PostgreSQL stores neither zero bytes nor lone surrogates. */
const odd = /[\u0000-\u001f\u007f\p{Surrogate}]/u

function isDay(value: string): boolean {
  if (!calendarDay.test(value) || value < '1900') return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}

const isDayCount = (value: string) => /^\d{1,4}$/.test(value) && Number(value) <= maxDays
const isSearched = (value: string) => value.trim() !== '' && value.length <= 200 && !odd.test(value)

/** Whether a value suits an operator of a column. */
function isValue(column: ListColumn, operator: FilterOperator, value: string): boolean {
  if (operator === 'contains') return isSearched(value)
  if (operator === 'last' || operator === 'within') return isDayCount(value)

  switch (column.type) {
    case 'text':
    case 'reference':
      return isSearched(value)
    case 'number':
    case 'money':
      return wholeNumber.test(value)
    case 'choice':
    case 'choices':
      return column.choices?.includes(value) ?? false
    case 'time':
    case 'day':
      return isDay(value)
    case 'flag':
      return value === 'yes' || value === 'no'
    case 'person':
    case 'record':
      return isUuid(value)
    case 'amount':
      return false
  }
}

function valuesOf(operator: FilterOperator, text: string): string[] | null {
  if (operator === 'empty' || operator === 'filled') return text === '' ? [] : null
  // A text that is searched may contain commas.
  if (operator === 'contains' || operator === 'is') return [text]

  const values = text.split(',')
  if (operator === 'between') return values.length === 2 ? values : null
  if (operator === 'in' || operator === 'not-in') return values.length <= maxListed ? values : null
  return values.length === 1 ? values : null
}

/** Reads a filter of a column. Null if the column does not allow it. */
export function parseListFilter(column: ListColumn, text: string): ListFilter | null {
  const end = text.indexOf(':')
  const operator = operatorsOf(column).find((one) => one === text.slice(0, end))
  if (end < 0 || operator === undefined) return null

  const values = valuesOf(operator, text.slice(end + 1))
  if (values === null || !values.every((value) => isValue(column, operator, value))) return null
  return { operator, values }
}

/** Query parameters beside the filters; no column may have one of these names. */
export const listParameters = ['search', 'sort', 'columns', 'cursor', 'pageSize', 'view', 'lang'] as const

/** Above this many rows a list says "more than". */
export const maxCountedRows = 1_000
