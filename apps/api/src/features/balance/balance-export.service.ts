import type { recordLists } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import { type AmountCell, type Cell, csvOfPages } from '#core/csv.ts'
import type { Deps } from '#core/deps.ts'
import { loadTranslator, type Translate } from '#core/texts.ts'
import { readSnapshot } from '#db/database.ts'
import type { Page } from '#db/lists.ts'
import { listPaymentViews, listPointViews, listReloadViews, listTransactionViews } from './balance.service.ts'

type BalanceDeps = Pick<Deps, 'db' | 'clock' | 'config'>
type RecordList = (typeof recordLists)[number]

interface Table {
  columns: readonly string[]
  read(
    deps: BalanceDeps,
    customerId: string,
    page: Page,
    translate: Translate,
  ): Promise<{ rows: Cell[][]; total: number }>
}

const amount = (minor: number): AmountCell => ({ minor })

const tables: Record<RecordList, Table> = {
  recharge: {
    columns: ['date', 'number', 'amountUsd', 'method', 'status', 'availableAt'],
    async read(deps, customerId, page, translate) {
      const { records, total } = await listReloadViews(deps, customerId, page)
      return {
        total,
        rows: records.map(({ createdAt, number, amountMinor, method, state, availableAt }) => [
          new Date(createdAt),
          number,
          amount(amountMinor),
          translate(`methods.${method}`),
          translate(`reloadStates.${state}`),
          availableAt === null ? null : new Date(availableAt),
        ]),
      }
    },
  },
  transaction: {
    columns: [
      'date',
      'transactionId',
      'type',
      'amountUsd',
      'balanceUsd',
      'method',
      'status',
      'order',
      'note',
      'remark',
    ],
    async read(deps, customerId, page, translate) {
      const { records, total } = await listTransactionViews(deps, customerId, page)
      return {
        total,
        rows: records.map((record) => [
          new Date(record.at),
          record.id,
          translate(`types.${record.type}`),
          amount(record.amountMinor),
          amount(record.balanceMinor),
          record.method && translate(`methods.${record.method}`),
          translate(`transactionStates.${record.status}`),
          record.orderNumber,
          record.note,
          record.remark,
        ]),
      }
    },
  },
  points: {
    columns: ['date', 'pointType', 'points', 'pointBalance', 'order'],
    async read(deps, customerId, page, translate) {
      const { records, total } = await listPointViews(deps, customerId, page)
      return {
        total,
        rows: records.map(({ getTime, pointType, points, pointBalance, orderNumber }) => [
          new Date(getTime),
          translate(`types.${pointType}`),
          points,
          pointBalance,
          orderNumber,
        ]),
      }
    },
  },
  payment: {
    columns: ['date', 'subject', 'number', 'method', 'status', 'amount', 'currency', 'amountUsd', 'refunded'],
    async read(deps, customerId, page, translate) {
      const { records, total } = await listPaymentViews(deps, customerId, page)
      return {
        total,
        rows: records.map((record) => [
          new Date(record.at),
          translate(`subjects.${record.subject}`),
          record.number,
          translate(`methods.${record.method}`),
          translate(`paymentStates.${record.state}`),
          amount(record.amountMinor),
          record.currency === 'CNY' ? 'RMB' : record.currency,
          amount(record.usdMinor),
          amount(record.refundedMinor),
        ]),
      }
    },
  },
}

/**
 * One of a customer's lists as a CSV file, in the language of the request. Made in turn with the
 * customer's documents; throws BUSY if too many wait.
 */
export async function exportList(
  deps: BalanceDeps & Pick<Deps, 'papers'>,
  customerId: string,
  list: RecordList,
  language: Language,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const translate = await loadTranslator(language, 'balance')
  const { columns, read } = tables[list]

  // One snapshot: a movement posted meanwhile would move the others to the next page.
  const writeFile = () =>
    readSnapshot(deps.db, (trx) => {
      const pages = {
        header: columns.map((column) => translate(`columns.${column}`)),
        read: (page: Page) => read({ ...deps, db: trx }, customerId, page, translate),
        omittedNote: (count: number) => [translate('export.left', { count })],
      }
      return csvOfPages(pages, language)
    })

  const day = deps.clock().toISOString().slice(0, 10)
  return {
    bytes: await deps.papers.inTurn(customerId, writeFile),
    fileName: `${translate(`export.names.${list}`)}-${day}.csv`,
  }
}
