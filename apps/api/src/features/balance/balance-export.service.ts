import type { recordLists } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { getPayments, getPoints, getReloads, getTransactions, type Page } from './balance.service.ts'
import { type BalanceWords, balanceWords } from './balance-words.ts'
import { type Cell, csvOf } from './csv.ts'

type BalanceDeps = Pick<Deps, 'db' | 'clock' | 'config'>
type RecordList = (typeof recordLists)[number]

/** Two years of a busy customer. Older rows are left out, and the file says so. */
export const maxExportedRows = 20_000

interface Table {
  columns: readonly string[]
  read(
    deps: BalanceDeps,
    customerId: string,
    page: Page,
    words: BalanceWords,
  ): Promise<{ rows: Cell[][]; total: number }>
}

const usd = (minor: number) => minor / 100

const tables: Record<RecordList, Table> = {
  recharge: {
    columns: ['date', 'number', 'amountUsd', 'method', 'status', 'availableAt'],
    async read(deps, customerId, page, words) {
      const { records, total } = await getReloads(deps, customerId, page)
      return {
        total,
        rows: records.map(({ createdAt, number, amountMinor, method, state, availableAt }) => [
          createdAt,
          number,
          usd(amountMinor),
          words(`methods.${method}`),
          words(`reloadStates.${state}`),
          availableAt,
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
    async read(deps, customerId, page, words) {
      const { records, total } = await getTransactions(deps, customerId, page)
      return {
        total,
        rows: records.map((record) => [
          record.at,
          record.id,
          words(`types.${record.type}`),
          usd(record.amountMinor),
          usd(record.balanceMinor),
          record.method && words(`methods.${record.method}`),
          words(`transactionStates.${record.status}`),
          record.orderNumber,
          record.note,
          record.remark,
        ]),
      }
    },
  },
  points: {
    columns: ['date', 'pointType', 'points', 'pointBalance', 'order'],
    async read(deps, customerId, page, words) {
      const { records, total } = await getPoints(deps, customerId, page)
      return {
        total,
        rows: records.map(({ getTime, pointType, points, pointBalance, orderNumber }) => [
          getTime,
          words(`types.${pointType}`),
          points,
          pointBalance,
          orderNumber,
        ]),
      }
    },
  },
  payment: {
    columns: ['date', 'subject', 'number', 'method', 'status', 'amount', 'currency', 'amountUsd', 'refunded'],
    async read(deps, customerId, page, words) {
      const { records, total } = await getPayments(deps, customerId, page)
      return {
        total,
        rows: records.map((record) => [
          record.at,
          words(`subjects.${record.subject}`),
          record.number,
          words(`methods.${record.method}`),
          words(`paymentStates.${record.state}`),
          record.amountMinor / 100,
          record.currency === 'CNY' ? 'RMB' : record.currency,
          usd(record.usdMinor),
          record.refundedMinor / 100,
        ]),
      }
    },
  },
}

/** One of a customer's lists as a CSV file, in the language of the request. */
export async function exportList(
  deps: BalanceDeps,
  customerId: string,
  list: RecordList,
  language: Language,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const words = await balanceWords(language)
  const { columns, read } = tables[list]
  const { rows, total } = await read(deps, customerId, { page: 1, pageSize: maxExportedRows }, words)
  const header = columns.map((column) => words(`columns.${column}`))
  const omittedNote = total > rows.length ? [[words('export.left', { count: total - rows.length })]] : []

  const day = deps.clock().toISOString().slice(0, 10)
  const fileName = `${words(`export.names.${list}`)}-${day}.csv`
  return { bytes: csvOf([header, ...rows, ...omittedNote]), fileName }
}
