import type { recordLists } from '@cotation/contracts'
import type { Language } from '@cotation/domain'
import type { Deps } from '#core/deps.ts'
import { getPayments, getPoints, getReloads, getTransactions, type Page } from './balance.service.ts'
import { type BalanceWords, balanceWords } from './balance-words.ts'
import { type Cell, csvOf } from './csv.ts'

type Parts = Pick<Deps, 'db' | 'clock' | 'config'>
type List = (typeof recordLists)[number]

/** Two years of a busy customer; what is older than that many is not in the file, and the file says so. */
export const mostExported = 20_000

interface Table {
  columns: readonly string[]
  read(parts: Parts, customerId: string, page: Page, words: BalanceWords): Promise<{ rows: Cell[][]; total: number }>
}

const usd = (minor: number) => minor / 100

const tables: Record<List, Table> = {
  recharge: {
    columns: ['date', 'number', 'amountUsd', 'method', 'status', 'availableAt'],
    async read(parts, customerId, page, words) {
      const { records, total } = await getReloads(parts, customerId, page)
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
    async read(parts, customerId, page, words) {
      const { records, total } = await getTransactions(parts, customerId, page)
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
    async read(parts, customerId, page, words) {
      const { records, total } = await getPoints(parts, customerId, page)
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
    async read(parts, customerId, page, words) {
      const { records, total } = await getPayments(parts, customerId, page)
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

/** One of a customer's lists as a table for a spreadsheet, in the language of the request. */
export async function exportList(
  parts: Parts,
  customerId: string,
  list: List,
  language: Language,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  const words = await balanceWords(language)
  const { columns, read } = tables[list]
  const { rows, total } = await read(parts, customerId, { page: 1, pageSize: mostExported }, words)
  const header = columns.map((column) => words(`columns.${column}`))
  const left = total > rows.length ? [[words('export.left', { count: total - rows.length })]] : []
  const day = parts.clock().toISOString().slice(0, 10)
  return { bytes: csvOf([header, ...rows, ...left]), fileName: `${words(`export.names.${list}`)}-${day}.csv` }
}
