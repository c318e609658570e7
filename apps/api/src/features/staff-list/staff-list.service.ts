import { Readable } from 'node:stream'
import {
  filtersOf,
  type ListAnswer,
  type ListCount,
  type ListQuery,
  type ListRow,
  type ListSeen,
  type ListValue,
} from '@cotation/contracts'
import {
  dayIn,
  type Language,
  type ListColumn,
  type ListDeclaration,
  maySeeColumn,
  type StaffListKey,
  type StaffLists,
  type StaffRight,
  staffLists,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import { type Cell, csvRow, csvStart, maxExportedRows } from '#core/csv.ts'
import type { Deps } from '#core/deps.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import { readSnapshot, type Trx } from '#db/database.ts'
import type { StaffSession } from '#http/session.ts'
import { additionalCostSource } from './additional-cost-source.ts'
import { auditSource } from './audit-source.ts'
import { claimSource } from './claim-source.ts'
import { customerSource } from './customer-source.ts'
import { expertQuestionSource } from './expert-question-source.ts'
import { countListRows, type ListReader, type ListSource, readListPage, readListRows } from './list-query.ts'
import { mailSource } from './mail-source.ts'
import { orderSource } from './order-source.ts'
import { productionSource } from './production-source.ts'
import { proposalSource } from './proposal-source.ts'
import { securityEventSource } from './security-event-source.ts'
import { traySource } from './tray-source.ts'

export type ListDeps = Pick<Deps, 'clock' | 'db'> & { config: Pick<Deps['config'], 'timeZone'> }

function readerOf({ clock, config }: ListDeps, rights: readonly StaffRight[]): ListReader {
  const now = clock()
  return { rights, now, today: dayIn(config.timeZone, now), timeZone: config.timeZone }
}

/** Whether a member with these rights may see a list, all its shown columns and those it is narrowed by. */
export function maySeeList(key: StaffListKey, query: ListSeen, rights: readonly StaffRight[]): boolean {
  const list: ListDeclaration = staffLists[key]
  if (!rights.includes(list.right)) return false

  const used = [...query.columns, ...Object.keys(filtersOf(list, query)), query.sort.column]
  return used.every((name) => {
    const column = list.columns[name]
    return column !== undefined && maySeeColumn(column, rights)
  })
}

/** The SQL of each list for a reader. */
export const listSources: Readonly<Record<StaffListKey, (reader: ListReader) => ListSource>> = {
  orders: orderSource,
  customers: customerSource,
  claims: claimSource,
  'additional-costs': additionalCostSource,
  mails: () => mailSource,
  'expert-questions': expertQuestionSource,
  production: () => productionSource,
  trays: () => traySource,
  proposals: proposalSource,
  audit: auditSource,
  'security-events': securityEventSource,
}

/** A page of a list. */
export async function readStaffList<K extends StaffListKey>(
  deps: ListDeps,
  key: K,
  query: ListQuery,
  { staffRights }: Pick<StaffSession, 'staffRights'>,
): Promise<ListAnswer<StaffLists[K]>> {
  if (!maySeeList(key, query, staffRights)) throw new AppError('FORBIDDEN')

  const reader = readerOf(deps, staffRights)
  return readListPage<StaffLists[K]>(deps.db, staffLists[key], listSources[key](reader), query, reader)
}

/** How many rows a view of a list has. */
export function countStaffList(
  deps: ListDeps,
  trx: Trx,
  key: StaffListKey,
  query: ListSeen,
  rights: readonly StaffRight[],
): Promise<ListCount> {
  const reader = readerOf(deps, rights)
  return countListRows(trx, staffLists[key], listSources[key](reader), query, reader)
}

const rowsAtOnce = 1000

/** A list as a CSV file: the same filters, sort and columns as on the screen. */
export async function exportStaffList(
  deps: ListDeps,
  key: StaffListKey,
  query: ListSeen,
  { session, language }: { session: StaffSession; language: Language },
) {
  const list = staffLists[key]
  if (!maySeeList(key, query, session.staffRights)) throw new AppError('FORBIDDEN')

  // Not what was searched for: that can be a name or an address of a customer.
  const filtered = [...Object.keys(filtersOf(list, query)), ...(query.search ? ['search'] : [])]
  const entry = { staffId: session.staffId, action: 'list.exported', subject: { kind: 'list', id: key } } as const
  await deps.db
    .transaction()
    .execute((trx) => recordAudit(trx, { ...entry, after: { columns: query.columns, filtered } }))

  const translate = await loadTranslator(language, 'staff-list')
  const reader = readerOf(deps, session.staffRights)
  return {
    stream: Readable.from(await csvPieces(deps.db, key, query, { reader, translate, language })),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${translate(`lists.${key}.file`)}-${reader.today}.csv`,
  }
}

interface CsvForm {
  reader: ListReader
  translate: Translate
  language: Language
}

/**
 * The text of the file, in pieces. All rows are of one snapshot: one that moves between two pages would be
 * in the file twice or not at all. They are read before the first is sent, because a slow download must
 * not keep a transaction open, and page by page, because no statement may take long.
 */
function csvPieces(
  db: ListDeps['db'],
  key: StaffListKey,
  query: ListSeen,
  { reader, translate, language }: CsvForm,
): Promise<string[]> {
  const list: ListDeclaration = staffLists[key]
  const source = listSources[key](reader)
  const textOf = (rows: readonly Cell[][]) => rows.map((row) => csvRow(row, language, reader.timeZone)).join('')

  return readSnapshot(db, async (trx) => {
    const pieces = [csvStart + textOf([headingsOf(list, query.columns, translate)])]
    let written = 0
    let cursor: string | undefined
    do {
      const page = { ...query, cursor, pageSize: Math.min(rowsAtOnce, maxExportedRows - written) }
      const { rows, next } = await readListRows(trx, list, source, page, reader)
      pieces.push(textOf(rows.map((row) => cellsOf(list, query.columns, row, translate))))

      written += rows.length
      cursor = next ?? undefined
    } while (cursor !== undefined && written < maxExportedRows)

    if (cursor !== undefined) pieces.push(textOf([[translate('export.more', { count: maxExportedRows })]]))
    return pieces
  })
}

/** An amount is written in two cells: programs add up numbers only, and a number says no currency. */
function headingsOf({ columns }: ListDeclaration, keys: readonly string[], translate: Translate): Cell[] {
  return keys.flatMap((key) => {
    const name = translate(`columns.${key}`)
    return columns[key]?.type === 'amount' ? [name, translate('export.currencyOf', { column: name })] : [name]
  })
}

function cellsOf({ columns }: ListDeclaration, keys: readonly string[], row: ListRow, translate: Translate): Cell[] {
  const values = row as Record<string, ListValue | undefined>
  return keys.flatMap((key) => {
    const column = columns[key]
    const value = values[key] ?? null
    if (!column) return [null]
    if (column.type !== 'amount') return [cellOf(column, value, translate)]

    const isAmount = value !== null && typeof value === 'object' && 'minor' in value
    return isAmount ? [{ minor: value.minor }, value.currency] : [null, null]
  })
}

function cellOf(column: ListColumn, value: ListValue, translate: Translate): Cell {
  if (value === null) return null
  const choiceText = (choice: string) => {
    if (!column.choiceTexts || column.isCodeInFile) return choice
    // One that a newer release has made has no text.
    return translate(`choices.${column.choiceTexts}.${choice}`) || choice
  }

  if (typeof value === 'boolean') return translate(value ? 'yes' : 'no')
  if (typeof value === 'number') return column.type === 'money' ? { minor: value } : value
  if (Array.isArray(value)) return value.map(choiceText).join(', ')
  if (typeof value === 'object' && 'minor' in value) return { minor: value.minor }
  if (typeof value === 'object') return column.isCodeInFile ? value.id : value.name
  if (column.type === 'time') return new Date(value)
  return column.type === 'choice' ? choiceText(value) : value
}
