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
  type StaffListKey,
  type StaffLists,
  staffLists,
} from '@cotation/domain'
import { AppError } from '#core/app-error.ts'
import { recordAudit } from '#core/audit.ts'
import { type Cell, csvRow, csvStart, maxExportedRows } from '#core/csv.ts'
import type { Deps } from '#core/deps.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import type { StaffSession } from '#http/session.ts'
import { additionalCostSource } from './additional-cost-source.ts'
import { claimSource } from './claim-source.ts'
import { customerSource } from './customer-source.ts'
import { expertQuestionSource } from './expert-question-source.ts'
import { countListRows, type ListMoment, type ListSource, readListPage, readListRows } from './list-query.ts'
import { mailSource } from './mail-source.ts'
import { orderSource } from './order-source.ts'
import { productionSource } from './production-source.ts'

export type ListDeps = Pick<Deps, 'clock' | 'db'> & { config: Pick<Deps['config'], 'timeZone'> }

function momentOf({ clock, config }: ListDeps): ListMoment {
  const now = clock()
  return { now, today: dayIn(config.timeZone, now), timeZone: config.timeZone }
}

/** The SQL of each list at a moment. */
const sources: Readonly<Record<StaffListKey, (moment: ListMoment) => ListSource>> = {
  orders: orderSource,
  customers: () => customerSource,
  claims: () => claimSource,
  'additional-costs': additionalCostSource,
  mails: () => mailSource,
  'expert-questions': () => expertQuestionSource,
  production: () => productionSource,
}

/** A page of a list. */
export function readStaffList<K extends StaffListKey>(
  deps: ListDeps,
  key: K,
  query: ListQuery,
): Promise<ListAnswer<StaffLists[K]>> {
  const moment = momentOf(deps)
  return readListPage<StaffLists[K]>(deps.db, staffLists[key], sources[key](moment), query, moment)
}

/** How many rows a view of a list has. */
export function countStaffList(deps: ListDeps, key: StaffListKey, query: ListSeen): Promise<ListCount> {
  const moment = momentOf(deps)
  return countListRows(deps.db, staffLists[key], sources[key](moment), query, moment)
}

const rowsAtOnce = 1000

/**
 * A list as a CSV file: the same filters, sort and columns as on the screen. Streamed, because
 * thousands of rows take longer to read than the first ones to send.
 */
export async function exportStaffList(
  deps: ListDeps,
  key: StaffListKey,
  query: ListSeen,
  { session, language }: { session: StaffSession; language: Language },
) {
  const list = staffLists[key]
  if (!session.staffRights.includes(list.right)) throw new AppError('FORBIDDEN')

  // Not what was searched for: that can be a name or an address of a customer.
  const filtered = [...Object.keys(filtersOf(list, query)), ...(query.search ? ['search'] : [])]
  const entry = { staffId: session.staffId, action: 'list.exported', subject: { kind: 'list', id: key } } as const
  await deps.db
    .transaction()
    .execute((trx) => recordAudit(trx, { ...entry, after: { columns: query.columns, filtered } }))

  const translate = await loadTranslator(language, 'staff-list')
  const { today } = momentOf(deps)
  return {
    stream: Readable.from(csvLines(deps, key, query, { translate, language })),
    contentType: 'text/csv; charset=utf-8',
    fileName: `${translate(`lists.${key}.file`)}-${today}.csv`,
  }
}

async function* csvLines(
  deps: ListDeps,
  key: StaffListKey,
  query: ListSeen,
  { translate, language }: { translate: Translate; language: Language },
): AsyncGenerator<string> {
  const list: ListDeclaration = staffLists[key]
  const moment = momentOf(deps)
  const source = sources[key](moment)
  yield csvStart +
    csvRow(
      query.columns.map((column) => translate(`columns.${column}`)),
      language,
    )

  let written = 0
  let cursor: string | undefined
  do {
    const page = { ...query, cursor, pageSize: Math.min(rowsAtOnce, maxExportedRows - written) }
    const { rows, next } = await readListRows(deps.db, list, source, page, moment)
    for (const row of rows) yield csvRow(cellsOf(list, query.columns, row, translate), language, moment.timeZone)

    written += rows.length
    cursor = next ?? undefined
  } while (cursor !== undefined && written < maxExportedRows)

  if (cursor !== undefined) yield csvRow([translate('export.more', { count: maxExportedRows })], language)
}

function cellsOf({ columns }: ListDeclaration, keys: readonly string[], row: ListRow, translate: Translate): Cell[] {
  const values = row as Record<string, ListValue | undefined>
  return keys.map((key) => {
    const column = columns[key]
    return column ? cellOf(column, values[key] ?? null, translate) : null
  })
}

function cellOf(column: ListColumn, value: ListValue, translate: Translate): Cell {
  if (value === null) return null
  const choiceText = (choice: string) =>
    column.choiceTexts ? translate(`choices.${column.choiceTexts}.${choice}`) : choice

  if (typeof value === 'boolean') return translate(value ? 'yes' : 'no')
  if (typeof value === 'number') return column.type === 'money' ? { minor: value } : value
  if (Array.isArray(value)) return value.map(choiceText).join(', ')
  if (typeof value === 'object') return 'minor' in value ? { minor: value.minor } : value.name
  if (column.type === 'time') return new Date(value)
  return column.type === 'choice' ? choiceText(value) : value
}
